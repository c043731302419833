import { originX, originY, originZ, scale } from '../frame';
import { boundHighX, boundHighY, boundHighZ, boundLowX, boundLowY, boundLowZ, growing, maxDistance, maxPlainSquares, minPlainSquares, shrinking, unitTolerance } from '../ray/ray';
import { axesByte, axesOf, entryByte, inverseByte, placeByte, preparedBytes, shearByte } from './prepared-ray';
import { groupDirections, groupLimits, groupOrigins, prepared } from './ray-memory';

/** Relative and absolute slack of a limit, see `limitInFrame`. */
const slack: f64 = 9.5367431640625e-7;
const offset: f64 = 4.76837158203125e-7;

/** What happens to a prepared ray: bits 0 and 2 of the result of `preparePair`, and bits 1 and 3 for the second ray. */
export const entersBit: i32 = 1;
export const isForHostBit: i32 = 4;
const bothEnterBits: i32 = 3;

/**
 * Prepares the rays i and i + 1 of a group, as `setRay` does. Directions become unit vectors. Returns bits: whether each enters the box of the tree, then
 * whether each is left to the host: it is too far away for f32, or invalid. Of a pair of which none enters, it only writes the fields of the hit. After an odd number of rays it prepares one more place, since room is even.
 */
export function preparePair(i: u32): i32 {
  const from = groupOrigins + 24 * <usize>i, along = groupDirections + 24 * <usize>i;
  const o0 = v128.load(from), o1 = v128.load(from, 16), o2 = v128.load(from, 32);
  let d0 = v128.load(along), d1 = v128.load(along, 16), d2 = v128.load(along, 32);
  let ux = v128.shuffle<f64>(d0, d1, 0, 3), uy = v128.shuffle<f64>(d0, d2, 1, 2), uz = v128.shuffle<f64>(d1, d2, 0, 3);
  const squares = f64x2.add(f64x2.add(f64x2.mul(ux, ux), f64x2.mul(uy, uy)), f64x2.mul(uz, uz));
  const isUnit = f64x2.le(f64x2.abs(f64x2.sub(squares, f64x2.splat(1))), f64x2.splat(unitTolerance));
  // Most directions have length 1 already.
  if (!i64x2.all_true(isUnit)) {
    let x = ux, y = uy, z = uz, plainSquares = squares;
    const isPlain = v128.and(f64x2.ge(squares, f64x2.splat(minPlainSquares)), f64x2.le(squares, f64x2.splat(maxPlainSquares)));
    if (!i64x2.all_true(isPlain)) {
      const scaling = v128.bitselect(f64x2.splat(growing), f64x2.splat(shrinking), f64x2.lt(squares, f64x2.splat(1)));
      const by = v128.bitselect(f64x2.splat(1), scaling, isPlain);
      x = f64x2.mul(ux, by);
      y = f64x2.mul(uy, by);
      z = f64x2.mul(uz, by);
      plainSquares = f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z));
    }
    const length = f64x2.sqrt(plainSquares);
    ux = v128.bitselect(ux, f64x2.div(x, length), isUnit);
    uy = v128.bitselect(uy, f64x2.div(y, length), isUnit);
    uz = v128.bitselect(uz, f64x2.div(z, length), isUnit);
    v128.store(along, v128.shuffle<f64>(ux, uy, 0, 2));
    v128.store(along, v128.shuffle<f64>(uz, ux, 0, 3), 16);
    v128.store(along, v128.shuffle<f64>(uy, uz, 1, 3), 32);
  }
  const one = f64x2.splat(1), zero = f64x2.splat(0), s = f64x2.splat(scale);
  const ix = f64x2.div(one, ux), iy = f64x2.div(one, uy), iz = f64x2.div(one, uz);
  const lx = f64x2.sub(v128.shuffle<f64>(o0, o1, 0, 3), f64x2.splat(originX));
  const ly = f64x2.sub(v128.shuffle<f64>(o0, o2, 1, 2), f64x2.splat(originY));
  const lz = f64x2.sub(v128.shuffle<f64>(o1, o2, 0, 3), f64x2.splat(originZ));
  const lowX = f64x2.sub(f64x2.splat(boundLowX), lx), lowY = f64x2.sub(f64x2.splat(boundLowY), ly), lowZ = f64x2.sub(f64x2.splat(boundLowZ), lz);
  const highX = f64x2.sub(f64x2.splat(boundHighX), lx), highY = f64x2.sub(f64x2.splat(boundHighY), ly), highZ = f64x2.sub(f64x2.splat(boundHighZ), lz);
  const farthest = f64x2.pmax(
    f64x2.pmax(f64x2.pmax(f64x2.abs(lowX), f64x2.abs(highX)), f64x2.pmax(f64x2.abs(lowY), f64x2.abs(highY))),
    f64x2.pmax(f64x2.abs(lowZ), f64x2.abs(highZ)),
  );
  const far = v128.load(groupLimits + 8 * <usize>i);
  // NaN or infinite for origins and directions that are not finite, and NaN for directions of length 0. Where the sum of finite numbers overflows, the host casts the ray.
  const sum = f64x2.add(f64x2.add(f64x2.add(v128.shuffle<f64>(o0, o1, 0, 3), v128.shuffle<f64>(o0, o2, 1, 2)), v128.shuffle<f64>(o1, o2, 0, 3)), f64x2.add(f64x2.add(ux, uy), uz));
  const isValid = v128.and(f64x2.eq(f64x2.sub(sum, sum), zero), f64x2.ge(far, zero));
  const isNear = v128.and(isValid, f64x2.lt(f64x2.mul(farthest, s), f64x2.splat(maxDistance)));
  const firstX = f64x2.mul(f64x2.mul(lowX, s), ix), lastX = f64x2.mul(f64x2.mul(highX, s), ix);
  const firstY = f64x2.mul(f64x2.mul(lowY, s), iy), lastY = f64x2.mul(f64x2.mul(highY, s), iy);
  const firstZ = f64x2.mul(f64x2.mul(lowZ, s), iz), lastZ = f64x2.mul(f64x2.mul(highZ, s), iz);
  const entry = f64x2.pmax(f64x2.pmax(f64x2.pmax(zero, f64x2.pmin(firstX, lastX)), f64x2.pmin(firstY, lastY)), f64x2.pmin(firstZ, lastZ));
  const exit = f64x2.pmin(
    f64x2.pmin(f64x2.pmin(f64x2.splat(f64.POSITIVE_INFINITY), f64x2.pmax(firstX, lastX)), f64x2.pmax(firstY, lastY)),
    f64x2.pmax(firstZ, lastZ),
  );
  const way = f64x2.sub(f64x2.mul(far, s), entry);
  const limit = f64x2.add(f64x2.mul(way, f64x2.splat(1 + slack)), f64x2.splat(offset));
  const sure = f64x2.sub(f64x2.mul(way, f64x2.splat(1 - slack)), f64x2.splat(offset));
  const enters = v128.andnot(v128.and(isNear, f64x2.ge(limit, zero)), f64x2.gt(entry, exit));
  const to = prepared + preparedBytes * <usize>i;
  // No hit yet: no place, and an infinite distance.
  store<u64>(to, 0x7f80_0000_0000_0000, placeByte);
  store<u64>(to + preparedBytes, 0x7f80_0000_0000_0000, placeByte);
  const states = i64x2.bitmask(enters) | (i64x2.bitmask(v128.not(isNear)) << 2);
  // Neighbouring camera rays often both miss the box.
  if ((states & bothEnterBits) == 0) return states;
  // The axis of the largest component, the lowest among equals, is used as z. The others follow it cyclically.
  const bx = f64x2.abs(ux), by = f64x2.abs(uy), bz = f64x2.abs(uz);
  const isZ = v128.and(f64x2.gt(bz, bx), f64x2.gt(bz, by)), isY = v128.andnot(f64x2.gt(by, bx), isZ);
  const stretch = v128.bitselect(iz, v128.bitselect(iy, ix, isY), isZ);
  const shearX = f64x2.mul(v128.bitselect(ux, v128.bitselect(uz, uy, isY), isZ), stretch);
  const shearY = f64x2.mul(v128.bitselect(uy, v128.bitselect(ux, uz, isY), isZ), stretch);
  writeRows(to, entryByte, f64x2.add(f64x2.mul(lx, s), f64x2.mul(entry, ux)), f64x2.add(f64x2.mul(ly, s), f64x2.mul(entry, uy)), f64x2.add(f64x2.mul(lz, s), f64x2.mul(entry, uz)), limit);
  writeRows(to, inverseByte, ix, iy, iz, sure);
  writeRows(to, shearByte, shearX, shearY, stretch, zero);
  const signX = i64x2.bitmask(ix), signY = i64x2.bitmask(iy), signZ = i64x2.bitmask(iz), onY = i64x2.bitmask(isY), onZ = i64x2.bitmask(isZ);
  store<u32>(to, axesOf(signX & 1, signY & 1, signZ & 1, (onY & 1) | ((onZ & 1) << 1)), axesByte);
  store<u32>(to + preparedBytes, axesOf(signX >> 1, signY >> 1, signZ >> 1, (onY >> 1) | (onZ & 2)), axesByte);
  return states;
}

/** Writes four f32 of two rays. */
// @ts-ignore: decorator
@inline
function writeRows(to: usize, at: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab = v128.shuffle<i32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 4, 1, 5);
  const cd = v128.shuffle<i32>(f32x4.demote_f64x2_zero(c), f32x4.demote_f64x2_zero(d), 0, 4, 1, 5);
  v128.store(to + at, v128.shuffle<i64>(ab, cd, 0, 2));
  v128.store(to + at + preparedBytes, v128.shuffle<i64>(ab, cd, 1, 3));
}
