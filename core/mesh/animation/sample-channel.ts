import { curveAt, curveStride } from './curve.ts';
import type { Channel } from './scene-animation.ts';

/**
 * Writes the value of a channel at a time to `out[at...]`; it is constant before the first key and after the last. Rotations are
 * interpolated spherically along the shorter arc and normalised (glTF 2.0, appendix C). Hot.
 */
export function sampleChannel(channel: Channel, seconds: number, out: Float64Array, at: number): void {
  const { times, interpolation, components } = channel;
  const last = times.length - 1;
  const next = keyAfter(times, seconds);
  if (next === 0 || next > last || interpolation === 'STEP') copyKey(channel, Math.min(Math.max(next - 1, 0), last), out, at);
  else {
    const key = next - 1;
    const step = times[next] - times[key];
    const share = (seconds - times[key]) / step;
    if (interpolation === 'CURVE') out[at] = curveAt(channel, key, seconds);
    else if (interpolation === 'CUBICSPLINE') hermite(channel, key, share, step, out, at);
    else if (channel.path === 'rotation') slerp(channel.values, 4 * key, share, out, at);
    else
      for (let k = 0; k < components; k++)
        out[at + k] = (1 - share) * channel.values[components * key + k] + share * channel.values[components * next + k];
  }
  if (channel.path === 'rotation') normaliseQuaternion(out, at);
}

/** Returns the first key after a time; the number of keys without one. */
function keyAfter(times: Float64Array, seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

function copyKey({ values, components, interpolation }: Channel, key: number, out: Float64Array, at: number): void {
  const from =
    interpolation === 'CUBICSPLINE' ? components * (3 * key + 1) : interpolation === 'CURVE' ? curveStride * key : components * key;
  for (let k = 0; k < components; k++) out[at + k] = values[from + k];
}

function hermite({ values, components }: Channel, key: number, t: number, step: number, out: Float64Array, at: number): void {
  const first = 3 * components * key;
  const second = first + 3 * components;
  const t2 = t * t;
  const t3 = t2 * t;
  const a = 2 * t3 - 3 * t2 + 1;
  const b = step * (t3 - 2 * t2 + t);
  const c = 3 * t2 - 2 * t3;
  const d = step * (t3 - t2);
  for (let k = 0; k < components; k++) {
    out[at + k] =
      a * values[first + components + k] +
      b * values[first + 2 * components + k] +
      c * values[second + components + k] +
      d * values[second + k];
  }
}

/** Interpolates between the quaternion at `from` and the next one. */
function slerp(values: Float64Array, from: number, share: number, out: Float64Array, at: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += values[from + k] * values[from + 4 + k];
  const sign = dot < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(Math.abs(dot), 1));
  const sine = Math.sin(angle);
  // For close quaternions use the chord, because the sine is too small to divide by.
  const a = sine < 1e-7 ? 1 - share : Math.sin((1 - share) * angle) / sine;
  const b = sine < 1e-7 ? share : Math.sin(share * angle) / sine;
  for (let k = 0; k < 4; k++) out[at + k] = a * values[from + k] + sign * b * values[from + 4 + k];
}

function normaliseQuaternion(out: Float64Array, at: number): void {
  const length = Math.hypot(out[at], out[at + 1], out[at + 2], out[at + 3]);
  // A zero quaternion is the identity.
  if (!(length > 0)) out.set([0, 0, 0, 1], at);
  else for (let k = 0; k < 4; k++) out[at + k] /= length;
}
