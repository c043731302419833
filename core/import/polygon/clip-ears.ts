import earcut from 'earcut';
import { orient2dSign } from '../../math/orientation.ts';
import type { FlatPolygon } from './project-polygon.ts';

/** Maximum corners for ear clipping, which takes quadratic time in the worst case. Larger polygons keep their fan. */
export const maxEarCorners = 1024;

/**
 * Returns the triangles of a simple polygon as indices of its corners (3·(n - 2), plus two triangles for each hole),
 * with the winding of the polygon. Returns `null` if the polygon crosses or touches itself, a hole is outside, or it
 * has too many corners.
 *
 * Ears are clipped by earcut, which can round signs and leaves out collinear corners. These corners are inserted into
 * their edges again, so that neighbouring polygons have no gap. Exact signs then check the triangles.
 */
export function clipEars({ points, winding, holes = [] }: FlatPolygon): readonly number[] | null {
  const n = points.length / 2;
  const wanted = n - 2 + 2 * holes.length;
  if (n > maxEarCorners) return null;
  // Relative to a corner: far from zero the products would lose digits.
  const near = points.map((value, i) => value - points[i % 2]);
  const triangles = [...earcut(near, [...holes])];
  if (triangles.length / 3 < wanted) splitAtCorners(points, triangles, wanted);
  if (triangles.length !== 3 * wanted) return null;
  for (let i = 0; i < triangles.length; i += 3) {
    const sign = signOf(points, triangles[i], triangles[i + 1], triangles[i + 2]);
    // No triangle may be degenerate: the fan of such a polygon would be as good.
    if (sign === 0) return null;
    if (sign !== winding) triangles.splice(i, 3, triangles[i], triangles[i + 2], triangles[i + 1]);
  }
  return hasOutline(triangles, nextCorners(n, holes)) ? triangles : null;
}

/** Splits triangles at corners of the polygon that lie inside an edge, until there are none. */
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

/** Returns the triangle, rotated so that a corner of the polygon lies between its first two, and that corner. */
function cornerOnEdge(points: Float64Array, triangle: readonly number[]): readonly [number, number, number, number] | null {
  for (let winding = 0; winding < 3; winding++) {
    const [a, b, c] = [triangle[winding], triangle[(winding + 1) % 3], triangle[(winding + 2) % 3]];
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

/** Returns the next corner of each corner, on the outline and on each hole. */
function nextCorners(n: number, holes: readonly number[]): readonly number[] {
  const starts = [0, ...holes, n];
  return Array.from({ length: n }, (_, i) => (starts.includes(i + 1) ? starts[starts.indexOf(i + 1) - 1] : i + 1));
}

/**
 * Returns whether the boundary edges of the triangles are the edges of the polygon and its holes, in their direction.
 * Then the triangles fill the polygon exactly once.
 */
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
