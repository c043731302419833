import earcut from 'earcut';
import { orient2dSign } from '../../math/orientation.ts';
import type { FlatPolygon } from './project-polygon.ts';

/** Ears take quadratic time at worst: polygons with more corners keep their fan. */
export const maxEarCorners = 1024;

/**
 * Triangles of a simple polygon, as corners of it (3·(n - 2), and two more for each hole), all turning as the polygon does; `null` where there
 * are none: the polygon crosses or touches itself, a hole lies outside of it, or there are too many corners.
 *
 * Ears are clipped by earcut, whose signs may be rounded and which leaves corners out that lie on a line. Those are put back on the edges
 * that they lie on, so that neighbours have no gap; then exact signs say whether the triangles are sound.
 */
export function clipEars({ points, turn, holes = [] }: FlatPolygon): readonly number[] | null {
  const n = points.length / 2;
  const wanted = n - 2 + 2 * holes.length;
  if (n > maxEarCorners) return null;
  // Far from zero its products would lose their digits.
  const near = points.map((value, i) => value - points[i % 2]);
  const triangles = [...earcut(near, [...holes])];
  if (triangles.length / 3 < wanted) splitAtCorners(points, triangles, wanted);
  if (triangles.length !== 3 * wanted) return null;
  for (let i = 0; i < triangles.length; i += 3) {
    const sign = signOf(points, triangles[i], triangles[i + 1], triangles[i + 2]);
    // None may be flat: the fan of such a polygon would do as well.
    if (sign === 0) return null;
    if (sign !== turn) triangles.splice(i, 3, triangles[i], triangles[i + 2], triangles[i + 1]);
  }
  return hasOutline(triangles, nextCorners(n, holes)) ? triangles : null;
}

/** Splits triangles at corners of the polygon that lie inside an edge, until none does. */
function splitAtCorners(points: Float64Array, triangles: number[], wanted: number): void {
  for (let i = 0; i < triangles.length && triangles.length < 3 * wanted; ) {
    const found = cornerOnEdge(points, triangles.slice(i, i + 3));
    if (found === null) i += 3;
    else {
      const [a, b, c, corner] = found;
      triangles.splice(i, 3, a, corner, c, corner, b, c);
    }
  }
}

/** The triangle, turned so that a corner of the polygon lies between its first two. */
function cornerOnEdge(points: Float64Array, triangle: readonly number[]): readonly [number, number, number, number] | null {
  for (let turn = 0; turn < 3; turn++) {
    const [a, b, c] = [triangle[turn], triangle[(turn + 1) % 3], triangle[(turn + 2) % 3]];
    for (let corner = 0; corner < points.length / 2; corner++) {
      if (corner !== a && corner !== b && corner !== c && isBetween(points, a, b, corner)) return [a, b, c, corner];
    }
  }
  return null;
}

function isBetween(points: Float64Array, a: number, b: number, corner: number): boolean {
  if (signOf(points, a, b, corner) !== 0) return false;
  const axis = points[2 * a] === points[2 * b] ? 1 : 0;
  const [from, to, at] = [points[2 * a + axis], points[2 * b + axis], points[2 * corner + axis]];
  return (from < at && at < to) || (to < at && at < from);
}

/** The corner that follows each, on the outline and on each hole. */
function nextCorners(n: number, holes: readonly number[]): readonly number[] {
  const starts = [0, ...holes, n];
  return Array.from({ length: n }, (_, i) => (starts.includes(i + 1) ? starts[starts.indexOf(i + 1) - 1] : i + 1));
}

/** Whether the edges that belong to one triangle alone are those of the polygon and its holes, in their direction: then they fill it once. */
function hasOutline(triangles: readonly number[], next: readonly number[]): boolean {
  const n = next.length;
  const edges = new Set<number>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const edge = triangles[i + k] * n + triangles[i + ((k + 1) % 3)];
      if (edges.has(edge)) return false;
      edges.add(edge);
    }
  }
  let single = 0;
  for (const edge of edges) {
    const from = Math.floor(edge / n);
    const to = edge % n;
    if (edges.has(to * n + from)) continue;
    if (to !== next[from]) return false;
    single++;
  }
  return single === n;
}

function signOf(points: Float64Array, a: number, b: number, c: number): number {
  return orient2dSign(points[2 * a], points[2 * a + 1], points[2 * b], points[2 * b + 1], points[2 * c], points[2 * c + 1]);
}
