import type { Channel } from '../../../mesh/animation/scene-animation.ts';
import { curveStride, curveWays } from '../../../mesh/animation/curve.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { nodeNamed, type FbxDocument, type FbxNode } from '../fbx-node.ts';
import { readList, type ListReader } from '../read-list.ts';
import { autoSlope, keyFlags, type Neighbour } from './auto-slope.ts';

/** Default length of a tangent: a third of the distance to the next key. */
const presetWeight = 1 / 3;

/** A curve with its times in seconds of the file's time line. */
export type FbxCurve = Pick<Channel, 'times' | 'values'>;

/**
 * Returns an `AnimationCurve` of version 7: its keys with the control points of their tangents.
 * @throws InspectorError `malformed` for lists of unequal length, descending times, or numbers that are not finite; as
 * `readList`.
 */
export function readCurve(reader: ListReader, curve: FbxNode, ticksPerSecond: number): FbxCurve {
  const list = (name: string): Float64Array => {
    const node = nodeNamed(curve.children, name);
    return node === undefined ? new Float64Array(0) : readList(reader, node);
  };
  const times = list('KeyTime').map((ticks) => ticks / ticksPerSecond);
  const values = list('KeyValueFloat');
  const flags = list('KeyAttrFlags');
  const repeats = list('KeyAttrRefCount');
  const data = tangentData(reader.document, list('KeyAttrDataFloat'));
  if (values.length !== times.length || repeats.length !== flags.length || data.floats.length !== 4 * flags.length)
    throw broken(curve, 'its lists do not fit each other');
  for (let i = 1; i < times.length; i++) if (!(times[i] >= times[i - 1])) throw broken(curve, 'its times do not ascend');
  if (!(times.every(Number.isFinite) && values.every(Number.isFinite))) throw broken(curve, 'a key has a number that is not finite');
  const out = new Float64Array(curveStride * times.length);
  let attribute = 0;
  let left = repeats[0] ?? 0;
  let slopeBefore = 0;
  let weightBefore = presetWeight;
  for (let i = 0; i < times.length; i++) {
    while (left <= 0 && attribute + 1 < flags.length) left = repeats[++attribute];
    left--;
    const wanted: WantedTangents = {
      flags: flags[attribute] ?? 0,
      numbers: data.floats.subarray(4 * attribute, 4 * attribute + 4),
      weights: data.words[4 * attribute + 2] ?? 0,
      slopeBefore,
      weightBefore,
    };
    ({ slopeBefore, weightBefore } = writeKey(times, values, i, wanted, out));
  }
  if (!out.every(Number.isFinite)) throw broken(curve, 'a tangent has a number that is not finite');
  return { times, values: out };
}

function broken(curve: FbxNode, what: string): Error {
  return refuse('malformed', `a curve is damaged: ${what}`, exportAgain, curve.location);
}

/**
 * Returns the tangent data: four 32-bit values per key, some of which are not floats. Text files have them as whole
 * numbers from version 7.2 on.
 */
function tangentData(
  { encoding, version }: FbxDocument,
  list: Float64Array,
): { readonly floats: Float32Array; readonly words: Uint32Array } {
  const isBits = encoding === 'ascii' && version >= 7200;
  const floats = isBits ? new Float32Array(Int32Array.from(list).buffer) : Float32Array.from(list);
  return { floats, words: new Uint32Array(floats.buffer) };
}

interface WantedTangents {
  readonly flags: number;
  /**
   * Slope or bias to the right, and slope or bias to the left of the next key. For a TCB key: tension, continuity and
   * bias.
   */
  readonly numbers: Float32Array;
  /** Two tangent lengths in units of 1/10,000. */
  readonly weights: number;
  /** Slope of this key's left side, as stored with the previous key. */
  readonly slopeBefore: number;
  readonly weightBefore: number;
}

