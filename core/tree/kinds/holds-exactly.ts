import { scaledIntegers } from '../../math/exact.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** Upper bound on the relative error of the sums below: fewer than 16 roundings of 2^-53 each. */
const relativeSlack = 2 ** -48;
/** Upper bound on the effect of underflow. */
const minSlack = 1e-300;

/** Returns whether |direction · (point − origin − centre)| ≤ bound in exact arithmetic. All arguments but the bound are finite. */
export function isWithinSlab(direction: Vec3, point: Vec3, origin: Vec3, centre: Vec3, bound: number): boolean {
  return compareAlong(direction, point, origin, centre, bound) <= 0 && compareAlong(direction, point, origin, centre, -bound) >= 0;
}

/** Returns whether direction · (point − origin) ≤ bound in exact arithmetic. All arguments but the bound are finite. */
export function isAtMostAlong(direction: Vec3, point: Vec3, origin: Vec3, bound: number): boolean {
  return compareAlong(direction, point, origin, [0, 0, 0], bound) <= 0;
}

/** Returns whether direction · (point − origin) ≥ bound in exact arithmetic. All arguments but the bound are finite. */
export function isAtLeastAlong(direction: Vec3, point: Vec3, origin: Vec3, bound: number): boolean {
  return compareAlong(direction, point, origin, [0, 0, 0], bound) >= 0;
}

/** Returns the sign of direction · (point − origin − centre) − bound. In f64 where its error does not change the sign, else exactly. */
function compareAlong(direction: Vec3, point: Vec3, origin: Vec3, centre: Vec3, bound: number): number {
  // A bound of NaN contains nothing.
  if (!Number.isFinite(bound)) return bound > 0 ? -1 : bound < 0 ? 1 : NaN;
  let sum = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    sum += direction[k]! * (point[k]! - origin[k]! - centre[k]!);
    size += Math.abs(direction[k]!) * (Math.abs(point[k]!) + Math.abs(origin[k]!) + Math.abs(centre[k]!));
  }
  const slack = relativeSlack * size + minSlack;
  if (sum + slack < bound) return -1;
  if (sum - slack > bound) return 1;
  // Volumes are often as small as f64 allows. Then points are on their boundary, and most of those need no big integers.
  if (Number.isFinite(sum) && isWithoutRounding(direction, point, origin, centre)) return Math.sign(sum - bound);
  const { integers: lengths, exponent } = scaledIntegers([...point, ...origin, ...centre]);
  const ways = scaledIntegers(direction);
  const limit = scaledIntegers([bound]);
  let exact = 0n;
  for (let k = 0; k < 3; k++) exact += ways.integers[k]! * (lengths[k]! - lengths[k + 3]! - lengths[k + 6]!);
  return compare(exact, exponent + ways.exponent, limit.integers[0]!, limit.exponent);
}

/** Returns whether plain f64 gives direction · (point − origin − centre), from left to right, without rounding; false where that is unknown. */
function isWithoutRounding(direction: Vec3, point: Vec3, origin: Vec3, centre: Vec3): boolean {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const factor = direction[k]!;
    if (factor === 0) continue;
    if (Math.abs(factor) !== 1) return false;
    const offset = point[k]! - origin[k]!;
    const term = factor * (offset - centre[k]!);
    if (roundingOf(point[k]!, -origin[k]!) !== 0 || roundingOf(offset, -centre[k]!) !== 0 || roundingOf(sum, term) !== 0) return false;
    sum += term;
  }
  return true;
}

/** Returns p + q less its rounded sum. Knuth, "The Art of Computer Programming" (1969), vol. 2, 4.2.2; NaN where the sum overflows. */
function roundingOf(p: number, q: number): number {
  const sum = p + q;
  const own = sum - q;
  return p - own + (q - (sum - own));
}

/** Returns whether |point − origin − centre| ≤ radius in exact arithmetic. All arguments but the radius are finite. */
export function isWithinSphere(point: Vec3, origin: Vec3, centre: Vec3, radius: number): boolean {
  if (radius === Infinity) return true;
  let square = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const difference = point[k]! - origin[k]! - centre[k]!;
    square += difference * difference;
    size += Math.abs(point[k]!) + Math.abs(origin[k]!) + Math.abs(centre[k]!);
  }
  const distance = Math.sqrt(square);
  const slack = relativeSlack * size;
  if (distance + slack < radius && size > 1e-100) return true;
  if (distance - slack > radius) return false;
  const { integers, exponent } = scaledIntegers([...point, ...origin, ...centre]);
  const limit = scaledIntegers([radius]);
  let exact = 0n;
  for (let k = 0; k < 3; k++) exact += (integers[k]! - integers[k + 3]! - integers[k + 6]!) ** 2n;
  return compare(exact, 2 * exponent, limit.integers[0]! ** 2n, 2 * limit.exponent) <= 0;
}

/** Returns the sign of a·2^p − b·2^q. */
function compare(a: bigint, p: number, b: bigint, q: number): number {
  const [x, y] = p > q ? [a << BigInt(p - q), b] : [a, b << BigInt(q - p)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** A rectangle: the points centre + s·u + t·v, with |s| and |t| up to the half sizes. */
export interface Rectangle {
  readonly centre: Vec3;
  readonly axes: readonly [u: Vec3, v: Vec3];
  readonly halves: readonly [number, number];
}

/**
 * Returns whether a point less the origin is within a radius of a point of a rectangle, in exact arithmetic. That point is the nearest one for
 * orthonormal axes, in f64. All arguments but the radius are finite.
 */
export function isWithinRectangle(point: Vec3, origin: Vec3, { centre, axes, halves }: Rectangle, radius: number): boolean {
  if (radius === Infinity) return true;
  const offset = [0, 1, 2].map((k) => point[k]! - origin[k]! - centre[k]!);
  const along = axes.map((axis, i) => {
    const value = axis[0] * offset[0]! + axis[1] * offset[1]! + axis[2] * offset[2]!;
    return Math.max(-halves[i]!, Math.min(halves[i]!, value));
  });
  const { integers, exponent } = scaledIntegers([...point, ...origin, ...centre]);
  const ways = scaledIntegers([...axes[0], ...axes[1]]);
  const steps = scaledIntegers(along);
  const wayExponent = ways.exponent + steps.exponent;
  const least = Math.min(exponent, wayExponent);
  let exact = 0n;
  for (let k = 0; k < 3; k++) {
    const away = (integers[k]! - integers[k + 3]! - integers[k + 6]!) << BigInt(exponent - least);
    const way = (ways.integers[k]! * steps.integers[0]! + ways.integers[k + 3]! * steps.integers[1]!) << BigInt(wayExponent - least);
    exact += (away - way) ** 2n;
  }
  const limit = scaledIntegers([radius]);
  return compare(exact, 2 * least, limit.integers[0]! ** 2n, 2 * limit.exponent) <= 0;
}
