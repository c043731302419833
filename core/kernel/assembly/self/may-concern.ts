import { mayIntersectFlag, mayOverlapFlag } from '../../layouts/study';
import { cornersOf, vertexOf } from './live';

/** 2⁻⁴⁹ and the bound on underflow, as in `core/math/orientation.ts`. */
const relativeBound: f64 = 1.7763568394002505e-15;
const underflow: f64 = 1e-300;
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
 * one side of the plane of the other. They may lie over each other where their planes are nearly parallel.
 */
export function mayConcern(a: u32, b: u32): u32 {
  const p = cornersOf(a), q = cornersOf(b);
  const p0 = load<u32>(p), p1 = load<u32>(p, 4), p2 = load<u32>(p, 8);
  const q0 = load<u32>(q), q1 = load<u32>(q, 4), q2 = load<u32>(q, 8);
  const u0 = vertexOf(p0), u1 = vertexOf(p1), u2 = vertexOf(p2);
  const v0 = vertexOf(q0), v1 = vertexOf(q1), v2 = vertexOf(q2);
  let apart: f64 = -Infinity;
  for (let k: usize = 0; k < 24; k += 8) {
    const a0 = load<f64>(u0 + k), a1 = load<f64>(u1 + k), a2 = load<f64>(u2 + k);
    const b0 = load<f64>(v0 + k), b1 = load<f64>(v1 + k), b2 = load<f64>(v2 + k);
    apart = max(apart, max(min(a0, min(a1, a2)) - max(b0, max(b1, b2)), min(b0, min(b1, b2)) - max(a0, max(a1, a2))));
  }
  if (apart > distance) {
    separatePairs++;
    return 0;
  }
  let found: u32 = 0;
  if ((tests & mayIntersectFlag) != 0 && !(apart > 0)) {
    // Of the corners that are not shared, the last one again in place of those that are.
    const isP0 = p0 != q0 && p0 != q1 && p0 != q2, isP1 = p1 != q0 && p1 != q1 && p1 != q2, isP2 = p2 != q0 && p2 != q1 && p2 != q2;
    const isQ0 = q0 != p0 && q0 != p1 && q0 != p2, isQ1 = q1 != p0 && q1 != p1 && q1 != p2, isQ2 = q2 != p0 && q2 != p1 && q2 != p2;
    const u = isP2 ? u2 : isP1 ? u1 : u0, v = isQ2 ? v2 : isQ1 ? v1 : v0;
    const areApart = (isP0 || isP1 || isP2) &&
      (isOnOneSide(u0, u1, u2, isQ0 ? v0 : v, isQ1 ? v1 : v, v) || isOnOneSide(v0, v1, v2, isP0 ? u0 : u, isP1 ? u1 : u, u));
    if (!areApart) found = mayIntersectFlag;
  }
  return (tests & mayOverlapFlag) != 0 && areNearlyParallel(u0, u1, u2, v0, v1, v2) ? found | mayOverlapFlag : found;
}

/** Returns whether three points surely lie strictly on one side of the plane of a triangle. */
function isOnOneSide(a: usize, b: usize, c: usize, p: usize, q: usize, r: usize): bool {
  const ax = load<f64>(a), ay = load<f64>(a, 8), az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax, uy = load<f64>(b, 8) - ay, uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax, vy = load<f64>(c, 8) - ay, vz = load<f64>(c, 16) - az;
  const uyvz = uy * vz, uzvy = uz * vy;
  const uzvx = uz * vx, uxvz = ux * vz;
  const uxvy = ux * vy, uyvx = uy * vx;
  const nx = uyvz - uzvy, ny = uzvx - uxvz, nz = uxvy - uyvx;
  const boundX = (abs(uyvz) + abs(uzvy)) * relativeBound + underflow;
  const boundY = (abs(uzvx) + abs(uxvz)) * relativeBound + underflow;
  const boundZ = (abs(uxvy) + abs(uyvx)) * relativeBound + underflow;
  let wx = load<f64>(p) - ax, wy = load<f64>(p, 8) - ay, wz = load<f64>(p, 16) - az;
  const first = nx * wx + ny * wy + nz * wz;
  if (!(abs(first) > boundX * abs(wx) + boundY * abs(wy) + boundZ * abs(wz) + underflow)) return false;
  wx = load<f64>(q) - ax; wy = load<f64>(q, 8) - ay; wz = load<f64>(q, 16) - az;
  const second = nx * wx + ny * wy + nz * wz;
  if (!(abs(second) > boundX * abs(wx) + boundY * abs(wy) + boundZ * abs(wz) + underflow)) return false;
  if (first > 0 != second > 0) return false;
  wx = load<f64>(r) - ax; wy = load<f64>(r, 8) - ay; wz = load<f64>(r, 16) - az;
  const third = nx * wx + ny * wy + nz * wz;
  return abs(third) > boundX * abs(wx) + boundY * abs(wy) + boundZ * abs(wz) + underflow && first > 0 == third > 0;
}

/** Returns whether two planes may intersect at an angle of at most one degree. */
function areNearlyParallel(p0: usize, p1: usize, p2: usize, q0: usize, q1: usize, q2: usize): bool {
  const x0 = load<f64>(p0), y0 = load<f64>(p0, 8), z0 = load<f64>(p0, 16);
  const ax = load<f64>(p1) - x0, ay = load<f64>(p1, 8) - y0, az = load<f64>(p1, 16) - z0;
  const bx = load<f64>(p2) - x0, by = load<f64>(p2, 8) - y0, bz = load<f64>(p2, 16) - z0;
  const x1 = load<f64>(q0), y1 = load<f64>(q0, 8), z1 = load<f64>(q0, 16);
  const cx = load<f64>(q1) - x1, cy = load<f64>(q1, 8) - y1, cz = load<f64>(q1, 16) - z1;
  const dx = load<f64>(q2) - x1, dy = load<f64>(q2, 8) - y1, dz = load<f64>(q2, 16) - z1;
  const px = ay * bz - az * by, py = az * bx - ax * bz, pz = ax * by - ay * bx;
  const qx = cy * dz - cz * dy, qy = cz * dx - cx * dz, qz = cx * dy - cy * dx;
  const x = py * qz - pz * qy, y = pz * qx - px * qz, z = px * qy - py * qx;
  return !(x * x + y * y + z * z > maxSineSq * (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz));
}
