import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TriangleFilter } from '../../query/triangle-filter.ts';
import { checkSweep } from './check.ts';
import type { ShapeSweep } from './query.ts';
import { setupSweep, type SweepSetup } from './setup.ts';
import { touchesExactly } from './touches-exactly.ts';

/** What exact arithmetic says about a sweep and an interval. */
export interface ExactSweep {
  readonly state: 'miss' | 'hit' | 'startsInside';
  /** Triangles that the shape touches at time 0, ascending. */
  readonly startTriangles: readonly number[];
  /** Triangles that the shape touches in the interval, ascending. */
  readonly intervalTriangles: readonly number[];
  /** Whether the shape touches a triangle before the interval. */
  readonly touchesBefore: boolean;
}

/**
 * Test oracle of `sweepShape`: decides every triangle in exact arithmetic, without a tree and without an advance in time. `interval` is
 * what the sweep reported. Contact before it is tested up to the f64 before `lo`.
 * @throws InspectorError `invalid-argument` as `sweepShape`.
 */
export function sweepBruteForce(
  mesh: TriangleMesh,
  sweep: ShapeSweep,
  interval: readonly [lo: number, hi: number] | null,
  accepts: TriangleFilter = null,
): ExactSweep {
  checkSweep(sweep);
  const setup = setupSweep(sweep);
  const triangles = Array.from({ length: triangleCount(mesh) }, (_, triangle) => triangle).filter(
    (triangle) => isFiniteTriangle(mesh, triangle) && accepts?.(triangle) !== false,
  );
  const touching = triangles.filter((triangle) => mayTouch(setup, mesh, triangle) && touchesExactly(setup, mesh, triangle, 0, 1));
  const startTriangles = touching.filter((triangle) => touchesExactly(setup, mesh, triangle, 0, 0));
  const before = interval === null || interval[0] <= 0 ? null : interval[0] * (1 - 2 ** -53);
  return {
    state: startTriangles.length > 0 ? 'startsInside' : touching.length > 0 ? 'hit' : 'miss',
    startTriangles,
    intervalTriangles: interval === null ? [] : touching.filter((triangle) => touchesExactly(setup, mesh, triangle, ...interval)),
    touchesBefore: before !== null && touching.some((triangle) => touchesExactly(setup, mesh, triangle, 0, before)),
  };
}

/** Whether the box of a triangle is near that of the shape on its whole way: boxes further apart than any rounding prove that they do not touch. */
function mayTouch({ sweep: { from, to }, around, size }: SweepSetup, { positions, indices }: TriangleMesh, triangle: number): boolean {
  const slack = size * 2 ** -40;
  for (let k = 0; k < 3; k++) {
    const [a, b, c] = [0, 1, 2].map((corner) => positions[3 * indices[3 * triangle + corner]! + k]!) as [number, number, number];
    if (Math.min(a, b, c) > Math.max(from[k]!, to[k]!) + around[k + 3]! + slack) return false;
    if (Math.max(a, b, c) < Math.min(from[k]!, to[k]!) + around[k]! - slack) return false;
  }
  return true;
}
