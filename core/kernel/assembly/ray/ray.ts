import { allocate } from '../arena';
import { originX, originY, originZ, pairOf, scale } from '../frame';

/**
 * The address of the ray of the query. Its f32 numbers are in memory, in four lanes each, and are loaded before a loop: an engine may
 * compute again in every iteration what it knows how to compute.
 */
export let ray: usize = 0;
/** f32x4 each: the point of entry x y z, 1 / direction x y z, then the shear and the stretch of `block.ts`. */
export const startByte: usize = 0;
export const inverseByte: usize = 48;
export const shearXByte: usize = 96;
export const shearYByte: usize = 112;
export const stretchByte: usize = 128;
/** u32 x 3 each. Offsets of the rows of a node that have the near planes, and of the rows of a block for the axes used as x, y and z. */
export const nearRowByte: usize = 144;
export const axisRowByte: usize = 160;
/** f64 x 3 each, for the choice of axes alone: origin in source space, direction of length 1, 1 / direction. */
const originByte: usize = 176;
export const unitByte: usize = 208;
const exactInverseByte: usize = 240;
const rayBytes: usize = 272;

/**
 * The box of the root relative to the frame's origin. Like every box of the tree it is padded by at least 2⁻²⁰ of the frame. So a ray that hits
 * a triangle enters the box earlier, by more than the rounding of f64.
 */
let lowXY: v128 = i64x2.splat(0);
let lowZ: v128 = i64x2.splat(0);
let highXY: v128 = i64x2.splat(0);
let highZ: v128 = i64x2.splat(0);
/** The same numbers. */
export let boundLowX: f64 = 0;
export let boundLowY: f64 = 0;
export let boundLowZ: f64 = 0;
export let boundHighX: f64 = 0;
export let boundHighY: f64 = 0;
export let boundHighZ: f64 = 0;

/** The input of the f64 test of a triangle; see `RaySetup` in `core/shape/ray-setup.ts`. */
export let rayX: f64 = 0;
export let rayY: f64 = 0;
export let rayZ: f64 = 0;
export let axisX: i32 = 0;
export let axisY: i32 = 0;
export let axisZ: i32 = 0;
export let shearX: f64 = 0;
export let shearY: f64 = 0;
export let inverseZ: f64 = 0;
export let reach: f64 = 0;
export let far: f64 = 0;
/** 32 roundings. */
const rayRounding: f64 = 3.552713678800501e-15;
/** Hits up to this distance are certainly not beyond the far end. */
export let sureFar: f64 = 0;
/** Relative error of a distance in f64, from the rounding of its computation and of the direction; and of one that the host has computed. */
export let distanceRounding: f64 = rayRounding;
export let exactRounding: f64 = 0;
/** The distance at which the ray enters the padded box, in units of the frame. */
export let entered: f64 = 0;

/** Sets the box of the root relative to the origin of the frame, and reserves the ray; false without memory. */
export function setBounds(lx: f64, ly: f64, lz: f64, hx: f64, hy: f64, hz: f64): bool {
  lowXY = pairOf(lx, ly);
  lowZ = f64x2.splat(lz);
  highXY = pairOf(hx, hy);
  highZ = f64x2.splat(hz);
  boundLowX = lx;
  boundLowY = ly;
  boundLowZ = lz;
  boundHighX = hx;
  boundHighY = hy;
  boundHighZ = hz;
  ray = allocate(rayBytes);
  return ray != 0;
}

/**
 * Call it after `setRay` with the rounded difference of two ends. It widens all bounds of the f64 tests, so that they hold for the exact segment.
 * A component of the unit direction has an error of at most three more roundings. So a sheared coordinate has one of 16 instead of 8 roundings,
 * and the other bounds grow with its square at most. The bounds in f32 are larger by far. The host decides hits near the end.
 */
export function widenToSegment(length: f64): void {
  sureFar = length * (1 - 9.094947017729282e-13);
  reach *= 4;
  distanceRounding = 4 * rayRounding;
  exactRounding = 8.881784197001252e-16;
}

export const passes: i32 = 0;
export const enters: i32 = 1;
export const isTooFar: i32 = 2;

