import { nextF32, previousF32, roundDownF32, roundUpF32 } from '../math/round-f32.ts';

/**
 * Returns the largest f32, never −0, whose sum with `origin` is at most `value` in exact arithmetic.
 *
 * The f64 difference is rounded too; its exact error is known (Knuth's two-sum). The error matters only where the
 * difference is an f32: any other f32 below the rounded difference is also below the exact one. Hot.
 */
export function relativeDownF32(value: number, origin: number): number {
  const difference = value - origin;
  const down = roundDownF32(difference);
  return (down === difference && differenceError(value, origin, difference) < 0 ? previousF32(down) : down) + 0;
}

/** Returns the smallest f32, never −0, whose sum with `origin` is at least `value` in exact arithmetic. Hot. */
export function relativeUpF32(value: number, origin: number): number {
  const difference = value - origin;
  const up = roundUpF32(difference);
  return (up === difference && differenceError(value, origin, difference) > 0 ? nextF32(up) : up) + 0;
}

/** Returns the rounding error of `difference` = fl(a − b): a − b = difference + error exactly, unless it overflows. */
export function differenceError(a: number, b: number, difference: number): number {
  const bVirtual = a - difference;
  const aVirtual = difference + bVirtual;
  return a - aVirtual + (bVirtual - b);
}
