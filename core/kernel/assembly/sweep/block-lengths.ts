import { distanceSlack, measureBlock, lowerBounds, supportAlong, supportOfCenter, upperBounds, witnessX, witnessY, witnessZ } from '../distance/block-distance';
import { path, startByte, unitByte } from './path';

/**
 * More than the error of a length in f32, in units of the frame. It has three parts: the error of a distance (see `distanceSlack`), that of the
 * position of the moving point (2·10⁻⁶), and the arithmetic here (10⁻⁶).
 */
export const lengthSlack: f32 = 1.52587890625e-5;
/** More than the error of the cosine between a witness and the path. */
const cosineSlack: f32 = 9.5367431640625e-7;
/** More than the errors of a length, of the support of a corner (10⁻⁶) and of the drift over a path of length 8 (4·10⁻⁶). */
const planeSlack: f32 = 3.0517578125e-5;
/** The search ends after this many steps, or where none of the four lengths grows by more than this. */
const maxSteps: i32 = 6;
const minAdvance: f32 = 0.000244140625;

/** Bounds on the lengths at which the sphere first touches the four triangles of the last block. */
export let firstLengths: v128 = i64x2.splat(0);
export let lastLengths: v128 = i64x2.splat(0);

/**
 * Bounds the lengths along the path at which a sphere first touches the four triangles of a block. The sphere is known to be free of them before
 * `entry`. Returns the lanes of those that it may touch up to `limit`, a bit each; free places give none.
 *
 * At some length, the plane through the nearest point of a triangle separates the triangle from the moving point. Where this plane is
 * reached, the next step begins: Newton's method, which never passes the contact (compare `core/sweep/convex/triangle-time.ts`). The sphere
 * around the nearest point bounds the length from above, since this point is of the triangle.
 */
