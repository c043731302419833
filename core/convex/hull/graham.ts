import { orient2dSign } from '../../math/orientation.ts';

/**
 * Returns the corners of the convex hull of points in a plane, counter-clockwise, without points on its sides. Two indices for points on a line,
 * one if all are equal. Signs are exact. The first corner is the lowest point, of several the leftmost.
 *
 * Source: Graham, "An efficient algorithm for determining the convex hull of a finite planar set" (1972). Points at equal angles are sorted
 * by distance, so the nearer ones are removed.
 * @param points (2·N) at least one, all finite.
 */
export function grahamHull(points: Float64Array): readonly number[] {
  const { start, others } = sortedByAngle(points);
  const hull = [start];
  for (const point of others) {
    while (hull.length > 1 && turn(points, hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
    hull.push(point);
  }
  return hull;
}

/**
 * Returns the number of points whose angle in the sort of `grahamHull` is that of another one. They are why the sort compares distances too: without it,
 * a nearer point after a farther one would become a corner.
 */
export function countEqualAngles(points: Float64Array): number {
  const { start, others } = sortedByAngle(points);
  const isEqual = (i: number): boolean => i > 0 && i < others.length && turn(points, start, others[i - 1]!, others[i]!) === 0;
  return others.filter((_, i) => isEqual(i) || isEqual(i + 1)).length;
}

/** Returns the lowest, leftmost point, and the others by their angle seen from it, then by their distance; without those equal to it. */
function sortedByAngle(points: Float64Array): { readonly start: number; readonly others: readonly number[] } {
  const count = points.length / 2;
  let start = 0;
  for (let i = 1; i < count; i++) {
    const dy = points[2 * i + 1] - points[2 * start + 1];
    if (dy < 0 || (dy === 0 && points[2 * i] < points[2 * start])) start = i;
  }
  const others: number[] = [];
  for (let i = 0; i < count; i++) if (!isSame(points, i, start)) others.push(i);
  others.sort((p, q) => -turn(points, start, p, q) || farther(points, p, q) || p - q);
  return { start, others };
}

function isSame(points: Float64Array, i: number, j: number): boolean {
  return points[2 * i] === points[2 * j] && points[2 * i + 1] === points[2 * j + 1];
}

/** Returns 1 for a left turn at b, -1 for a right turn, 0 on a line. */
function turn(points: Float64Array, a: number, b: number, c: number): number {
  return orient2dSign(points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1], points[2 * c], points[2 * c + 1]);
}

/** Compares the distances of two points in one direction from the lowest, leftmost point: the farther one is higher, or at its height farther right. */
function farther(points: Float64Array, p: number, q: number): number {
  return points[2 * p + 1] - points[2 * q + 1] || points[2 * p] - points[2 * q];
}
