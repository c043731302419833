import { fitShapes } from '../convex/fit/fit-shapes.ts';
import type { FittedShape } from '../convex/fit/fitted-shape.ts';
import { meshOfShapes } from '../convex/fit/mesh-of-shapes.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { FitOptions } from '../options/fit-options.ts';
import type { JobHost } from './job-host.ts';

export interface FitJobRequest {
  readonly kind: 'fit';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: FitOptions;
}

export interface FitJobResult {
  readonly kind: 'fit';
  readonly shapes: readonly FitRecord[];
  /** A mesh with one part for each shape; see `openMeshBytes`. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly milliseconds: number;
}

/** A fitted shape as plain data. */
export interface FitRecord {
  readonly part: number | null;
  readonly component: number | null;
  readonly name: string;
  readonly fitted: FittedShape;
  readonly volume: number;
  readonly maxDistance: number;
  readonly contains: boolean;
  readonly hullRatio: number | null;
}

/** Fits primitive shapes to a mesh. @throws InspectorError as `fitShapes`, and `invalid-bytes`; whatever `progress` throws. */
export function runFit({ mesh, options }: FitJobRequest, host: JobHost): FitJobResult {
  const start = performance.now();
  const shapes = fitShapes(openMeshBytes(mesh), options, host.progress).map(({ group: { part, component, name }, ...fit }): FitRecord => {
    return { part, component, name, ...fit };
  });
  const bytes = writeMeshBytes(meshOfShapes(shapes), host.allocateMesh);
  return { kind: 'fit', shapes, mesh: bytes, milliseconds: performance.now() - start };
}
