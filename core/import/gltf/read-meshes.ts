import type { Progress } from '../../progress.ts';
import type { FindingList } from '../finding-list.ts';
import type { GltfSource } from './accessor-layout.ts';
import type { GltfDocument } from './document.ts';
import { readGltfMesh, type DracoPrimitives, type GltfPositionCache, type ReadPrimitive } from './read-mesh.ts';

/**
 * Returns the primitives of the meshes in `shown`, by mesh. Other meshes are read only to check them, and then
 * released. Positions are released after the last mesh that uses them, so a file with many scenes only needs memory for
 * the chosen one.
 * @param draco decoded meshes; each is removed when it is read.
 * @throws InspectorError.
 */
export function readMeshes(
  source: GltfSource,
  draco: DracoPrimitives,
  shown: ReadonlySet<number>,
  known: GltfPositionCache,
  findings: FindingList,
  progress: Progress,
): ReadonlyMap<number, readonly (ReadPrimitive | null)[]> {
  const read = new Map<number, readonly (ReadPrimitive | null)[]>();
  const { meshes = [] } = source.document;
  const lastUse = lastMeshes(source.document);
  for (const [mesh, { primitives }] of meshes.entries()) {
    progress(mesh / meshes.length);
    const own = readGltfMesh(source, draco, mesh, known, findings);
    if (shown.has(mesh)) read.set(mesh, own);
    for (const primitive of primitives) {
      draco.delete(primitive);
      const accessor = primitive.attributes['POSITION'];
      if (accessor !== undefined && lastUse.get(accessor) === mesh) known.delete(accessor);
    }
  }
  return read;
}

/** Returns the last mesh that uses the positions of each accessor. */
function lastMeshes({ meshes = [] }: GltfDocument): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const [mesh, { primitives }] of meshes.entries()) {
    for (const { attributes } of primitives) if (attributes['POSITION'] !== undefined) last.set(attributes['POSITION'], mesh);
  }
  return last;
}