/** Beyond this number of units of the frame f64 is not precise enough. */
export const maxDistance: f64 = 1048576;
/** See `normalizeInto`. */
export const unitTolerance: f64 = 1.7763568394002505e-15;
export const minPlainSquares: f64 = 3.054936363499605e-151;
export const maxPlainSquares: f64 = 3.273390607896142e150;
export const growing: f64 = 4.149515568880993e180;
export const shrinking: f64 = 2.8451311993408992e-160;
const maxReach: f64 = 3.273390607896142e150;

// @ts-ignore: decorator
@inline
function swapped(v: v128): v128 {
  return v128.shuffle<f64>(v, v, 1, 0);
}

// @ts-ignore: decorator
@inline
function spreadTo(at: usize, xy: v128, z: v128): void {
  const all = v128.shuffle<i32>(f32x4.demote_f64x2_zero(xy), f32x4.demote_f64x2_zero(z), 0, 1, 4, 6);
  v128.store(at, v128.shuffle<i32>(all, all, 0, 0, 0, 0));
  v128.store(at, v128.shuffle<i32>(all, all, 1, 1, 1, 1), 16);
  v128.store(at, v128.shuffle<i32>(all, all, 2, 2, 2, 2), 32);
}

/**
 * Prepares a ray. Returns whether it `passes` the box of the tree, `enters` it, or `isTooFar` away for culling in f32.
 *
 * The direction is normalised and the f64 fields are computed by the same operations as in `setupRay`, so that every triangle gets the
 * same result in both. The ray is clipped to the box in f64 before its origin is rounded: within the box the error of f32 is 2⁻²⁴.
 */
export function setRay(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, end: f64): i32 {
  const r = ray;
  let unitXY = pairOf(dx, dy), unitZ = f64x2.splat(dz);
  // Most directions have length 1 already: this saves a root and divisions.
  const squares = dx * dx + dy * dy + dz * dz;
  if (!(abs(squares - 1) <= unitTolerance)) {
    normalise(unitXY, unitZ, squares);
    unitXY = v128.load(r, unitByte);
    unitZ = v128.load(r, unitByte + 16);
  }
  const inverseXY = f64x2.div(f64x2.splat(1), unitXY), inverseOfZ = f64x2.div(f64x2.splat(1), unitZ);
  far = end;
  sureFar = end;
  distanceRounding = rayRounding;
  exactRounding = 0;

  const localXY = f64x2.sub(pairOf(ox, oy), pairOf(originX, originY)), localZ = f64x2.splat(oz - originZ);
  const toLowXY = f64x2.sub(lowXY, localXY), toLowZ = f64x2.sub(lowZ, localZ);
  const toHighXY = f64x2.sub(highXY, localXY), toHighZ = f64x2.sub(highZ, localZ);
  let farthest = f64x2.pmax(f64x2.pmax(f64x2.abs(toLowXY), f64x2.abs(toHighXY)), f64x2.pmax(f64x2.abs(toLowZ), f64x2.abs(toHighZ)));
  farthest = f64x2.pmax(farthest, swapped(farthest));
  reach = f64x2.extract_lane(farthest, 0) * (1 + 8.881784197001252e-16);
  if (reach > maxReach) reach = f64.POSITIVE_INFINITY;
  const s = f64x2.splat(scale);
  if (!(f64x2.extract_lane(farthest, 0) * scale < maxDistance)) return isTooFar;

  const firstXY = f64x2.mul(f64x2.mul(toLowXY, s), inverseXY), firstZ = f64x2.mul(f64x2.mul(toLowZ, s), inverseOfZ);
  const lastXY = f64x2.mul(f64x2.mul(toHighXY, s), inverseXY), lastZ = f64x2.mul(f64x2.mul(toHighZ, s), inverseOfZ);
  let entry = f64x2.pmax(f64x2.splat(0), f64x2.pmin(firstXY, lastXY));
  entry = f64x2.pmax(entry, f64x2.pmin(firstZ, lastZ));
  entry = f64x2.pmax(entry, swapped(entry));
  let exit = f64x2.pmin(f64x2.splat(f64.POSITIVE_INFINITY), f64x2.pmax(firstXY, lastXY));
  exit = f64x2.pmin(exit, f64x2.pmax(firstZ, lastZ));
  exit = f64x2.pmin(exit, swapped(exit));
  entered = f64x2.extract_lane(entry, 0);
  if (entered > f64x2.extract_lane(exit, 0)) return passes;

  const startXY = f64x2.add(f64x2.mul(localXY, s), f64x2.mul(entry, unitXY)), startZ = f64x2.add(f64x2.mul(localZ, s), f64x2.mul(entry, unitZ));
  spreadTo(r + startByte, startXY, startZ);
  spreadTo(r + inverseByte, inverseXY, inverseOfZ);
  const backwards = i64x2.bitmask(inverseXY) | (i64x2.bitmask(inverseOfZ) << 2);
  store<u32>(r, (backwards & 1) << 5, nearRowByte);
  store<u32>(r, 64 + ((backwards & 2) << 4), nearRowByte + 4);
  store<u32>(r, 128 + ((backwards & 4) << 3), nearRowByte + 8);
  store<f64>(r, ox, originByte);
  store<f64>(r, oy, originByte + 8);
  store<f64>(r, oz, originByte + 16);
  v128.store(r, unitXY, unitByte);
  v128.store(r, unitZ, unitByte + 16);
  v128.store(r, inverseXY, exactInverseByte);
  v128.store(r, inverseOfZ, exactInverseByte + 16);
  chooseAxes(abs(f64x2.extract_lane(unitXY, 0)), abs(f64x2.extract_lane(unitXY, 1)), abs(f64x2.extract_lane(unitZ, 0)));
  return enters;
}

