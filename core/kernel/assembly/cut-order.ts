import { relativeBound, underflow } from './bounds';

/** In place of a sign or of sides: f64 cannot decide. */
export const unsure: i32 = -2;

/** Results of `cutOrder`, apart from `unsure`. */
export const cutsApart: i32 = 0;
export const cutsOverlap: i32 = 1;

/**
 * Compares where two triangles that both cross the plane of the other cut the common line of both planes: apart, overlapping or `unsure`. Given are the
 * sides of their corners, as in `core/shape/triangle-sides.ts`, none of which is in a plane, and the addresses of the corners. The method is that of
 * `core/shape/triangle-triangle.ts`.
 */
export function cutOrder(pSides: i32, qSides: i32, u0: usize, u1: usize, u2: usize, v0: usize, v1: usize, v2: usize): i32 {
  const p1 = loneCorner(pSides), q1 = loneCorner(qSides);
  const p2 = (p1 + (isAbove(qSides, q1) ? 1 : 2)) % 3, q2 = (q1 + (isAbove(pSides, p1) ? 1 : 2)) % 3;
  const ofP = cornerOf(p1, u0, u1, u2), ofQ = cornerOf(q1, v0, v1, v2);
  const last = orientation(ofP, cornerOf(p2, u0, u1, u2), ofQ, cornerOf(q2, v0, v1, v2));
  if (last == 1) return cutsApart;
  const first = orientation(ofP, cornerOf(3 - p1 - p2, u0, u1, u2), ofQ, cornerOf(3 - q1 - q2, v0, v1, v2));
  if (first == -1) return cutsApart;
  return last == unsure || first == unsure ? unsure : cutsOverlap;
}

// @ts-ignore: decorator
@inline
function cornerOf(corner: i32, first: usize, second: usize, third: usize): usize {
  return corner == 0 ? first : corner == 1 ? second : third;
}

// @ts-ignore: decorator
@inline
function isAbove(sides: i32, corner: i32): bool {
  return ((sides >> (2 * corner)) & 3) == 2;
}

/** Returns the corner that is alone on its side. */
function loneCorner(sides: i32): i32 {
  const s0 = sides & 3, s1 = (sides >> 2) & 3, s2 = sides >> 4;
  return s0 == s1 ? 2 : s0 == s2 ? 1 : 0;
}

/** Returns the orientation of four points at addresses: 1, -1 or `unsure`. */
function orientation(a: usize, b: usize, c: usize, d: usize): i32 {
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
