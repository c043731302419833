import { blockRowBytes } from '../../layouts/wide-tree';

/**
 * Bound on the error of a distance in f32, in units of the frame, for points with coordinates up to 2. The error is less than 5·10⁻⁶, of
 * which 4·10⁻⁷ are the rounding of the point and of the vertices relative to it. All of it is rounding: farther away it grows with the coordinates.
 */
export const distanceSlack: f32 = 7.62939453125e-6;
/** The largest coordinate for which `distanceSlack` is a bound. */
export const slackCoordinate: f64 = 2;
/** Squares below it may have underflowed. */
const minSquare: f32 = 1e-30;

/** Upper and lower bounds on the distances of the point to the four triangles of the last block. */
export let upperBounds: v128 = i64x2.splat(0);
export let lowerBounds: v128 = i64x2.splat(0);
/** From the point to the nearest points of these triangles, or to three times their centres after `supportOfCenter`. */
export let witnessX: v128 = i64x2.splat(0);
export let witnessY: v128 = i64x2.splat(0);
export let witnessZ: v128 = i64x2.splat(0);

// @ts-ignore: decorator
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}

// @ts-ignore: decorator
@inline
function clamped(t: v128): v128 {
  // 0 where the edge has no length, and t is NaN.
  return f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), t));
}

/**
 * Returns whether any of four triangles may be within `limit` of the point. Each is tested by the plane perpendicular to the direction to its
 * centre: a quarter of the work of `measureBlock`, and tighter than its box. False for the NaN of free places. `slack` bounds the error of a distance.
 */
// @ts-ignore: decorator
@inline
export function mayReach(block: usize, x: v128, y: v128, z: v128, limit: f32, slack: f32): bool {
  const support = supportOfCenter(block, x, y, z);
  // The smallest square keeps triangles at very small distances, which have lost digits.
  const length = f32x4.sqrt(f32x4.add(dot(witnessX, witnessY, witnessZ, witnessX, witnessY, witnessZ), f32x4.splat(minSquare)));
  return v128.any_true(f32x4.le(support, f32x4.mul(length, f32x4.splat(limit + slack))));
}

/** Returns the smallest product of a corner of each triangle, relative to the point, and its witness: three times its centre. */
// @ts-ignore: decorator
@inline
export function supportOfCenter(block: usize, x: v128, y: v128, z: v128): v128 {
  const ax = f32x4.sub(v128.load(block), x), ay = f32x4.sub(v128.load(block, blockRowBytes), y), az = f32x4.sub(v128.load(block, 2 * blockRowBytes), z);
  const bx = f32x4.sub(v128.load(block, 3 * blockRowBytes), x), by = f32x4.sub(v128.load(block, 4 * blockRowBytes), y), bz = f32x4.sub(v128.load(block, 5 * blockRowBytes), z);
  const cx = f32x4.sub(v128.load(block, 6 * blockRowBytes), x), cy = f32x4.sub(v128.load(block, 7 * blockRowBytes), y), cz = f32x4.sub(v128.load(block, 8 * blockRowBytes), z);
  const qx = f32x4.add(f32x4.add(ax, bx), cx), qy = f32x4.add(f32x4.add(ay, by), cy), qz = f32x4.add(f32x4.add(az, bz), cz);
  witnessX = qx;
  witnessY = qy;
  witnessZ = qz;
  return f32x4.pmin(f32x4.pmin(dot(qx, qy, qz, ax, ay, az), dot(qx, qy, qz, bx, by, bz)), dot(qx, qy, qz, cx, cy, cz));
}

/** Returns the smallest product of a corner of each triangle, relative to the point, and a direction. */
// @ts-ignore: decorator
@inline
export function supportAlong(block: usize, x: v128, y: v128, z: v128, qx: v128, qy: v128, qz: v128): v128 {
  const a = dot(qx, qy, qz, f32x4.sub(v128.load(block), x), f32x4.sub(v128.load(block, blockRowBytes), y), f32x4.sub(v128.load(block, 2 * blockRowBytes), z));
  const b = dot(qx, qy, qz, f32x4.sub(v128.load(block, 3 * blockRowBytes), x), f32x4.sub(v128.load(block, 4 * blockRowBytes), y), f32x4.sub(v128.load(block, 5 * blockRowBytes), z));
  const c = dot(qx, qy, qz, f32x4.sub(v128.load(block, 6 * blockRowBytes), x), f32x4.sub(v128.load(block, 7 * blockRowBytes), y), f32x4.sub(v128.load(block, 8 * blockRowBytes), z));
  return f32x4.pmin(f32x4.pmin(a, b), c);
}

/**
 * Bounds the distance of the point (x, y, z in the frame, in four lanes each) to four triangles, with a bound on the error of a distance. The bounds
 * of free places have no meaning.
 *
 * The nearest point q of a triangle is computed on its edges and its face; its error does not matter. As a weighted mean of the corners, q is a
 * point of the triangle and bounds the distance from above. As a direction it bounds the distance from below: the triangle lies beyond the
 * plane at min(q·v)/|q|, for its three corners v. `core/shape/sphere-triangle.ts` decides by the same witness.
 */
