import type { Progress } from '../../progress.ts';
import type { FindingList } from '../finding-list.ts';
import type { GltfSource } from './accessor-layout.ts';
import type { GltfDocument } from './document.ts';
import { readMesh, type DracoPrimitives, type PositionCache, type ReadPrimitive } from './read-mesh.ts';

/**
 * Returns the primitives of the meshes in `shown`, by mesh. The others are read for their defects and dropped. Positions are
 * dropped after the last mesh that uses them, so of a library with many scenes only the chosen one takes memory.
 * @param draco decoded meshes; each is removed when it is read. @throws InspectorError.
 */
export function readMeshes(
  source: GltfSource,
  draco: DracoPrimitives,
  shown: ReadonlySet<number>,
  known: PositionCache,
  findings: FindingList,
  progress: Progress,
): ReadonlyMap<number, readonly (ReadPrimitive | null)[]> {
  const read = new Map<number, readonly (ReadPrimitive | null)[]>();
  const { meshes = [] } = source.document;
  const lastUse = lastMeshes(source.document);
  for (const [mesh, { primitives }] of meshes.entries()) {
    progress(mesh / meshes.length);
    const own = readMesh(source, draco, mesh, known, findings);
    if (shown.has(mesh)) read.set(mesh, own);
    for (const primitive of primitives) {
      draco.delete(primitive);
      const accessor = primitive.attributes['POSITION'];
      if (accessor !== undefined && lastUse.get(accessor) === mesh) known.delete(accessor);
    }
  }
  return read;
}

/** The last mesh that uses the positions of an accessor. */
function lastMeshes({ meshes = [] }: GltfDocument): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const [mesh, { primitives }] of meshes.entries()) {
    for (const { attributes } of primitives) if (attributes['POSITION'] !== undefined) last.set(attributes['POSITION'], mesh);
  }
  return last;
}
