import { meshHulls } from '../convex/hull/mesh-hulls.ts';
import { meshOfHulls } from '../convex/hull/mesh-of-hulls.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { HullOptions } from '../options/hull-options.ts';
import type { JobHost } from './job-host.ts';

export interface HullJobRequest {
  readonly kind: 'hull';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: HullOptions;
}

export interface HullJobResult {
  readonly kind: 'hull';
  readonly hulls: readonly HullRecord[];
  /** A mesh with one part for each hull that is not a line or a point; see `openMeshBytes`. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly milliseconds: number;
}

/** A convex hull in numbers. */
export interface HullRecord {
  readonly part: number | null;
  readonly component: number | null;
  readonly name: string;
  readonly dimension: number;
  readonly vertices: number;
  readonly faces: number;
  readonly volume: number;
  readonly area: number;
  readonly exactVolume: number;
  readonly maxDistance: number;
}

/** Finds the convex hulls of a mesh. @throws InspectorError as `meshHulls`, and `invalid-bytes`; whatever `progress` throws. */
export function runHull({ mesh, options }: HullJobRequest, host: JobHost): HullJobResult {
  const start = performance.now();
  const found = meshHulls(openMeshBytes(mesh), options, host.progress);
  const hulls = found.map(({ group: { part, component, name }, hull, ...measures }): HullRecord => {
    const counts = { vertices: hull.positions.length / 3, faces: hull.faceFirst.length - 1 };
    return { part, component, name, dimension: hull.dimension, ...counts, ...measures };
  });
  const named = found.map(({ group: { name }, hull }) => ({ name, hull }));
  const bytes = writeMeshBytes(meshOfHulls(named), host.allocateMesh);
  return { kind: 'hull', hulls, mesh: bytes, milliseconds: performance.now() - start };
}
