import { closestPointTriangle } from './closest-point-triangle.ts';

/** Number of values of a distance: the point of the first triangle, the offset to that of the second, and a separating direction. */
export const distanceWords = 9;
const offsetAt = 3;
/** Where in a distance the separating direction is. */
export const proofAt = 6;

const unit = 2 ** -53;
const underflow = 1e-290;

/**
 * Returns the squared distance of two triangles (9 numbers each) that do not intersect, in plain f64. Writes to `out` (9) the closest
 * point of p, the offset from it to that of q, and the separating direction. `scratch` has 4 numbers.
 *
 * It is the smallest of six distances from a vertex to the other triangle (Ericson, Real-Time Collision Detection, 2005, 5.1.5) and
 * nine distances of edges. Both points are on their triangles up to a few roundings, so the distance is too small by at most these.
 * `minDistance` bounds how much it may be too large. Hot: bench `distance`.
 */
export function triangleDistanceSq(p: Float64Array, q: Float64Array, out: Float64Array, scratch: Float64Array): number {
  let best = Infinity;
  for (let i = 0; i < 9; i += 3) {
    closestPointTriangle(q[i], q[i + 1], q[i + 2], p, 0, 3, 6, scratch);
    const x = scratch[0];
    const y = scratch[1];
    const z = scratch[2];
    const square = x * x + y * y + z * z;
    if (square < best) {
      best = square;
      write(out, q[i] + x, q[i + 1] + y, q[i + 2] + z, -x, -y, -z, -x, -y, -z);
    }
    closestPointTriangle(p[i], p[i + 1], p[i + 2], q, 0, 3, 6, scratch);
    const u = scratch[0];
    const v = scratch[1];
    const w = scratch[2];
    const other = u * u + v * v + w * w;
    if (other < best) {
      best = other;
      write(out, p[i], p[i + 1], p[i + 2], u, v, w, u, v, w);
    }
  }
  for (let i = 0; i < 9; i += 3) for (let j = 0; j < 9; j += 3) best = edgesDistanceSq(p, i, q, j, best, out);
  return best;
}

/**
 * Returns the squared distance of two corners and writes it to `out`, if they are certainly the nearest points of both triangles; else -1. They are where
 * the other corners of both are beyond the planes through them, across the vector between them, by more than all rounding. `extent` is theirs. Meshes are
 * mostly nearest at corners, which several triangles share: there this takes a third of the time of `triangleDistanceSq`. Hot.
 */
export function cornersDistanceSq(p: Float64Array, q: Float64Array, out: Float64Array, extent = extentOf(p, q)): number {
  let best = Infinity;
  let a = 0;
  let b = 0;
  for (let i = 0; i < 9; i += 3) {
    for (let j = 0; j < 9; j += 3) {
      const ux = q[j] - p[i];
      const uy = q[j + 1] - p[i + 1];
      const uz = q[j + 2] - p[i + 2];
      const square = ux * ux + uy * uy + uz * uz;
      if (!(square < best)) continue;
      best = square;
      a = i;
      b = j;
    }
  }
  const x = q[b] - p[a];
  const y = q[b + 1] - p[a + 1];
  const z = q[b + 2] - p[a + 2];
  const bound = 64 * unit * extent * extent + underflow;
  for (let i = 0; i < 9; i += 3) {
    // Not `<=`: NaN is not certain.
    if (i !== a && !(x * (p[a] - p[i]) + y * (p[a + 1] - p[i + 1]) + z * (p[a + 2] - p[i + 2]) > bound)) return -1;
    if (i !== b && !(x * (q[i] - q[b]) + y * (q[i + 1] - q[b + 1]) + z * (q[i + 2] - q[b + 2]) > bound)) return -1;
  }
  write(out, p[a], p[a + 1], p[a + 2], x, y, z, x, y, z);
  return best;
}

