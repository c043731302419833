import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';

export interface Ball {
  readonly center: Vec3;
  readonly radius: number;
}

/**
 * Returns the smallest ball around points (3·N), up to rounding. In each step the farthest point outside joins the points on the surface, and the
 * smallest ball of these few is found among those of all their subsets. The radius grows, so it ends. For points in a plane it is the smallest
 * circle (compare Welzl 1991, and Gärtner's choice of the farthest point).
 */
export function enclosingBall(points: Float64Array): Ball {
  let support: readonly number[] = [0];
  let ball = ballOf(points, support)!;
  for (let steps = 0; steps < 1000; steps++) {
    const farthest = farthestFrom(points, ball.center);
    if (farthest.distance <= ball.radius * (1 + 1e-14) || support.includes(farthest.index)) break;
    const best = smallestOf(points, [...support, farthest.index]);
    if (best === null || !(best.ball.radius > ball.radius)) break;
    ({ ball, support } = best);
  }
  return { center: ball.center, radius: Math.max(ball.radius, farthestFrom(points, ball.center).distance) };
}

/** Hot: squares are compared, and nothing is allocated in the loop. */
function farthestFrom(points: Float64Array, [x, y, z]: Vec3): { readonly index: number; readonly distance: number } {
  let farthest = 0;
  let max = -1;
  for (let at = 0; at < points.length; at += 3) {
    const dx = points[at] - x;
    const dy = points[at + 1] - y;
    const dz = points[at + 2] - z;
    const distanceSq = dx * dx + dy * dy + dz * dz;
    if (distanceSq > max) {
      max = distanceSq;
      farthest = at;
    }
  }
  return { index: farthest / 3, distance: hypot(points[farthest] - x, points[farthest + 1] - y, points[farthest + 2] - z) };
}

/** Returns the smallest ball with some of the points on its surface that contains all of them. */
function smallestOf(points: Float64Array, indices: readonly number[]): { readonly ball: Ball; readonly support: readonly number[] } | null {
  let best: { readonly ball: Ball; readonly support: readonly number[] } | null = null;
  for (let mask = 1; mask < 1 << indices.length; mask++) {
    const support = indices.filter((_, i) => (mask >> i) & 1);
    if (support.length > 4) continue;
    const ball = ballOf(points, support);
    if (ball === null || (best !== null && ball.radius >= best.ball.radius)) continue;
    const isAround = indices.every((i) => {
      const [x, y, z] = ball.center;
      return hypot(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z) <= ball.radius * (1 + 1e-12);
    });
    if (isAround) best = { ball, support };
  }
  return best;
}

/** Returns the smallest ball with one to four points on its surface; `null` if they are not independent. */
function ballOf(points: Float64Array, [first, ...others]: readonly number[]): Ball | null {
  const origin = 3 * first!;
  const edges = others.map(
    (i): Vec3 => [points[3 * i] - points[origin], points[3 * i + 1] - points[origin + 1], points[3 * i + 2] - points[origin + 2]],
  );
  // The centre is a sum of the edges, with dot(centre, edge) = |edge|² / 2.
  const rows = edges.map((p) => [...edges.map((q) => dotOf(p, q)), dotOf(p, p) / 2]);
  const weights = solve(rows);
  if (weights === null) return null;
  const offset = [0, 1, 2].map((k) => edges.reduce((sum, edge, i) => sum + weights[i]! * edge[k]!, 0)) as unknown as Vec3;
  return {
    center: [points[origin] + offset[0], points[origin + 1] + offset[1], points[origin + 2] + offset[2]],
    radius: hypot(...offset),
  };
}

function dotOf(p: Vec3, q: Vec3): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

/** Solves n equations, given as rows of n + 1 numbers, by elimination with pivots; `null` if they are singular. */
function solve(given: readonly (readonly number[])[]): readonly number[] | null {
  const rows = given.map((row) => [...row]);
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column; row < n; row++) if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const lead = rows[column]![column]!;
    if (!(Math.abs(lead) > 0)) return null;
    for (let row = 0; row < n; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / lead;
      for (let k = column; k <= n; k++) rows[row]![k]! -= factor * rows[column]![k]!;
    }
  }
  const solution = rows.map((row, i) => row[n]! / row[i]!);
  return solution.every(Number.isFinite) ? solution : null;
}
