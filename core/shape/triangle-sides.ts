import { exactOrient3d, relativeBound, underflow } from '../math/orientation.ts';

/**
 * On which sides of a triangle's plane three points lie, as one small number: two bits a point, holding its sign plus 1.
 * The plane's positive side is the one from which the triangle turns counter-clockwise.
 */
export type Sides = number;

export const allBelow: Sides = 0b000000;
/** All three in the plane; also when the triangle has no area, hence no plane of its own. */
export const allOn: Sides = 0b010101;
export const allAbove: Sides = 0b101010;

/** Sign of the point with this index (0 to 2): 1, 0 or -1. */
export function sideOf(sides: Sides, point: number): number {
  return ((sides >> (2 * point)) & 3) - 1;
}

/**
 * Exact sides of the corners of `points` (9) about the plane of `triangle` (9); the bounds are those of `orient3dSign`, for a
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
  const boundX = (Math.abs(uyvz) + Math.abs(uzvy)) * relativeBound + underflow;
  const boundY = (Math.abs(uzvx) + Math.abs(uxvz)) * relativeBound + underflow;
  const boundZ = (Math.abs(uxvy) + Math.abs(uyvx)) * relativeBound + underflow;
  let sides = 0;
  for (let i = 0; i < 3; i++) {
    const wx = points[3 * i] - ax;
    const wy = points[3 * i + 1] - ay;
    const wz = points[3 * i + 2] - az;
    const height = nx * wx + ny * wy + nz * wz;
    const bound = boundX * Math.abs(wx) + boundY * Math.abs(wy) + boundZ * Math.abs(wz) + underflow;
    const sign = height > bound ? 1 : height < -bound ? -1 : exactSide(triangle, points, 3 * i);
    sides |= (sign + 1) << (2 * i);
  }
  return sides;
}

function exactSide(t: Float64Array, points: Float64Array, at: number): number {
  return exactOrient3d(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], points[at], points[at + 1], points[at + 2]);
}

/**
 * The corner whose two edges carry both ends of the cut of its triangle with a plane, by the corners' sides of it: the
 * one alone on its side; where one corner lies on each side and one in the plane, the first that is not in the plane.
 * The sides are neither all the same.
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

/** The side that the lone corner stands for: its own, or away from the others when it lies in the plane. */
export function loneSide(sides: Sides, lone: number): number {
  const own = sideOf(sides, lone);
  return own !== 0 ? own : -sideOf(sides, lone === 2 ? 0 : lone + 1);
}

/**
 * The corner after the lone one of a triangle, such that the lone corner of the other, `otherLone`, is above it by the
 * other's sides of its plane; the third corner is the one left over.
 */
export function secondCorner(lone: number, otherSides: Sides, otherLone: number): number {
  return (lone + (loneSide(otherSides, otherLone) > 0 ? 1 : 2)) % 3;
}
