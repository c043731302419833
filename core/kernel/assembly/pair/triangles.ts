import { allocate } from '../arena';
import { productUnderflow, relativeBound, underflow } from '../bounds';
import { cutOrder, cutsOverlap, unsure } from '../cut-order';

/** Returns whether two triangles intersect, by exact arithmetic. */
// @ts-ignore: decorator
@external("host", "intersects")
declare function intersects(a: u32, b: u32): i32;

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
  const order = cutOrder(pSides, qSides, p, p + 24, p + 48, q, q + 24, q + 48);
  return order == unsure ? intersects(a, b) != 0 : order == cutsOverlap;
}

/** Returns sides as `core/shape/triangle-sides.ts`, or `unsure`; no corner is in the plane. */
function sidesOfPlane(t: usize, points: usize): i32 {
  const ax = load<f64>(t), ay = load<f64>(t, 8), az = load<f64>(t, 16);
  const ux = load<f64>(t, 24) - ax, uy = load<f64>(t, 32) - ay, uz = load<f64>(t, 40) - az;
  const vx = load<f64>(t, 48) - ax, vy = load<f64>(t, 56) - ay, vz = load<f64>(t, 64) - az;
  const uyvz = uy * vz, uzvy = uz * vy, uzvx = uz * vx, uxvz = ux * vz, uxvy = ux * vy, uyvx = uy * vx;
  const nx = uyvz - uzvy, ny = uzvx - uxvz, nz = uxvy - uyvx;
  const sizeX = abs(uyvz) + abs(uzvy) + productUnderflow;
  const sizeY = abs(uzvx) + abs(uxvz) + productUnderflow;
  const sizeZ = abs(uxvy) + abs(uyvx) + productUnderflow;
  let sides = 0;
  for (let i = 0; i < 3; i++) {
    const at = points + 24 * <usize>i;
    const wx = load<f64>(at) - ax, wy = load<f64>(at, 8) - ay, wz = load<f64>(at, 16) - az;
    const height = nx * wx + ny * wy + nz * wz;
    // Infinite where the height overflows: then no sign is certain.
    const bound = (sizeX * abs(wx) + sizeY * abs(wy) + sizeZ * abs(wz)) * relativeBound + underflow;
    if (height > bound) sides |= 2 << (2 * i);
    else if (!(height < -bound)) return unsure;
  }
  return sides;
}
