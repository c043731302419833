import type { BakeFormat, TriangleRuns } from '#core/bake';
import { openMeshBytes, type SourceSpace } from '#core/mesh';
import type { ExportOptions } from '#core/options';
import type { MeshWork, ReadMesh } from './mesh-work.ts';

/** In what form a mesh is baked. */
export interface ConvertedForm {
  readonly format: BakeFormat;
  /** What the coordinates of the input mean. */
  readonly space: SourceSpace;
  /** Unit, axes and shapes of the output; `null` keeps the mesh as it is, whole. */
  readonly options: ExportOptions | null;
  /** The triangles to write; `null` for all. */
  readonly runs: TriangleRuns | null;
}

/**
 * Converts a mesh to the form in which it is baked. Returns the request to bake it and the mesh that it holds.
 *
 * @param treesOf returns the trees for the converted mesh; called for formats that hold trees.
 */
export async function convertForBake(
  work: MeshWork,
  read: ReadMesh,
  { format, space, options, runs }: ConvertedForm,
  treesOf: (ready: ReadMesh) => Promise<readonly ArrayBuffer[]>,
) {
  const { imported } = read;
  const converted =
    options === null
      ? { mesh: null, space, notes: [] }
      : await work.run(read.file, 'converting', { kind: 'convert', mesh: imported.mesh, format: format.name, space, options, runs });
  const mesh = converted.mesh ?? imported.mesh;
  const ready: ReadMesh =
    converted.mesh === null ? read : { ...read, mesh: openMeshBytes(mesh), imported: { ...imported, mesh, trees: [] } };
  const trees = format.hasTree ? await treesOf(ready) : [];
  // Findings and the source are about the mesh before.
  const about = converted.mesh === null ? imported : { source: null, findings: [], ignored: [] };
  const { source, findings, ignored } = about;
  const request = {
    kind: 'bake',
    format: format.name,
    mesh,
    trees,
    source,
    space: converted.space,
    findings,
    ignored,
    notes: converted.notes,
  } as const;
  return { request, mesh: ready.mesh };
}
