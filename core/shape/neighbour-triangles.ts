import { exactOrient3d, orient2dSign, orient3dSign, productUnderflow, relativeBound, underflow } from '../math/orientation.ts';

/**
 * Exact tests whether two triangles of one mesh that share corners have more points in common, with the definition of CGAL's
 * `self_intersections`. All triangles are finite and have area; `p` (9), `q` (9).
 */

/**
 * Whether two triangles that share one corner, `i` of `p` and `j` of `q`, intersect elsewhere too. The intersection of convex sets is
 * convex, so it then reaches from the corner to an opposite edge. Hot: bench `self-intersections`.
 */
export function intersectBeyondCorner(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  const ofQ = sidesOfOthers(p, i, q, j);
  if (ofQ === bothAbove || ofQ === bothBelow) return false;
  const ofP = sidesOfOthers(q, j, p, i);
  if (ofP === bothAbove || ofP === bothBelow) return false;
  if (ofP === bothOn) return conesIntersect(p, i, q, j);
  return oppositeEdgeIntersects(p, i, q) || oppositeEdgeIntersects(q, j, p);
}

/** Signs plus 1 of two points, the second times three. */
const bothBelow = 0;
const bothOn = 4;
const bothAbove = 8;

/**
 * Returns the sides of the plane of `p` on which the two other corners of `q` lie. All differences are relative to the shared corner,
 * which lies in the plane. Hot.
 */
function sidesOfOthers(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const a = 3 * i;
  const b = i === 2 ? 0 : a + 3;
  const c = i === 0 ? 6 : a - 3;
  const x = p[a];
  const y = p[a + 1];
  const z = p[a + 2];
  const ux = p[b] - x;
  const uy = p[b + 1] - y;
  const uz = p[b + 2] - z;
  const vx = p[c] - x;
  const vy = p[c + 1] - y;
  const vz = p[c + 2] - z;
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
  for (let other = 1; other < 3; other++) {
    const at = (3 * (j + other)) % 9;
    const wx = q[at] - x;
    const wy = q[at + 1] - y;
    const wz = q[at + 2] - z;
    const height = nx * wx + ny * wy + nz * wz;
    const size = sizeX * Math.abs(wx) + sizeY * Math.abs(wy) + sizeZ * Math.abs(wz);
    // Infinite where the height overflows: then no sign is certain.
    const bound = size * relativeBound + underflow;
    const sign =
      height > bound
        ? 1
        : height < -bound
          ? -1
          : exactOrient3d(x, y, z, p[b], p[b + 1], p[b + 2], p[c], p[c + 1], p[c + 2], q[at], q[at + 1], q[at + 2]);
    sides += other === 1 ? sign + 1 : 3 * (sign + 1);
  }
  return sides;
}

/**
 * Whether the edge of `p` opposite corner `i` intersects `t`: whether its line has no two edges of `t` on different sides. The ends
 * of the edge are neither on the same side of the plane of `t` nor both in it. Hot.
 */
function oppositeEdgeIntersects(p: Float64Array, i: number, t: Float64Array): boolean {
  const from = 3 * ((i + 1) % 3);
  const to = 3 * ((i + 2) % 3);
  let seen = 0;
  for (let k = 0; k < 9; k += 3) {
    const l = (k + 3) % 9;
    const sign = orient3dSign(
      p[from],
      p[from + 1],
      p[from + 2],
      p[to],
      p[to + 1],
      p[to + 2],
      t[k],
      t[k + 1],
      t[k + 2],
      t[l],
      t[l + 1],
      t[l + 2],
    );
    if (sign * seen < 0) return false;
    if (sign !== 0) seen = sign;
  }
  return true;
}

/**
 * Whether two triangles in one plane with one common corner share more than it: whether the angles there share a direction. Then a side of
 * one angle is within the other.
 */
function conesIntersect(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  const a = 3 * i;
  const b = 3 * j;
  const p1 = (a + 3) % 9;
  const p2 = (a + 6) % 9;
  const q1 = (b + 3) % 9;
  const q2 = (b + 6) % 9;
  for (let x = 0; x < 3; x++) {
    const y = (x + 1) % 3;
    const side = (of: Float64Array, from: number, and: Float64Array, to: number): number =>
      orient2dSign(p[a + x], p[a + y], of[from + x], of[from + y], and[to + x], and[to + y]);
    const turn = side(p, p1, p, p2);
    // The plane has no area in this projection.
    if (turn === 0) continue;
    const turnOfQ = side(q, q1, q, q2);
    const [p1q1, p1q2, p2q1, p2q2] = [side(p, p1, q, q1), side(p, p1, q, q2), side(p, p2, q, q1), side(p, p2, q, q2)];
    return (
      (p1q1 * turn >= 0 && p2q1 * turn <= 0) ||
      (p1q2 * turn >= 0 && p2q2 * turn <= 0) ||
      (p1q1 * turnOfQ <= 0 && p1q2 * turnOfQ >= 0) ||
      (p2q1 * turnOfQ <= 0 && p2q2 * turnOfQ >= 0)
    );
  }
  return false;
}

/** Whether two triangles that share an edge are folded onto each other; `i` of `p` and `j` of `q` are their other corners. Hot. */
export function areFolded(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  const u = 3 * ((i + 1) % 3);
  const v = 3 * ((i + 2) % 3);
  const a = 3 * i;
  const b = 3 * j;
  const side = orient3dSign(p[u], p[u + 1], p[u + 2], p[v], p[v + 1], p[v + 2], p[a], p[a + 1], p[a + 2], q[b], q[b + 1], q[b + 2]);
  if (side !== 0) return false;
  // In one plane: in a projection with area, the corners are on the same side of the edge or on both sides.
  for (let x = 0; x < 3; x++) {
    const y = (x + 1) % 3;
    const own = orient2dSign(p[u + x], p[u + y], p[v + x], p[v + y], p[a + x], p[a + y]);
    if (own !== 0) return own === orient2dSign(p[u + x], p[u + y], p[v + x], p[v + y], q[b + x], q[b + y]);
  }
  return false;
}
