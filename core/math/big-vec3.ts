/** A point or vector in big integers, on whatever common power of two `scaledIntegers` gave. */
export type BigVec3 = readonly [x: bigint, y: bigint, z: bigint];

/** The point whose coordinates are `integers[at..at+2]`. */
export function bigPoint(integers: readonly bigint[], at: number): BigVec3 {
  return [integers[at], integers[at + 1], integers[at + 2]];
}

export function bigMinus(p: BigVec3, q: BigVec3): BigVec3 {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
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
