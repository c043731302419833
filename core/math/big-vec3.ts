import { roundedRatio } from './exact.ts';
import { normalized, type Vec3 } from './vec3.ts';

/** A point or vector in big integers, with the common power of two of `scaledIntegers`. */
export type BigVec3 = readonly [x: bigint, y: bigint, z: bigint];

/** Returns the point with the coordinates `integers[at..at+2]`. */
export function bigPoint(integers: readonly bigint[], at: number): BigVec3 {
  return [integers[at], integers[at + 1], integers[at + 2]];
}

export function bigMinus(p: BigVec3, q: BigVec3): BigVec3 {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

export function bigPlus(p: BigVec3, q: BigVec3): BigVec3 {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
}

export function bigTimes(p: BigVec3, factor: bigint): BigVec3 {
  return [p[0] * factor, p[1] * factor, p[2] * factor];
}

export function bigCross(p: BigVec3, q: BigVec3): BigVec3 {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

export function bigDot(p: BigVec3, q: BigVec3): bigint {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

export function isBigZero(p: BigVec3): boolean {
  return p[0] === 0n && p[1] === 0n && p[2] === 0n;
}

/** Returns the unit vector of `p`, rounded; `null` for the zero vector. */
export function bigUnit(p: BigVec3): Vec3 | null {
  const sizes = p.map((value) => (value < 0n ? -value : value));
  const largest = sizes.reduce((left, right) => (left > right ? left : right));
  if (largest === 0n) return null;
  return normalized([roundedRatio(p[0], largest, 0), roundedRatio(p[1], largest, 0), roundedRatio(p[2], largest, 0)]);
}
