import { bigDot, type BigVec3 } from '../math/big-vec3.ts';
import { roundedRatio } from '../math/exact.ts';

/** A closed half-space in exact numbers: the points p with normal · p + offset · 2^exponent ≥ 0. The normal is not 0. */
export interface ExactHalfSpace {
  readonly normal: BigVec3;
  readonly offset: bigint;
  readonly exponent: number;
}

/** The closed convex set of the points in all of some half-spaces. */
export interface HalfSpaces {
  readonly exact: readonly ExactHalfSpace[];
  /** (4·n) the same, rounded: normal with a largest component of 1, and offset. Infinite where f64 has no such number. */
  readonly rounded: Float64Array;
  /** Scratch: (3·n) heights of the corners of a triangle and (3·n) their bounds; (n) half-spaces that a corner is not surely in; two polygons. */
  readonly heights: Float64Array;
  readonly bounds: Float64Array;
  readonly doubtful: Uint32Array;
  readonly polygon: Float64Array;
  readonly other: Float64Array;
}

/** Returns the set of points in all half-spaces, with the numbers that its tests use. */
export function halfSpacesOf(exact: readonly ExactHalfSpace[]): HalfSpaces {
  const rounded = new Float64Array(4 * exact.length);
  exact.forEach(({ normal, offset, exponent }, i) => {
    const largest = normal.map((value) => (value < 0n ? -value : value)).reduce((p, q) => (p > q ? p : q));
    normal.forEach((value, k) => (rounded[4 * i + k] = roundedRatio(value, largest, 0)));
    rounded[4 * i + 3] = roundedRatio(offset, largest, exponent);
  });
  const n = exact.length;
  const corners = 3 * (n + 4);
  return {
    exact,
    rounded,
    heights: new Float64Array(3 * n),
    bounds: new Float64Array(3 * n),
    doubtful: new Uint32Array(n),
    polygon: new Float64Array(corners),
    other: new Float64Array(corners),
  };
}

/** Returns a positive multiple of the height of each point over a half-space, exactly. All multiples are equal. */
export function exactHeights({ normal, offset, exponent }: ExactHalfSpace, points: readonly BigVec3[], unit: number): readonly bigint[] {
  const up = BigInt(Math.max(0, unit - exponent));
  const level = offset << BigInt(Math.max(0, exponent - unit));
  return points.map((point) => (bigDot(normal, point) << up) + level);
}
