import { mayIntersectFlag, mayOverlapFlag } from '../../layouts/study';
import { productUnderflow, relativeBound, underflow } from '../bounds';
import { cutOrder, cutsApart } from '../cut-order';
import { cornersOf, vertexOf } from './live';

/** More than the square of the sine of one degree: `core/health/study/coplanar-overlaps.ts` decides. */
const maxSineSq: f64 = 0.000305;

/** Number of pairs whose boxes are farther apart in f64 than the max distance. */
export let separatePairs: u64 = 0;

let distance: f64 = 0;
let tests: u32 = mayIntersectFlag;

/** Chooses the tests of `mayConcern` by the flags of `layouts/study.ts`, and the max distance of boxes. */
export function chooseTests(maxApart: f64, flags: u32): void {
  distance = maxApart;
  tests = flags;
  separatePairs = 0;
}

/** Leaves out tests for the rest of a walk; `flags` are those that remain. */
export function narrowTests(flags: u32): void {
  tests = flags;
}

/**
 * Returns what two triangles may do, by the chosen flags; decided in f64 where the bounds on rounding allow it. Returns 0 where their boxes are
 * farther apart than the max distance. Triangles may intersect where their boxes overlap and the corners of neither, other than shared ones, lie on
 * one side of the plane of the other. Without shared corners, their intervals on the common line of both planes must overlap too. They may lie over each
 * other where their planes are nearly parallel.
 */
export function mayConcern(a: u32, b: u32): u32 {
  const p = cornersOf(a), q = cornersOf(b);
  const p0 = load<u32>(p), p1 = load<u32>(p, 4), p2 = load<u32>(p, 8);
  const q0 = load<u32>(q), q1 = load<u32>(q, 4), q2 = load<u32>(q, 8);
  const u0 = vertexOf(p0), u1 = vertexOf(p1), u2 = vertexOf(p2);
  const v0 = vertexOf(q0), v1 = vertexOf(q1), v2 = vertexOf(q2);
  const apart = distanceApart(u0, u1, u2, v0, v1, v2);
  if (apart > distance) {
    separatePairs++;
    return 0;
  }
  // The normals of both planes, a lane each, and bounds on their errors.
  const ax = both(u0, v0), ay = both(u0 + 8, v0 + 8), az = both(u0 + 16, v0 + 16);
  const ux = f64x2.sub(both(u1, v1), ax), uy = f64x2.sub(both(u1 + 8, v1 + 8), ay), uz = f64x2.sub(both(u1 + 16, v1 + 16), az);
  const vx = f64x2.sub(both(u2, v2), ax), vy = f64x2.sub(both(u2 + 8, v2 + 8), ay), vz = f64x2.sub(both(u2 + 16, v2 + 16), az);
  const uyvz = f64x2.mul(uy, vz), uzvy = f64x2.mul(uz, vy);
  const uzvx = f64x2.mul(uz, vx), uxvz = f64x2.mul(ux, vz);
  const uxvy = f64x2.mul(ux, vy), uyvx = f64x2.mul(uy, vx);
  const nx = f64x2.sub(uyvz, uzvy), ny = f64x2.sub(uzvx, uxvz), nz = f64x2.sub(uxvy, uyvx);
  let found: u32 = 0;
  if ((tests & mayIntersectFlag) != 0 && !(apart > 0)) {
    // Of the corners that are not shared, the last one again in place of those that are.
    const isP0 = p0 != q0 && p0 != q1 && p0 != q2, isP1 = p1 != q0 && p1 != q1 && p1 != q2, isP2 = p2 != q0 && p2 != q1 && p2 != q2;
    const isQ0 = q0 != p0 && q0 != p1 && q0 != p2, isQ1 = q1 != p0 && q1 != p1 && q1 != p2, isQ2 = q2 != p0 && q2 != p1 && q2 != p2;
    const u = isP2 ? u2 : isP1 ? u1 : u0, v = isQ2 ? v2 : isQ1 ? v1 : v0;
    const sx = sizeOf(uyvz, uzvy), sy = sizeOf(uzvx, uxvz), sz = sizeOf(uxvy, uyvx);
    const h0 = sureHeights(isQ0 ? v0 : v, isP0 ? u0 : u, ax, ay, az, nx, ny, nz, sx, sy, sz);
    const h1 = sureHeights(isQ1 ? v1 : v, isP1 ? u1 : u, ax, ay, az, nx, ny, nz, sx, sy, sz);
    const h2 = sureHeights(v, u, ax, ay, az, nx, ny, nz, sx, sy, sz);
    const zero = f64x2.splat(0);
    const above = v128.and(v128.and(f64x2.gt(h0, zero), f64x2.gt(h1, zero)), f64x2.gt(h2, zero));
    const below = v128.and(v128.and(f64x2.lt(h0, zero), f64x2.lt(h1, zero)), f64x2.lt(h2, zero));
    const isOneSided = (isP0 || isP1 || isP2) && v128.any_true(v128.or(above, below));
    const shareNone = isP0 && isP1 && isP2;
    if (!isOneSided && !(shareNone && areCutsApart(h0, h1, h2, u0, u1, u2, v0, v1, v2))) found = mayIntersectFlag;
  }
  return (tests & mayOverlapFlag) != 0 && areNearlyParallel(nx, ny, nz) ? found | mayOverlapFlag : found;
}

