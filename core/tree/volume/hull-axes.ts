import { buildHull, type Hull } from './hull.ts';
import { principalAxes } from './principal-axes.ts';

/**
 * Writes the axes of a box around points into `axes` (9): the principal axes of the surface of their convex hull, every part
 * counting by its area (Gottschalk, Lin & Manocha 1996, §4), so that neither inner points nor crowded vertices turn them.
 * Points in a plane have the outline of their area instead, those on a line its direction, equal ones the frame's axes.
 *
 * Moves the corners of the hull to the front of `points` (3·count) and gives their number.
 */
export function hullAxes(hull: Hull, points: Float64Array, count: number, axes: Float64Array): number {
  const { scale, x, y, z } = normalisation(points, count);
  if (!(scale < Infinity)) {
    axes.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    return Math.min(1, count);
  }
  const normal = new Float64Array(3 * count);
  for (let i = 0; i < 3 * count; i += 3) {
    normal[i] = (points[i] - x) * scale;
    normal[i + 1] = (points[i + 1] - y) * scale;
    normal[i + 2] = (points[i + 2] - z) * scale;
  }
  const triangles = buildHull(hull, normal, count) ? hullTriangles(hull) : outline(normal, count);
  principalAxes(surfaceCovariance(normal, triangles), axes);
  return keepCorners(points, count, triangles);
}

/** What brings points about the origin to an extent of 2: the middle of their box, and a factor, infinite for equal points. */
function normalisation(points: Float64Array, count: number) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * count; i++) {
    if (points[i] < low[i % 3]) low[i % 3] = points[i];
    if (points[i] > high[i % 3]) high[i % 3] = points[i];
  }
  const scale = 2 / Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const [x, y, z] = [0, 1, 2].map((k) => low[k] * 0.5 + high[k] * 0.5) as [number, number, number];
  // Points so far apart that their distance is beyond the range of numbers are as good as equal.
  return { scale: scale > 0 ? scale : Infinity, x, y, z };
}

/** (3·n) the vertices of the faces. */
function hullTriangles({ vertices, alive, faceCount }: Hull): readonly number[] {
  const triangles: number[] = [];
  for (let face = 0; face < faceCount; face++) {
    if (alive[face] === 1) triangles.push(vertices[3 * face], vertices[3 * face + 1], vertices[3 * face + 2]);
  }
  return triangles;
}

/**
 * (3·n) the convex outline of points in a plane as triangles about its first corner (Andrew 1979); of points on a line one
 * triangle from end to end.
 */
function outline(points: Float64Array, count: number): readonly number[] {
  const [u, v] = planeAxes(points, count);
  const order = Array.from({ length: count }, (_, i) => i).sort((p, q) => points[3 * p + u] - points[3 * q + u] || points[3 * p + v] - points[3 * q + v]);
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

/** The two axes onto which a plane projects with the largest area. */
function planeAxes(points: Float64Array, count: number): readonly [number, number] {
  const area = [0, 0, 0];
  for (let i = 3; i < 3 * count; i += 3) {
    for (let j = i + 3; j < Math.min(3 * count, i + 24); j += 3) {
      for (let k = 0; k < 3; k++) {
        const u = (k + 1) % 3, v = (k + 2) % 3;
        area[k] += Math.abs((points[i + u] - points[u]) * (points[j + v] - points[v]) - (points[i + v] - points[v]) * (points[j + u] - points[u]));
      }
    }
  }
  if (area[2] >= area[0] && area[2] >= area[1]) return [0, 1];
  return area[0] >= area[1] ? [1, 2] : [2, 0];
}

/** (6) xx, yy, zz, xy, yz, zx of the covariance of a surface; of the corners alone where it has no area. */
function surfaceCovariance(points: Float64Array, triangles: readonly number[]): Float64Array {
  const sums = new Float64Array(6);
  const middle = new Float64Array(3);
  let total = 0;
  const add = (weight: number, p: number, q: number, r: number): void => {
    const at = [3 * p, 3 * q, 3 * r];
    total += weight;
    for (let k = 0; k < 3; k++) {
      const l = (k + 1) % 3;
      const sumK = points[at[0] + k] + points[at[1] + k] + points[at[2] + k];
      const sumL = points[at[0] + l] + points[at[1] + l] + points[at[2] + l];
      middle[k] += (weight * sumK) / 3;
      let square = sumK * sumK, product = sumK * sumL;
      for (const i of at) {
        square += points[i + k] * points[i + k];
        product += points[i + k] * points[i + l];
      }
      sums[k] += (weight * square) / 12;
      sums[3 + k] += (weight * product) / 12;
    }
  };
  for (let i = 0; i < triangles.length; i += 3) add(area(points, triangles[i], triangles[i + 1], triangles[i + 2]), triangles[i], triangles[i + 1], triangles[i + 2]);
  if (!(total > 0)) for (let i = 0; i < triangles.length; i += 3) add(1, triangles[i], triangles[i + 1], triangles[i + 2]);
  for (let k = 0; k < 3; k++) {
    sums[k] = sums[k] / total - (middle[k] / total) ** 2;
    sums[3 + k] = sums[3 + k] / total - (middle[k] / total) * (middle[(k + 1) % 3] / total);
  }
  return sums;
}

function area(points: Float64Array, a: number, b: number, c: number): number {
  const ux = points[3 * b] - points[3 * a], uy = points[3 * b + 1] - points[3 * a + 1], uz = points[3 * b + 2] - points[3 * a + 2];
  const vx = points[3 * c] - points[3 * a], vy = points[3 * c + 1] - points[3 * a + 1], vz = points[3 * c + 2] - points[3 * a + 2];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}

/** Moves the points that triangles use to the front; gives their number. */
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
