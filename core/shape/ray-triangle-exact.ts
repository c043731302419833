import { bigCross, bigDot, bigMinus, bigPoint } from '../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';

/** Hit of a ray on a triangle; every number is the f64 nearest to the true value. */
export interface ExactRayHit {
  /** In multiples of the direction, which has length 1 up to rounding. */
  readonly distance: number;
  /** Weights of a, b and c. */
  readonly barycentric: Vec3;
}

/**
 * Returns the hit of the closed segment origin + t·direction, 0 ≤ t ≤ far, on the closed triangle (a, b, c), in exact arithmetic; `null`
 * for a miss. Rays in the triangle's plane miss, and so do all rays at triangles without area. With `cull`, rays from behind miss: those
 * along which the normal (b − a) × (c − a) has a positive component. Hits beyond the largest f64 miss too.
 *
 * All inputs are finite. Let A = a − origin, and so on. The ray's line passes all three edges on one side if det(d, B, C), det(d, C, A) and
 * det(d, A, B) share a sign. They are the barycentric weights times their sum, and t = det(A, B, C) over that sum (Plücker coordinates;
 * Amanatides & Choi 1997).
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
