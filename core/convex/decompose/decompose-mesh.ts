import { InspectorError } from '../../error.ts';
import { boundsCenter, boundsRadius, meshBounds } from '../../mesh/bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { DecomposeOptions } from '../../options/decompose-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { hullMeasures, type HullMeasures } from '../hull/hull-measures.ts';
import { simplifyHull } from '../hull/simplify-hull.ts';
import { groupPoints, createMarks, triangleGroups } from '../triangle-groups.ts';
import { compareSolids, type SolidComparison } from './compare-solids.ts';

/**
 * Divides a solid into nearly convex parts and returns the points (3·N) of each. The host has it: V-HACD is a library in WebAssembly. Empty if it
 * finds no part.
 */
export type DivideConvex = (
  positions: Float32Array<ArrayBuffer>,
  indices: Uint32Array<ArrayBuffer>,
  options: Pick<DecomposeOptions, 'maxHulls' | 'concavity' | 'resolution'>,
) => Promise<readonly Float64Array[]>;

/** A convex decomposition of a mesh. */
export interface Decomposition extends SolidComparison {
  readonly hulls: readonly DecomposedHull[];
}

export interface DecomposedHull extends HullMeasures {
  readonly name: string;
  readonly hull: ConvexHull;
}

/**
 * Divides a mesh into convex hulls that approximate it (catalogue S2), and compares both. Parts without a volume are left out.
 * @throws InspectorError `no-triangles`; `invalid-argument` as `simplifyHull`, and for a mesh without a solid part; whatever `progress` throws.
 */
export async function decomposeMesh(
  mesh: TriangleMesh,
  options: DecomposeOptions,
  divide: DivideConvex,
  progress: Progress = noProgress,
): Promise<Decomposition> {
  const { name } = triangleGroups(mesh, 'whole')[0]!;
  const sets = options.method === 'hull' ? componentPoints(mesh) : await dividedPoints(mesh, options, divide);
  progress(0.4);
  const hulls = sets
    .map((points) => convexHull(points))
    .filter(({ dimension }) => dimension === 3)
    .map((hull) => (options.maxVertices === 0 ? hull : simplifyHull(hull, options.maxVertices, () => progress(0.4)).hull))
    .map((hull, i): DecomposedHull => ({ name: `${name}_hull_${String(i + 1).padStart(2, '0')}`, hull, ...hullMeasures(hull) }));
  if (hulls.length === 0) {
    throw new InspectorError({
      code: 'invalid-argument',
      message: 'The mesh has no part with a volume',
      fix: 'Use boxwood convex hull, or give a mesh that is not flat',
      location: {},
    });
  }
  return { hulls, ...compareSolids(mesh, hulls, (fraction) => progress(0.4 + 0.6 * fraction)) };
}

function componentPoints(mesh: TriangleMesh): readonly Float64Array[] {
  const marks = createMarks(mesh);
  return triangleGroups(mesh, 'component').map((group) => groupPoints(mesh, group, marks));
}

/** The library has f32: the mesh is moved to the origin and scaled to a radius of 1. */
async function dividedPoints(mesh: TriangleMesh, options: DecomposeOptions, divide: DivideConvex): Promise<readonly Float64Array[]> {
  const bounds = meshBounds(mesh)!;
  const [center, radius] = [boundsCenter(bounds), boundsRadius(bounds)];
  const welded = weldVertices(mesh);
  const positions = Float32Array.from(mesh.positions, (value, i) => (Number.isFinite(value) ? (value - center[i % 3]!) / radius : 0));
  const indices: number[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const [a, b, c] = [0, 1, 2].map((k) => welded[mesh.indices[3 * triangle + k]]) as [number, number, number];
    if (a !== b && b !== c && c !== a) indices.push(a, b, c);
  }
  const parts = await divide(positions, Uint32Array.from(indices), options);
  return parts.map((points) => points.map((value, i) => value * radius + center[i % 3]!));
}
