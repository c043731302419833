import { meshOfBodies } from '../convex/collider/collider.ts';
import type { ColliderRating } from '../convex/collider/rate-collider.ts';
import type { DecomposeNote } from '../convex/decompose/decompose-note.ts';
import { type BodyRecord, bodyRecord, decomposeMesh } from '../convex/decompose/decompose-mesh.ts';
import type { OpenEdgeCount } from '../mesh/count-open-edges.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { DecomposeOptions } from '../options/decompose-options.ts';
import type { JobHost } from './job-host.ts';

export interface DecomposeJobRequest {
  readonly kind: 'decompose';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: DecomposeOptions;
}

export interface DecomposeJobResult extends ColliderRating {
  readonly kind: 'decompose';
  readonly hulls: readonly BodyRecord[];
  readonly notes: readonly DecomposeNote[];
  /** Of the mesh; none for a closed one. */
  readonly openEdges: readonly OpenEdgeCount[];
  /** A mesh with one part for each body; see `openMeshBytes`. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly milliseconds: number;
}

/** Divides a mesh into convex hulls. @throws InspectorError as `decomposeMesh`, and `invalid-bytes`; whatever `progress` throws. */
export async function runDecompose({ mesh: bytes, options }: DecomposeJobRequest, host: JobHost): Promise<DecomposeJobResult> {
  const start = performance.now();
  const { bodies, notes, ...rating } = await decomposeMesh(openMeshBytes(bytes), options, host.dividers ?? {}, host.progress);
  const mesh = writeMeshBytes(meshOfBodies(bodies), host.allocateMesh);
  return { kind: 'decompose', hulls: bodies.map(bodyRecord), notes, ...rating, mesh, milliseconds: performance.now() - start };
}