/** Returns whether triangles that cross the plane of the other certainly do not intersect. The heights of a corner of Q and of one of P have a lane each. */
function areCutsApart(h0: v128, h1: v128, h2: v128, u0: usize, u1: usize, u2: usize, v0: usize, v1: usize, v2: usize): bool {
  const zero = f64x2.splat(0);
  if (v128.any_true(v128.or(v128.or(f64x2.eq(h0, zero), f64x2.eq(h1, zero)), f64x2.eq(h2, zero)))) return false;
  // For each height two bits: 2 above the plane, 0 below.
  const s0 = i64x2.bitmask(h0) ^ 3, s1 = i64x2.bitmask(h1) ^ 3, s2 = i64x2.bitmask(h2) ^ 3;
  const qSides = ((s0 & 1) << 1) | ((s1 & 1) << 3) | ((s2 & 1) << 5), pSides = (s0 & 2) | ((s1 & 2) << 2) | ((s2 & 2) << 4);
  return cutOrder(pSides, qSides, u0, u1, u2, v0, v1, v2) == cutsApart;
}

/** Returns how far the boxes of two triangles are apart on the axis where that is farthest; not positive where they overlap. */
// @ts-ignore: decorator
@inline
function distanceApart(u0: usize, u1: usize, u2: usize, v0: usize, v1: usize, v2: usize): f64 {
  const a0 = v128.load(u0), a1 = v128.load(u1), a2 = v128.load(u2), b0 = v128.load(v0), b1 = v128.load(v1), b2 = v128.load(v2);
  const ofA = f64x2.sub(f64x2.pmin(f64x2.pmin(a0, a1), a2), f64x2.pmax(f64x2.pmax(b0, b1), b2));
  const ofB = f64x2.sub(f64x2.pmin(f64x2.pmin(b0, b1), b2), f64x2.pmax(f64x2.pmax(a0, a1), a2));
  const z0 = both(u0 + 16, v0 + 16), z1 = both(u1 + 16, v1 + 16), z2 = both(u2 + 16, v2 + 16);
  const low = f64x2.pmin(f64x2.pmin(z0, z1), z2), high = f64x2.pmax(f64x2.pmax(z0, z1), z2);
  const ofZ = f64x2.sub(low, v128.shuffle<f64>(high, high, 1, 0));
  const all = f64x2.pmax(f64x2.pmax(ofA, ofB), ofZ);
  const first = f64x2.extract_lane(all, 0), second = f64x2.extract_lane(all, 1);
  return first > second ? first : second;
}

/** Returns two f64 at two addresses. */
// @ts-ignore: decorator
@inline
function both(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

// @ts-ignore: decorator
@inline
function sizeOf(a: v128, b: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.abs(a), f64x2.abs(b)), f64x2.splat(productUnderflow));
}

/** Returns the heights of two points over two planes, a lane each; 0 where the sign is not sure. */
// @ts-ignore: decorator
@inline
function sureHeights(
  p: usize, q: usize, x: v128, y: v128, z: v128, nx: v128, ny: v128, nz: v128, sizeX: v128, sizeY: v128, sizeZ: v128,
): v128 {
  const wx = f64x2.sub(both(p, q), x), wy = f64x2.sub(both(p + 8, q + 8), y), wz = f64x2.sub(both(p + 16, q + 16), z);
  const height = f64x2.add(f64x2.add(f64x2.mul(nx, wx), f64x2.mul(ny, wy)), f64x2.mul(nz, wz));
  const size = f64x2.add(f64x2.add(f64x2.mul(sizeX, f64x2.abs(wx)), f64x2.mul(sizeY, f64x2.abs(wy))), f64x2.mul(sizeZ, f64x2.abs(wz)));
  // Infinite where the height overflows: then no sign is sure.
  const bound = f64x2.add(f64x2.mul(size, f64x2.splat(relativeBound)), f64x2.splat(underflow));
  return v128.and(height, f64x2.gt(f64x2.abs(height), bound));
}

/** Returns whether two planes may intersect at an angle of at most one degree. Their normals have a lane each. */
// @ts-ignore: decorator
@inline
function areNearlyParallel(nx: v128, ny: v128, nz: v128): bool {
  const px = f64x2.extract_lane(nx, 0), py = f64x2.extract_lane(ny, 0), pz = f64x2.extract_lane(nz, 0);
  const qx = f64x2.extract_lane(nx, 1), qy = f64x2.extract_lane(ny, 1), qz = f64x2.extract_lane(nz, 1);
  const x = py * qz - pz * qy, y = pz * qx - px * qz, z = px * qy - py * qx;
  return !(x * x + y * y + z * z > maxSineSq * (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz));
}