export function boundLengths(block: usize, free: v128, entry: f32, radius: f32, limit: f32, window: f32): i32 {
  const p = path;
  const sx = v128.load(p, startByte), sy = v128.load(p, startByte + 16), sz = v128.load(p, startByte + 32);
  const ux = v128.load(p, unitByte), uy = v128.load(p, unitByte + 16), uz = v128.load(p, unitByte + 32);
  const zero = f32x4.splat(0), slack = f32x4.splat(lengthSlack), smallest = f32x4.splat(cosineSlack);
  const outer = f32x4.splat(radius + lengthSlack), inner = f32x4.splat(radius - 2 * lengthSlack);
  const reachSq = f32x4.splat((radius - lengthSlack) * (radius - lengthSlack) * <f32>0.99999904632568359375);
  let lengths = f32x4.splat(entry);
  let lasts = f32x4.splat(f32.POSITIVE_INFINITY);
  let maxLength = limit;

  // The plane perpendicular to the direction to the centre of each triangle: a quarter of the work of a step.
  let x = f32x4.add(sx, f32x4.mul(lengths, ux)), y = f32x4.add(sy, f32x4.mul(lengths, uy)), z = f32x4.add(sz, f32x4.mul(lengths, uz));
  const support = supportOfCenter(block, x, y, z);
  const size = f32x4.sqrt(dot(witnessX, witnessY, witnessZ, witnessX, witnessY, witnessZ));
  let cosine = f32x4.add(f32x4.pmax(zero, f32x4.div(dot(witnessX, witnessY, witnessZ, ux, uy, uz), size)), smallest);
  // NaN, where the centre is at the moving point, advances by nothing.
  lengths = f32x4.add(lengths, f32x4.pmax(zero, f32x4.div(f32x4.sub(f32x4.div(support, size), outer), cosine)));

  let wanted = v128.andnot(f32x4.le(lengths, f32x4.splat(maxLength + window)), free);
  if (!v128.any_true(wanted)) return 0;
  wanted = v128.andnot(wanted, passesBy(block, x, y, z, ux, uy, uz, radius, maxLength + window - entry));
  if (!v128.any_true(wanted)) return 0;
  const away = v128.not(wanted);
  for (let step = 0; step < maxSteps; step++) {
    x = f32x4.add(sx, f32x4.mul(lengths, ux));
    y = f32x4.add(sy, f32x4.mul(lengths, uy));
    z = f32x4.add(sz, f32x4.mul(lengths, uz));
    measureBlock(block, x, y, z, distanceSlack);
    const qx = witnessX, qy = witnessY, qz = witnessZ;
    const length = f32x4.sub(upperBounds, f32x4.splat(distanceSlack));
    const along = dot(qx, qy, qz, ux, uy, uz);
    cosine = f32x4.add(f32x4.pmax(zero, f32x4.div(along, length)), smallest);
    const advance = f32x4.pmax(zero, f32x4.div(f32x4.sub(lowerBounds, outer), cosine));

    // The path reaches the sphere around the witness; the distance there is computed again, since a root loses digits.
    const root = f32x4.sqrt(f32x4.pmax(zero, f32x4.add(f32x4.sub(f32x4.mul(along, along), f32x4.mul(length, length)), f32x4.mul(inner, inner))));
    const ahead = f32x4.pmax(zero, f32x4.sub(along, root));
    const ex = f32x4.sub(qx, f32x4.mul(ahead, ux)), ey = f32x4.sub(qy, f32x4.mul(ahead, uy)), ez = f32x4.sub(qz, f32x4.mul(ahead, uz));
    const reaches = v128.andnot(f32x4.le(dot(ex, ey, ez, ex, ey, ez), reachSq), away);
    lasts = f32x4.pmin(lasts, v128.bitselect(f32x4.add(f32x4.add(lengths, ahead), slack), f32x4.splat(f32.POSITIVE_INFINITY), reaches));
    let least = f32x4.pmin(lasts, v128.shuffle<f32>(lasts, lasts, 2, 3, 0, 1));
    least = f32x4.pmin(least, v128.shuffle<f32>(least, least, 1, 0, 3, 2));
    maxLength = min(maxLength, f32x4.extract_lane(least, 0));

    lengths = f32x4.add(lengths, advance);
    wanted = v128.andnot(f32x4.le(lengths, f32x4.splat(maxLength + window)), away);
    if (!v128.any_true(v128.and(wanted, f32x4.gt(advance, f32x4.splat(minAdvance))))) break;
  }
  firstLengths = lengths;
  lastLengths = lasts;
  return i32x4.bitmask(wanted);
}

/**
 * Returns the lanes of triangles that a plane along the path separates from the sphere. The plane is perpendicular to the shortest way from the
 * path to the centre of the triangle, which `supportOfCenter` left. Rounding tilts it a little, so the drift over `length` is subtracted.
 */
// @ts-ignore: decorator
@inline
function passesBy(block: usize, x: v128, y: v128, z: v128, ux: v128, uy: v128, uz: v128, radius: f32, length: f32): v128 {
  const ahead = dot(witnessX, witnessY, witnessZ, ux, uy, uz);
  const qx = f32x4.sub(witnessX, f32x4.mul(ahead, ux)), qy = f32x4.sub(witnessY, f32x4.mul(ahead, uy)), qz = f32x4.sub(witnessZ, f32x4.mul(ahead, uz));
  const drift = f32x4.mul(f32x4.abs(dot(qx, qy, qz, ux, uy, uz)), f32x4.splat(length));
  const size = f32x4.sqrt(dot(qx, qy, qz, qx, qy, qz));
  const support = supportAlong(block, x, y, z, qx, qy, qz);
  return f32x4.gt(f32x4.sub(support, drift), f32x4.mul(size, f32x4.splat(radius + planeSlack)));
}

// @ts-ignore: decorator
@inline
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ax, bx), f32x4.mul(ay, by)), f32x4.mul(az, bz));
}
