import { hypot } from './hypot.ts';

/** Three numbers in mesh units, or a direction. Records and options use it; hot code works on flat arrays. */
export type Vec3 = readonly [x: number, y: number, z: number];

export function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function plus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function times(v: Vec3, factor: number): Vec3 {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Returns the length, without overflow or underflow for every finite input. */
export function length(v: Vec3): number {
  return hypot(v[0], v[1], v[2]);
}

/** Returns the length as `length` does up to rounding, and several times as fast for usual numbers. Hot. */
export function fastLength(x: number, y: number, z: number): number {
  const square = x * x + y * y + z * z;
  return square > 1e-200 && square < 1e200 ? Math.sqrt(square) : hypot(x, y, z);
}

/** Returns the unit vector; `null` for a zero or non-finite vector. */
export function normalized(v: Vec3): Vec3 | null {
  const unit = new Float64Array(3);
  return normalizeInto(v[0], v[1], v[2], unit) ? [unit[0], unit[1], unit[2]] : null;
}

/** A vector whose squared length differs from 1 by at most this is normalised already, up to a few roundings. */
const unitTolerance = 2 ** -49;
/**
 * Between these a squared length has all its digits. Vectors outside are scaled by a power of two first. Then a component loses digits where the
 * largest is more than 2^740 times as large.
 */
const minPlainSquares = 2 ** -500;
const maxPlainSquares = 2 ** 500;
const growing = 2 ** 600;
const shrinking = 2 ** -530;

/**
 * Writes the unit vector of (x, y, z) to `out` from `at` on; returns false, with `out` unchanged, for a zero or non-finite vector. A vector that is
 * normalised already, up to rounding, is copied: normalising twice changes nothing. Hot.
 */
export function normalizeInto(x: number, y: number, z: number, out: Float64Array, at = 0): boolean {
  const squares = x * x + y * y + z * z;
  if (Math.abs(squares - 1) <= unitTolerance) {
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
    return true;
  }
  let length: number;
  if (squares >= minPlainSquares && squares <= maxPlainSquares) {
    length = Math.sqrt(squares);
  } else {
    const scale = squares < 1 ? growing : shrinking;
    x *= scale;
    y *= scale;
    z *= scale;
    length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0 && length < Infinity)) return false;
  }
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
  return true;
}
