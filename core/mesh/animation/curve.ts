import type { Channel } from './scene-animation.ts';

/**
 * A curve through keys, each with its own interpolation to the next. For each key: its value, the interpolation (`curveWays`), and time and
 * value of the Bézier handles after and before it.
 */
export const curveStride = 6;

export const curveWays = { hold: 0, jump: 1, line: 2, bezier: 3 } as const;

/** Returns the value between a key and the next. Hot. */
export function curveAt({ times, values }: Channel, key: number, seconds: number): number {
  const from = curveStride * key;
  const to = from + curveStride;
  const start = times[key];
  const end = times[key + 1];
  const first = values[from];
  const last = values[to];
  switch (values[from + 1]) {
    case curveWays.hold:
      return first;
    case curveWays.jump:
      return seconds > start ? last : first;
    case curveWays.bezier: {
      const length = end - start;
      const share = bezierShare((values[from + 2] - start) / length, (values[to + 4] - start) / length, (seconds - start) / length);
      return bezier(first, values[from + 3], values[to + 5], last, share);
    }
    default: {
      const share = (seconds - start) / (end - start);
      return (1 - share) * first + share * last;
    }
  }
}

function bezier(a: number, b: number, c: number, d: number, t: number): number {
  const u = 1 - t;
  return u * u * u * a + 3 * u * t * (u * b + t * c) + t * t * t * d;
}

/**
 * Returns the parameter at which a Bézier curve from 0 to 1 with control points `b` and `c` reaches `wanted`: Newton steps, bisection where
 * they leave the bracket. Control points outside 0 to 1, where time runs back, are clamped.
 */
function bezierShare(b: number, c: number, wanted: number): number {
  const second = Math.min(Math.max(b, 0), 1);
  const third = Math.min(Math.max(c, 0), 1);
  let low = 0;
  let high = 1;
  let t = wanted;
  for (let round = 0; round < maxRounds; round++) {
    const error = bezier(0, second, third, 1, t) - wanted;
    if (Math.abs(error) <= Number.EPSILON) return t;
    if (error > 0) high = t;
    else low = t;
    const slope = 3 * ((1 - t) * (1 - t) * second + 2 * (1 - t) * t * (third - second) + t * t * (1 - third));
    const next = t - error / slope;
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return t;
}

/** Bisection alone needs 52. */
const maxRounds = 60;

/** Returns the values of a curve whose keys are moved earlier by a number of seconds. */
export function shiftedCurve(values: Float64Array, by: number): Float64Array {
  return values.map((value, i) => (i % curveStride === 2 || i % curveStride === 4 ? value - by : value));
}
