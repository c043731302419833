import { bigCross, bigDot, bigMinus, bigPoint } from '../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Where a ray meets a triangle, every number the f64 nearest to the true one. */
export interface ExactRayHit {
  /** In multiples of the direction, which has length 1 but for rounding. */
  readonly distance: number;
  /** Weights of a, b and c. */
  readonly barycentric: Vec3;
}

/**
 * Decides in exact arithmetic whether the closed segment origin + t·direction, 0 ≤ t ≤ far, meets the closed triangle
 * (a, b, c); `null` when not. Rays in the triangle's plane and triangles without area are missed. With `cull`, triangles
 * seen from behind are missed too: those whose normal (b − a) × (c − a) has a part along the direction. What lies farther
 * away than the largest f64 is missed as well, without a far end too: no distance could say where.
 *
 * All inputs are finite. With A = a − o and so on: the ray's line passes the three edges on one side when
 * det(d, B, C), det(d, C, A) and det(d, A, B) share a sign; they are the barycentric weights times their sum, and
 * t = det(A, B, C) over that sum (Plücker coordinates; Amanatides & Choi 1997).
 */
export function rayTriangleExact(origin: Vec3, direction: Vec3, far: number, cull: boolean, a: Vec3, b: Vec3, c: Vec3): ExactRayHit | null {
  const points = scaledIntegers([...origin, ...a, ...b, ...c]);
  const along = scaledIntegers(direction);
  const o = bigPoint(points.integers, 0);
  const d = bigPoint(along.integers, 0);
  const A = bigMinus(bigPoint(points.integers, 3), o);
  const B = bigMinus(bigPoint(points.integers, 6), o);
  const C = bigMinus(bigPoint(points.integers, 9), o);
  const bc = bigCross(B, C);
  const u = bigDot(d, bc);
  const v = bigDot(d, bigCross(C, A));
  const w = bigDot(d, bigCross(A, B));
  const sum = u + v + w;
  if (sum === 0n || (cull && sum > 0n)) return null;
  if (sum > 0n ? u < 0n || v < 0n || w < 0n : u > 0n || v > 0n || w > 0n) return null;
  const t = bigDot(A, bc);
  if (sum > 0n ? t < 0n : t > 0n) return null;
  const exponent = points.exponent - along.exponent;
  if (far < Infinity && isBeyond(t, sum, exponent, far)) return null;
  const distance = roundedRatio(t, sum, exponent);
  if (distance === Infinity) return null;
  return {
    distance,
    barycentric: [roundedRatio(u, sum, 0), roundedRatio(v, sum, 0), roundedRatio(w, sum, 0)],
  };
}

/** Whether t/sum · 2^exponent > far. */
function isBeyond(t: bigint, sum: bigint, exponent: number, far: number): boolean {
  const limit = scaledIntegers([far]);
  const power = exponent - limit.exponent;
  const left = (sum < 0n ? -t : t) << BigInt(Math.max(0, power));
  const right = ((sum < 0n ? -sum : sum) * limit.integers[0]!) << BigInt(Math.max(0, -power));
  return left > right;
}
