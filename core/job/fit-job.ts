import { fitShapes, fitSpheres } from '../convex/fit/fit-shapes.ts';
import type { BothWayDistance } from '../convex/fit/both-way-distance.ts';
import type { SpherePack } from '../convex/fit/sphere-pack.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
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
  /** Empty for packs of spheres. */
  readonly shapes: readonly FitRecord[];
  readonly packs: readonly PackRecord[];
  /** A mesh with one part for each shape; see `openMeshBytes`. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly milliseconds: number;
}

/** A fitted shape as plain data. */
export interface FitRecord extends BothWayDistance {
  readonly part: number | null;
  readonly component: number | null;
  readonly name: string;
  readonly fitted: FittedShape;
  readonly volume: number;
  readonly maxDistance: number;
  readonly contains: boolean;
  readonly hullRatio: number | null;
}

/** A pack of spheres as plain data. */
export interface PackRecord extends SpherePack {
  readonly part: number | null;
  readonly component: number | null;
  readonly name: string;
}

/** Fits primitive shapes to a mesh. @throws InspectorError as `fitShapes`, and `invalid-bytes`; whatever `progress` throws. */
export function runFit({ mesh, options }: FitJobRequest, host: JobHost): FitJobResult {
  const start = performance.now();
  const { shape } = options;
  if (shape === 'spheres') return packedSpheres(openMeshBytes(mesh), options, host, start);
  const shapes = fitShapes(openMeshBytes(mesh), { ...options, shape }, host.progress).map(
    ({ group: { part, component, name }, ...fit }): FitRecord => {
      return { part, component, name, ...fit };
    },
  );
  const bytes = writeMeshBytes(meshOfShapes(shapes), host.allocateMesh);
  return { kind: 'fit', shapes, packs: [], mesh: bytes, milliseconds: performance.now() - start };
}

function packedSpheres(mesh: TriangleMesh, options: FitOptions, host: JobHost, start: number): FitJobResult {
  const packs = fitSpheres(mesh, options, host.progress).map(({ group: { part, component, name }, ...pack }): PackRecord => {
    return { part, component, name, ...pack };
  });
  const spheres = packs.flatMap(({ name, spheres: all }) =>
    all.map((ball, i) => ({ name: `${name}_${i}`, fitted: { shape: 'sphere' as const, ...ball } })),
  );
  const bytes = writeMeshBytes(meshOfShapes(spheres), host.allocateMesh);
  return { kind: 'fit', shapes: [], packs, mesh: bytes, milliseconds: performance.now() - start };
}