/** Returns the squared distance of the edges from i of p and from j of q if it is within both and below `best`; else `best`. Hot. */
function edgesDistanceSq(p: Float64Array, i: number, q: Float64Array, j: number, best: number, out: Float64Array): number {
  const k = i === 6 ? 0 : i + 3;
  const l = j === 6 ? 0 : j + 3;
  const ux = p[k] - p[i];
  const uy = p[k + 1] - p[i + 1];
  const uz = p[k + 2] - p[i + 2];
  const vx = q[l] - q[j];
  const vy = q[l + 1] - q[j + 1];
  const vz = q[l + 2] - q[j + 2];
  const rx = q[j] - p[i];
  const ry = q[j + 1] - p[i + 1];
  const rz = q[j + 2] - p[i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const size = nx * nx + ny * ny + nz * nz;
  const height = rx * nx + ry * ny + rz * nz;
  // The lines are not nearer than `best`.
  if (!(size > underflow) || height * height > best * size * (1 + 2 ** -20)) return best;
  const s = (nx * (ry * vz - rz * vy) + ny * (rz * vx - rx * vz) + nz * (rx * vy - ry * vx)) / size;
  const t = (nx * (ry * uz - rz * uy) + ny * (rz * ux - rx * uz) + nz * (rx * uy - ry * ux)) / size;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return best;
  const x = rx + t * vx - s * ux;
  const y = ry + t * vy - s * uy;
  const z = rz + t * vz - s * uz;
  const square = x * x + y * y + z * z;
  if (!(square < best)) return best;
  // The common normal is a more accurate direction than the offset of two close points.
  const sign = height < 0 ? -1 : 1;
  write(out, p[i] + s * ux, p[i + 1] + s * uy, p[i + 2] + s * uz, x, y, z, sign * nx, sign * ny, sign * nz);
  return square;
}

function write(
  out: Float64Array,
  ax: number,
  ay: number,
  az: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  out[0] = ax;
  out[1] = ay;
  out[2] = az;
  out[offsetAt] = x;
  out[offsetAt + 1] = y;
  out[offsetAt + 2] = z;
  out[proofAt] = nx;
  out[proofAt + 1] = ny;
  out[proofAt + 2] = nz;
}

/**
 * Returns a lower bound of the distance: the width of the slab between p and q along the direction that `triangleDistanceSq` wrote to
 * `out`. 0 if the direction does not separate them. `extent` is theirs.
 */
export function minDistance(p: Float64Array, q: Float64Array, out: Float64Array, extent = extentOf(p, q)): number {
  const largest = Math.max(Math.abs(out[proofAt]), Math.abs(out[proofAt + 1]), Math.abs(out[proofAt + 2]));
  if (!(largest > 0 && largest < Infinity)) return 0;
  const x = out[proofAt] / largest;
  const y = out[proofAt + 1] / largest;
  const z = out[proofAt + 2] / largest;
  const bound = ((gapAlong(p, q, x, y, z) - gapError * extent) / Math.sqrt(x * x + y * y + z * z)) * (1 - 16 * unit);
  return bound > 0 ? bound : 0;
}

/** Bound on the error of `gapAlong` for a vector of length up to √3, as a part of the extent of both triangles. */
export const gapError = 64 * unit;

/** Returns the width of the slab between p and q along a vector, times its length; negative if they overlap there. Hot. */
export function gapAlong(p: Float64Array, q: Float64Array, x: number, y: number, z: number): number {
  const ox = p[0];
  const oy = p[1];
  const oz = p[2];
  const highest = Math.max(0, x * (p[3] - ox) + y * (p[4] - oy) + z * (p[5] - oz), x * (p[6] - ox) + y * (p[7] - oy) + z * (p[8] - oz));
  const lowest = Math.min(
    x * (q[0] - ox) + y * (q[1] - oy) + z * (q[2] - oz),
    x * (q[3] - ox) + y * (q[4] - oy) + z * (q[5] - oz),
    x * (q[6] - ox) + y * (q[7] - oy) + z * (q[8] - oz),
  );
  return lowest - highest;
}

/** Returns the largest extent of both triangles along an axis, from the first corner of p: error bounds are parts of it. */
export function extentOf(p: Float64Array, q: Float64Array): number {
  let extent = 0;
  for (let i = 0; i < 9; i++) extent = Math.max(extent, Math.abs(p[i] - p[i % 3]), Math.abs(q[i] - p[i % 3]));
  return extent;
}