export function measureBlock(block: usize, x: v128, y: v128, z: v128, slackOfDistance: f32): void {
  const ax = f32x4.sub(v128.load(block), x), ay = f32x4.sub(v128.load(block, blockRowBytes), y), az = f32x4.sub(v128.load(block, 2 * blockRowBytes), z);
  const bx = f32x4.sub(v128.load(block, 3 * blockRowBytes), x), by = f32x4.sub(v128.load(block, 4 * blockRowBytes), y), bz = f32x4.sub(v128.load(block, 5 * blockRowBytes), z);
  const cx = f32x4.sub(v128.load(block, 6 * blockRowBytes), x), cy = f32x4.sub(v128.load(block, 7 * blockRowBytes), y), cz = f32x4.sub(v128.load(block, 8 * blockRowBytes), z);
  const ux = f32x4.sub(bx, ax), uy = f32x4.sub(by, ay), uz = f32x4.sub(bz, az);
  const vx = f32x4.sub(cx, ax), vy = f32x4.sub(cy, ay), vz = f32x4.sub(cz, az);
  const wx = f32x4.sub(cx, bx), wy = f32x4.sub(cy, by), wz = f32x4.sub(cz, bz);

  // The nearest points of the three edges.
  let t = clamped(f32x4.neg(f32x4.div(dot(ax, ay, az, ux, uy, uz), dot(ux, uy, uz, ux, uy, uz))));
  let qx = f32x4.add(ax, f32x4.mul(t, ux)), qy = f32x4.add(ay, f32x4.mul(t, uy)), qz = f32x4.add(az, f32x4.mul(t, uz));
  let square = dot(qx, qy, qz, qx, qy, qz);
  t = clamped(f32x4.neg(f32x4.div(dot(ax, ay, az, vx, vy, vz), dot(vx, vy, vz, vx, vy, vz))));
  let px = f32x4.add(ax, f32x4.mul(t, vx)), py = f32x4.add(ay, f32x4.mul(t, vy)), pz = f32x4.add(az, f32x4.mul(t, vz));
  let other = dot(px, py, pz, px, py, pz);
  let isNearer = f32x4.lt(other, square);
  qx = v128.bitselect(px, qx, isNearer);
  qy = v128.bitselect(py, qy, isNearer);
  qz = v128.bitselect(pz, qz, isNearer);
  square = f32x4.pmin(square, other);
  t = clamped(f32x4.neg(f32x4.div(dot(bx, by, bz, wx, wy, wz), dot(wx, wy, wz, wx, wy, wz))));
  px = f32x4.add(bx, f32x4.mul(t, wx));
  py = f32x4.add(by, f32x4.mul(t, wy));
  pz = f32x4.add(bz, f32x4.mul(t, wz));
  other = dot(px, py, pz, px, py, pz);
  isNearer = f32x4.lt(other, square);
  qx = v128.bitselect(px, qx, isNearer);
  qy = v128.bitselect(py, qy, isNearer);
  qz = v128.bitselect(pz, qz, isNearer);

  // The weights of the projection of the point onto the face: all are above 0 where it is inside.
  const nx = f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy)), ny = f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz)), nz = f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx));
  const wa = weight(nx, ny, nz, bx, by, bz, wx, wy, wz);
  const wc = weight(nx, ny, nz, ax, ay, az, ux, uy, uz);
  const wb = f32x4.neg(weight(nx, ny, nz, ax, ay, az, vx, vy, vz));
  const zero = f32x4.splat(0);
  const isInside = v128.and(v128.and(f32x4.gt(wa, zero), f32x4.gt(wb, zero)), f32x4.gt(wc, zero));
  if (v128.any_true(isInside)) {
    const share = f32x4.div(f32x4.splat(1), f32x4.add(f32x4.add(wa, wb), wc));
    const sb = f32x4.mul(wb, share), sc = f32x4.mul(wc, share);
    qx = v128.bitselect(f32x4.add(ax, f32x4.add(f32x4.mul(sb, ux), f32x4.mul(sc, vx))), qx, isInside);
    qy = v128.bitselect(f32x4.add(ay, f32x4.add(f32x4.mul(sb, uy), f32x4.mul(sc, vy))), qy, isInside);
    qz = v128.bitselect(f32x4.add(az, f32x4.add(f32x4.mul(sb, uz), f32x4.mul(sc, vz))), qz, isInside);
  }

  witnessX = qx;
  witnessY = qy;
  witnessZ = qz;
  square = dot(qx, qy, qz, qx, qy, qz);
  const length = f32x4.sqrt(square);
  const slack = f32x4.splat(slackOfDistance);
  const support = f32x4.pmin(f32x4.pmin(dot(qx, qy, qz, ax, ay, az), dot(qx, qy, qz, bx, by, bz)), dot(qx, qy, qz, cx, cy, cz));
  upperBounds = f32x4.add(length, slack);
  lowerBounds = v128.and(f32x4.sub(f32x4.div(support, length), slack), f32x4.gt(square, f32x4.splat(minSquare)));
}

/** Returns n · (p × e), the weight of the corner opposite to the edge e that begins at p, relative to the point. */
// @ts-ignore: decorator
@inline
function weight(nx: v128, ny: v128, nz: v128, px: v128, py: v128, pz: v128, ex: v128, ey: v128, ez: v128): v128 {
  const x = f32x4.sub(f32x4.mul(py, ez), f32x4.mul(pz, ey));
  const y = f32x4.sub(f32x4.mul(pz, ex), f32x4.mul(px, ez));
  const z = f32x4.sub(f32x4.mul(px, ey), f32x4.mul(py, ex));
  return dot(nx, ny, nz, x, y, z);
}
