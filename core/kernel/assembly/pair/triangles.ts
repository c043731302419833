import { allocate } from '../arena';

/** Returns whether two triangles intersect, by exact arithmetic. */
// @ts-ignore: decorator
@external("host", "intersects")
declare function intersects(a: u32, b: u32): i32;

/** Bounds of `core/math/orientation.ts`, where they decide the sign. */
const relativeBound: f64 = 1.7763568394002505e-15;
const underflow: f64 = 1e-300;
/** In place of a sign or of sides: f64 cannot decide. */
const unsure: i32 = -2;
const allBelow: i32 = 0b000000;
const allAbove: i32 = 0b101010;

/** Nine f64: the current triangle of A. */
export let corners: usize = 0;

export function reserveCorners(): bool {
  corners = allocate(80);
  return corners != 0;
}

/** Returns whether two triangles of nine f64 intersect, as `trianglesIntersect` of `core/shape`. The host decides where f64 cannot. */
export function trianglesIntersect(p: usize, q: usize, a: u32, b: u32): bool {
  const qSides = sidesOfPlane(p, q);
  if (qSides == allAbove || qSides == allBelow) return false;
  const pSides = sidesOfPlane(q, p);
  if (pSides == allAbove || pSides == allBelow) return false;
  return qSides == unsure || pSides == unsure ? intersects(a, b) != 0 : edgesIntersect(p, q, pSides, qSides, a, b);
}

/** The rest of the test, for triangles that both cross the plane of the other, given the sides of their corners, none of which is in a plane. */
export function edgesIntersect(p: usize, q: usize, pSides: i32, qSides: i32, a: u32, b: u32): bool {
  const p1 = loneCorner(pSides), q1 = loneCorner(qSides);
  const p2 = (p1 + (sideOf(qSides, q1) > 0 ? 1 : 2)) % 3, q2 = (q1 + (sideOf(pSides, p1) > 0 ? 1 : 2)) % 3;
  const last = cutOrder(p, p1, p2, q, q1, q2);
  if (last == 1) return false;
  const first = cutOrder(p, p1, 3 - p1 - p2, q, q1, 3 - q1 - q2);
  if (first == -1) return false;
  return last == unsure || first == unsure ? intersects(a, b) != 0 : true;
}

/** Returns sides as `core/shape/triangle-sides.ts`, or `unsure`; no corner is in the plane. */
function sidesOfPlane(t: usize, points: usize): i32 {
  const ax = load<f64>(t), ay = load<f64>(t, 8), az = load<f64>(t, 16);
  const ux = load<f64>(t, 24) - ax, uy = load<f64>(t, 32) - ay, uz = load<f64>(t, 40) - az;
  const vx = load<f64>(t, 48) - ax, vy = load<f64>(t, 56) - ay, vz = load<f64>(t, 64) - az;
  const uyvz = uy * vz, uzvy = uz * vy, uzvx = uz * vx, uxvz = ux * vz, uxvy = ux * vy, uyvx = uy * vx;
  const nx = uyvz - uzvy, ny = uzvx - uxvz, nz = uxvy - uyvx;
  const boundX = (abs(uyvz) + abs(uzvy)) * relativeBound + underflow;
  const boundY = (abs(uzvx) + abs(uxvz)) * relativeBound + underflow;
  const boundZ = (abs(uxvy) + abs(uyvx)) * relativeBound + underflow;
  let sides = 0;
  for (let i = 0; i < 3; i++) {
    const at = points + 24 * <usize>i;
    const wx = load<f64>(at) - ax, wy = load<f64>(at, 8) - ay, wz = load<f64>(at, 16) - az;
    const height = nx * wx + ny * wy + nz * wz;
    const bound = boundX * abs(wx) + boundY * abs(wy) + boundZ * abs(wz) + underflow;
    if (height > bound) sides |= 2 << (2 * i);
    else if (!(height < -bound)) return unsure;
  }
  return sides;
}

// @ts-ignore: decorator
@inline
function sideOf(sides: i32, point: i32): i32 {
  return ((sides >> (2 * point)) & 3) - 1;
}

/** Returns the corner that is alone on its side. */
function loneCorner(sides: i32): i32 {
  const s0 = sides & 3, s1 = (sides >> 2) & 3, s2 = sides >> 4;
  return s0 == s1 ? 2 : s0 == s2 ? 1 : 0;
}

/** Orders two cuts, as `core/shape/triangle-triangle.ts` does: 1, -1 or `unsure`. */
function cutOrder(p: usize, p1: i32, p2: i32, q: usize, q1: i32, q2: i32): i32 {
  const a = p + 24 * <usize>p1, b = p + 24 * <usize>p2, c = q + 24 * <usize>q1, d = q + 24 * <usize>q2;
  const ax = load<f64>(a), ay = load<f64>(a, 8), az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax, uy = load<f64>(b, 8) - ay, uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax, vy = load<f64>(c, 8) - ay, vz = load<f64>(c, 16) - az;
  const wx = load<f64>(d) - ax, wy = load<f64>(d, 8) - ay, wz = load<f64>(d, 16) - az;
  const vywz = vy * wz, vzwy = vz * wy, vzwx = vz * wx, vxwz = vx * wz, vxwy = vx * wy, vywx = vy * wx;
  const determinant = ux * (vywz - vzwy) + uy * (vzwx - vxwz) + uz * (vxwy - vywx);
  const sizeX = abs(ux), sizeY = abs(uy), sizeZ = abs(uz);
  const bound =
    (sizeX * (abs(vywz) + abs(vzwy)) + sizeY * (abs(vzwx) + abs(vxwz)) + sizeZ * (abs(vxwy) + abs(vywx))) * relativeBound + (sizeX + sizeY + sizeZ + 1) * underflow;
  return determinant > bound ? 1 : determinant < -bound ? -1 : unsure;
}
