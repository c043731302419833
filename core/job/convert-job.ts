import type { BakeNote } from '../bake/bake-note.ts';
import type { BakeFormatName } from '../bake/bake-format.ts';
import { exportMesh } from '../bake/export/export-mesh.ts';
import type { TriangleRuns } from '../mesh/mesh-of-runs.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { ExportOptions } from '../options/export-options.ts';
import type { JobHost } from './job-host.ts';

export interface ConvertJobRequest {
  readonly kind: 'convert';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** The format that will be written. */
  readonly format: BakeFormatName;
  readonly space: SourceSpace;
  readonly options: ExportOptions;
  readonly runs: TriangleRuns | null;
}

export interface ConvertJobResult {
  readonly kind: 'convert';
  /** See `openMeshBytes`; `null` if nothing changes, so that the mesh of the request is the result. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer | null;
  readonly space: SourceSpace;
  readonly notes: readonly BakeNote[];
}

/** Converts a mesh for an export. @throws InspectorError as `exportMesh`, and `invalid-bytes`; whatever `progress` throws. */
export function runConvert({ mesh: bytes, format, space, options, runs }: ConvertJobRequest, host: JobHost): ConvertJobResult {
  const source = openMeshBytes(bytes);
  const exported = exportMesh(source, { format, space, options, runs }, host.progress);
  const mesh = exported.mesh === source ? null : writeMeshBytes(exported.mesh, host.allocateMesh);
  return { kind: 'convert', mesh, space: exported.space, notes: exported.notes };
}
