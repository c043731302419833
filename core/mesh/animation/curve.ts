import type { Channel } from './scene-animation.ts';

/**
 * A curve through keys, each with a way of its own to the next one. For each key: its value, the way (`curveWays`), time and value of the Bézier
 * point behind it, and of the one before it.
 */
export const curveStride = 6;

export const curveWays = { hold: 0, jump: 1, line: 2, bezier: 3 } as const;

/** The value between a key and the next, whose time is greater. Hot. */
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
 * Where a Bézier curve from 0 to 1 by way of `b` and `c` is at `wanted`: Newton's steps, halved where they leave the bracket. A point outside 0 to 1,
 * by which time would run back, is moved to the nearer end.
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

/** Halving alone would need 52. */
const maxRounds = 60;

/** The values of a curve whose keys come earlier by so many seconds. */
export function shiftedCurve(values: Float64Array, by: number): Float64Array {
  return values.map((value, i) => (i % curveStride === 2 || i % curveStride === 4 ? value - by : value));
}