function writeKey(
  times: Float64Array,
  values: Float64Array,
  i: number,
  wanted: WantedTangents,
  out: Float64Array,
): Pick<WantedTangents, 'slopeBefore' | 'weightBefore'> {
  const { flags, numbers, weights, weightBefore } = wanted;
  const isCubic = (flags & (keyFlags.cubic | keyFlags.constant)) === keyFlags.cubic;
  const isTcb = isCubic && (flags & keyFlags.tcb) !== 0;
  const weightRight = isCubic && (flags & keyFlags.weightedRight) !== 0 ? (weights & 0xffff) / 10000 : presetWeight;
  const weightNext = isCubic && !isTcb && (flags & keyFlags.weightedNextLeft) !== 0 ? (weights >>> 16) / 10000 : presetWeight;
  const key = { time: times[i], value: values[i] };
  const before = i > 0 && times[i] > times[i - 1] ? { time: times[i - 1], value: values[i - 1], weight: weightBefore } : null;
  const behind = i + 1 < times.length && times[i + 1] > times[i] ? { time: times[i + 1], value: values[i + 1], weight: weightRight } : null;
  const { left, right } = slopes(before, key, behind, wanted, isCubic, isTcb);
  const beforeRun = before === null ? 0 : weightBefore * (key.time - before.time);
  const afterRun = behind === null ? 0 : weightRight * (behind.time - key.time);
  const way = isCubic
    ? curveWays.bezier
    : (flags & keyFlags.constant) === 0
      ? curveWays.line
      : (flags & keyFlags.constantNext) === 0
        ? curveWays.hold
        : curveWays.jump;
  out.set(
    [key.value, way, key.time + afterRun, key.value + afterRun * right, key.time - beforeRun, key.value - beforeRun * left],
    curveStride * i,
  );
  const lineSlope = behind === null ? 0 : (behind.value - key.value) / (behind.time - key.time);
  return { slopeBefore: isTcb ? 0 : isCubic ? numbers[1] : way === curveWays.line ? lineSlope : 0, weightBefore: weightNext };
}

function slopes(
  before: Neighbour | null,
  key: { readonly time: number; readonly value: number },
  behind: Neighbour | null,
  { flags, numbers, slopeBefore }: WantedTangents,
  isCubic: boolean,
  isTcb: boolean,
): { readonly left: number; readonly right: number } {
  if (!isCubic) return { left: slopeBefore, right: 0 };
  const right = numbers[0] ?? 0;
  if (isTcb) return tcbSlopes(before, key, behind, numbers);
  if ((flags & keyFlags.user) !== 0) return { left: slopeBefore, right };
  if (before === null) {
    const slope = autoSlope(before, key, behind, right, flags);
    return { left: slope, right: slope };
  }
  // The two sides of a key use biases of opposite signs, unless both sides are one tangent.
  const isOne = behind === null || Math.abs(slopeBefore + right) <= 1e-4;
  const rightSlope = autoSlope(before, key, behind, behind === null ? -slopeBefore : right, flags);
  return { left: isOne ? rightSlope : autoSlope(before, key, behind, -slopeBefore, flags), right: rightSlope };
}

/**
 * Returns the slopes of a TCB key. At an end the only side has full weight. Source: Kochanek and Bartels,
 * "Interpolating splines with local tension, continuity, and bias control", 1984.
 */
function tcbSlopes(
  before: Neighbour | null,
  key: { readonly time: number; readonly value: number },
  behind: Neighbour | null,
  [tension = 0, continuity = 0, bias = 0]: Float32Array,
): { readonly left: number; readonly right: number } {
  const factor = (before === null || behind === null ? 1 : 0.5) * (1 - tension);
  const rise = (a: typeof key | null, b: typeof key | null): number =>
    a === null || b === null ? 0 : (b.value - a.value) / (b.time - a.time);
  const first = rise(before, key);
  const second = rise(key, behind);
  return {
    left: factor * ((1 + bias) * (1 - continuity) * first + (1 - bias) * (1 + continuity) * second),
    right: factor * ((1 + bias) * (1 + continuity) * first + (1 - bias) * (1 - continuity) * second),
  };
}