/** Writes a direction of length 1, by the same operations as `normalizeInto`. */
function normalise(xy: v128, z: v128, plainSquares: f64): void {
  let length: f64;
  if (plainSquares >= minPlainSquares && plainSquares <= maxPlainSquares) {
    length = sqrt(plainSquares);
  } else {
    const scale = f64x2.splat(plainSquares < 1 ? growing : shrinking);
    xy = f64x2.mul(xy, scale);
    z = f64x2.mul(z, scale);
    const squares = f64x2.mul(xy, xy);
    length = sqrt(f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1) + f64x2.extract_lane(f64x2.mul(z, z), 0));
  }
  v128.store(ray, f64x2.div(xy, f64x2.splat(length)), unitByte);
  v128.store(ray, f64x2.div(z, f64x2.splat(length)), unitByte + 16);
}

/** Chooses as z the axis with the largest component of the direction, the lowest among equals; x and y follow it cyclically. */
function chooseAxes(absX: f64, absY: f64, absZ: f64): void {
  const r = ray;
  const isZ = i32(absZ > absX) & i32(absZ > absY);
  const kz = isZ != 0 ? 2 : i32(absY > absX);
  const kx = kz == 2 ? 0 : kz + 1, ky = kz == 0 ? 2 : kz - 1;
  axisX = kx;
  axisY = ky;
  axisZ = kz;
  rayX = load<f64>(r + (<usize>kx << 3), originByte);
  rayY = load<f64>(r + (<usize>ky << 3), originByte);
  rayZ = load<f64>(r + (<usize>kz << 3), originByte);
  inverseZ = load<f64>(r + (<usize>kz << 3), exactInverseByte);
  const across = pairOf(load<f64>(r + (<usize>kx << 3), unitByte), load<f64>(r + (<usize>ky << 3), unitByte));
  const shear = f64x2.div(across, v128.load64_splat(r + (<usize>kz << 3), unitByte));
  shearX = f64x2.extract_lane(shear, 0);
  shearY = f64x2.extract_lane(shear, 1);
  const shear32 = f32x4.demote_f64x2_zero(shear);
  v128.store(r, v128.shuffle<f32>(shear32, shear32, 0, 0, 0, 0), shearXByte);
  v128.store(r, v128.shuffle<f32>(shear32, shear32, 1, 1, 1, 1), shearYByte);
  v128.store(r, f32x4.splat(<f32>inverseZ), stretchByte);
  store<u32>(r, kx << 4, axisRowByte);
  store<u32>(r, ky << 4, axisRowByte + 4);
  store<u32>(r, kz << 4, axisRowByte + 8);
}

/**
 * Returns a limit on the distance as f32 in the frame, counted from the point of entry, with a slack of 2⁻²⁰ of it and 2⁻²¹. That is three times
 * the rounding of the corners of a triangle along the ray (√3 · 1.5·2⁻²⁴, and 3·2⁻²⁴ of the distance) and of the limit. Boxes need no slack: they are padded.
 */
// @ts-ignore: decorator
@inline
export function limitInFrame(limit: f64): f32 {
  return <f32>((limit * scale - entered) * (1 + 9.5367431640625e-7) + 4.76837158203125e-7);
}
