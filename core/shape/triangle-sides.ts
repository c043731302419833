import { exactOrient3d, productUnderflow, relativeBound, underflow } from '../math/orientation.ts';

/**
 * Sides of a triangle's plane on which three points lie, as one small number: two bits for each point, its sign plus 1. From the
 * positive side the triangle is counter-clockwise.
 */
export type Sides = number;

export const allBelow: Sides = 0b000000;
/** All three points are in the plane, or the triangle has no area and so no plane. */
export const allOn: Sides = 0b010101;
export const allAbove: Sides = 0b101010;

/** Returns the sign of the point with this index (0 to 2): 1, 0 or -1. */
export function sideOf(sides: Sides, point: number): number {
  return ((sides >> (2 * point)) & 3) - 1;
}

/**
 * Returns the exact sides of the corners of `points` (9) of the plane of `triangle` (9); the bounds are those of `orient3dSign`, for a
 * plane whose normal is computed once. Hot: bench `pairs-all`.
 */
export function sidesOfPlane(triangle: Float64Array, points: Float64Array): Sides {
  const ax = triangle[0];
  const ay = triangle[1];
  const az = triangle[2];
  const ux = triangle[3] - ax;
  const uy = triangle[4] - ay;
  const uz = triangle[5] - az;
  const vx = triangle[6] - ax;
  const vy = triangle[7] - ay;
  const vz = triangle[8] - az;
  const uyvz = uy * vz;
  const uzvy = uz * vy;
  const uzvx = uz * vx;
  const uxvz = ux * vz;
  const uxvy = ux * vy;
  const uyvx = uy * vx;
  const nx = uyvz - uzvy;
  const ny = uzvx - uxvz;
  const nz = uxvy - uyvx;
  const sizeX = Math.abs(uyvz) + Math.abs(uzvy) + productUnderflow;
  const sizeY = Math.abs(uzvx) + Math.abs(uxvz) + productUnderflow;
  const sizeZ = Math.abs(uxvy) + Math.abs(uyvx) + productUnderflow;
  let sides = 0;
  for (let i = 0; i < 3; i++) {
    const wx = points[3 * i] - ax;
    const wy = points[3 * i + 1] - ay;
    const wz = points[3 * i + 2] - az;
    const height = nx * wx + ny * wy + nz * wz;
    const size = sizeX * Math.abs(wx) + sizeY * Math.abs(wy) + sizeZ * Math.abs(wz);
    // Infinite where the height overflows: then no sign is certain.
    const bound = size * relativeBound + underflow;
    const sign = height > bound ? 1 : height < -bound ? -1 : exactSide(triangle, points, 3 * i);
    sides |= (sign + 1) << (2 * i);
  }
  return sides;
}

function exactSide(t: Float64Array, points: Float64Array, at: number): number {
  return exactOrient3d(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], points[at], points[at + 1], points[at + 2]);
}

/**
 * Returns the corner whose two edges contain both ends of the intersection of its triangle with a plane. It is the one alone on its
 * side; with one corner on each side and one in the plane, the first that is not in the plane. The sides are not all equal.
 */
export function loneCorner(sides: Sides): number {
  const s0 = sideOf(sides, 0);
  const s1 = sideOf(sides, 1);
  const s2 = sideOf(sides, 2);
  if (s0 === s1) return 2;
  if (s0 === s2) return 1;
  if (s1 === s2) return 0;
  return s0 !== 0 ? 0 : 1;
}

/** Returns the side of the lone corner; if it lies in the plane, the side opposite the others. */
export function loneSide(sides: Sides, lone: number): number {
  const own = sideOf(sides, lone);
  return own !== 0 ? own : -sideOf(sides, lone === 2 ? 0 : lone + 1);
}

/**
 * Returns the second corner of a triangle after its lone corner. The order is such that the lone corner of the other triangle,
 * `otherLone`, is above the plane, by `otherSides`. The remaining corner is the third.
 */
export function secondCorner(lone: number, otherSides: Sides, otherLone: number): number {
  return (lone + (loneSide(otherSides, otherLone) > 0 ? 1 : 2)) % 3;
}
