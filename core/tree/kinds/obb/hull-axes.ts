import { buildHull, crossSq, type Hull } from './hull.ts';
import { principalAxes } from './principal-axes.ts';

/**
 * Writes the axes of a box around points into `axes` (9): the principal axes of the surface of their convex hull, weighted by
 * area (Gottschalk, Lin & Manocha 1996, §4). So inner points and dense vertices have no influence. For points in a
 * plane the convex outline is used, for points on a line its direction, for equal points the coordinate axes.
 *
 * Moves the corners of the hull to the front of `points` (3·all) and returns their number. Hot: once per node.
 */
export function hullAxes(hull: Hull, points: Float64Array, all: number, axes: Float64Array): number {
  const count = all <= maxCompared ? keepDifferent(points, all) : all;
  const { scale, x, y, z } = normalisation(points, count);
  if (!(scale < Infinity)) {
    axes.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    return Math.min(1, count);
  }
  if (hull.normalised.length < 3 * count) hull.normalised = new Float64Array(6 * count);
  const normal = hull.normalised;
  for (let i = 0; i < 3 * count; i += 3) {
    normal[i] = (points[i] - x) * scale;
    normal[i + 1] = (points[i + 1] - y) * scale;
    normal[i + 2] = (points[i + 2] - z) * scale;
  }
  const triangles = buildHull(hull, normal, count) ? hullTriangles(hull) : outline(normal, count);
  principalAxes(surfaceCovariance(normal, triangles), axes);
  return keepCorners(points, count, triangles);
}

/** With more points duplicates are not removed: they come from large nodes, whose remaining corners are rarely shared. */
const maxCompared = 48;

/** Moves the first of equal points to the front; returns the number of different points. Each duplicate would cost a test against all faces. */
function keepDifferent(points: Float64Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    let at = 0;
    while (at < 3 * kept && (points[at] !== x || points[at + 1] !== y || points[at + 2] !== z)) at += 3;
    if (at < 3 * kept) continue;
    points[at] = x;
    points[at + 1] = y;
    points[at + 2] = z;
    kept++;
  }
  return kept;
}

/** Returns the normalisation of points to an extent of 2 around the origin: the middle of their box, and a scale, infinite for equal points. */
function normalisation(points: Float64Array, count: number) {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = 0; i < 3 * count; i += 3) {
    const px = points[i];
    const py = points[i + 1];
    const pz = points[i + 2];
    if (px < x0) x0 = px;
    if (px > x1) x1 = px;
    if (py < y0) y0 = py;
    if (py > y1) y1 = py;
    if (pz < z0) z0 = pz;
    if (pz > z1) z1 = pz;
  }
  const scale = 2 / Math.max(x1 - x0, y1 - y0, z1 - z0);
  const x = x0 * 0.5 + x1 * 0.5;
  const y = y0 * 0.5 + y1 * 0.5;
  const z = z0 * 0.5 + z1 * 0.5;
  // Points whose distance overflows are treated as equal.
  return { scale: scale > 0 ? scale : Infinity, x, y, z };
}

/** Returns (3·n) the vertices of the faces. */
function hullTriangles({ vertices, alive, faceCount }: Hull): readonly number[] {
  const triangles: number[] = [];
  for (let face = 0; face < faceCount; face++) {
    if (alive[face] === 1) triangles.push(vertices[3 * face], vertices[3 * face + 1], vertices[3 * face + 2]);
  }
  return triangles;
}

/**
 * Returns (3·n) the convex outline of points in a plane as a triangle fan (Andrew 1979); for points on a line one
 * degenerate triangle from end to end.
 */
function outline(points: Float64Array, count: number): readonly number[] {
  const [u, v] = planeAxes(points, count);
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (p, q) => points[3 * p + u] - points[3 * q + u] || points[3 * p + v] - points[3 * q + v],
  );
  const turn = (a: number, b: number, c: number): number =>
    (points[3 * b + u] - points[3 * a + u]) * (points[3 * c + v] - points[3 * a + v]) -
    (points[3 * b + v] - points[3 * a + v]) * (points[3 * c + u] - points[3 * a + u]);
  const half = (sorted: readonly number[]): number[] => {
    const chain: number[] = [];
    for (const point of sorted) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const corners = [...half(order), ...half(order.toReversed())];
  if (corners.length < 3) return [order[0], order[0], order[order.length - 1]];
  return corners.slice(2).flatMap((corner, i) => [corners[0], corners[i + 1], corner]);
}

/** Returns the two axes onto which a plane projects with the largest area. */
function planeAxes(points: Float64Array, count: number): readonly [number, number] {
  const area = [0, 0, 0];
  for (let i = 3; i < 3 * count; i += 3) {
    for (let j = i + 3; j < Math.min(3 * count, i + 24); j += 3) {
      for (let k = 0; k < 3; k++) {
        const u = (k + 1) % 3;
        const v = (k + 2) % 3;
        area[k] += Math.abs(
          (points[i + u] - points[u]) * (points[j + v] - points[v]) - (points[i + v] - points[v]) * (points[j + u] - points[u]),
        );
      }
    }
  }
  if (area[2] >= area[0] && area[2] >= area[1]) return [0, 1];
  return area[0] >= area[1] ? [1, 2] : [2, 0];
}

/** Returns (6) xx, yy, zz, xy, yz, zx of the covariance of a surface; of the corners where it has no area. */
function surfaceCovariance(points: Float64Array, triangles: readonly number[]): Float64Array {
  const sums = new Float64Array(6);
  const middle = new Float64Array(3);
  let total = 0;
  const add = (weight: number, p: number, q: number, r: number): void => {
    const a = 3 * p;
    const b = 3 * q;
    const c = 3 * r;
    total += weight;
    for (let k = 0; k < 3; k++) {
      const l = (k + 1) % 3;
      const aK = points[a + k];
      const bK = points[b + k];
      const cK = points[c + k];
      const aL = points[a + l];
      const bL = points[b + l];
      const cL = points[c + l];
      const sumK = aK + bK + cK;
      middle[k] += (weight * sumK) / 3;
      sums[k] += (weight * (sumK * sumK + aK * aK + bK * bK + cK * cK)) / 12;
      sums[3 + k] += (weight * (sumK * (aL + bL + cL) + aK * aL + bK * bL + cK * cL)) / 12;
    }
  };
  for (let i = 0; i < triangles.length; i += 3)
    add(area(points, triangles[i], triangles[i + 1], triangles[i + 2]), triangles[i], triangles[i + 1], triangles[i + 2]);
  if (!(total > 0)) for (let i = 0; i < triangles.length; i += 3) add(1, triangles[i], triangles[i + 1], triangles[i + 2]);
  for (let k = 0; k < 3; k++) {
    sums[k] = sums[k] / total - (middle[k] / total) ** 2;
    sums[3 + k] = sums[3 + k] / total - (middle[k] / total) * (middle[(k + 1) % 3] / total);
  }
  return sums;
}

function area(points: Float64Array, a: number, b: number, c: number): number {
  // With an extent of 2 no square overflows; `Math.hypot` takes ten times as long.
  return Math.sqrt(crossSq(points, a, b, c)) / 2;
}

/** Moves the points that triangles use to the front; returns their number. */
function keepCorners(points: Float64Array, count: number, triangles: readonly number[]): number {
  const isCorner = new Uint8Array(count);
  for (const corner of triangles) isCorner[corner] = 1;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (isCorner[i] === 0) continue;
    if (kept !== i) points.copyWithin(3 * kept, 3 * i, 3 * i + 3);
    kept++;
  }
  return kept;
}
