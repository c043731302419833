import { decomposeMesh } from '../convex/decompose/decompose-mesh.ts';
import type { SolidComparison } from '../convex/decompose/compare-solids.ts';
import { meshOfHulls } from '../convex/hull/mesh-of-hulls.ts';
import { InspectorError } from '../error.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { DecomposeOptions } from '../options/decompose-options.ts';
import type { JobHost } from './job-host.ts';

export interface DecomposeJobRequest {
  readonly kind: 'decompose';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: DecomposeOptions;
}

export interface DecomposeJobResult extends SolidComparison {
  readonly kind: 'decompose';
  readonly hulls: readonly DecomposedRecord[];
  /** A mesh with one part for each hull; see `openMeshBytes`. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly milliseconds: number;
}

/** A hull of a decomposition in numbers. */
export interface DecomposedRecord {
  readonly name: string;
  readonly vertices: number;
  readonly faces: number;
  readonly volume: number;
  readonly area: number;
}

/** Divides a mesh into convex hulls. @throws InspectorError as `decomposeMesh`, and `invalid-bytes`; whatever `progress` throws. */
export async function runDecompose({ mesh: bytes, options }: DecomposeJobRequest, host: JobHost): Promise<DecomposeJobResult> {
  const start = performance.now();
  const { hulls, ...comparison } = await decomposeMesh(openMeshBytes(bytes), options, host.divideConvex ?? noDivider, host.progress);
  const records = hulls.map(({ name, hull, volume, area }): DecomposedRecord => {
    return { name, vertices: hull.positions.length / 3, faces: hull.faceFirst.length - 1, volume, area };
  });
  const mesh = writeMeshBytes(meshOfHulls(hulls), host.allocateMesh);
  return { kind: 'decompose', hulls: records, ...comparison, mesh, milliseconds: performance.now() - start };
}

function noDivider(): never {
  throw new InspectorError({
    code: 'unsupported-feature',
    message: 'V-HACD is not available here',
    fix: 'Use the method hull, or the application',
    location: {},
  });
}
