import type { SourceLocation } from '../../../error.ts';
import type { Channel } from '../../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import type { Room } from '../../scene/room.ts';
import { inFile } from '../load-layers.ts';
import type { AuthoredAttribute } from './skel-binding.ts';

/** What is needed to read keys. */
export interface KeyReader {
  readonly room: Room;
  readonly findings: FindingList;
  /** Time codes per second. */
  readonly perSecond: number;
}

/** Numbers over time: `count` numbers at each of K ascending times. One time if nothing is sampled. */
export interface Keys {
  /** Seconds from time code 0. */
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
  readonly isSampled: boolean;
}

const otherCount: FindingKind = {
  code: 'count-mismatch',
  severity: 'warning',
  message: 'Animation samples are blocked, or their count does not fit their target; they were left out',
  fix: 'Export the file again',
};

/**
 * Returns the samples of an attribute, else its value as one key; `null` without both. Samples with a different count
 * of numbers are left out.
 * @throws InspectorError `malformed` for numbers that are not finite, `too-large`, and as the readers do.
 */
export function readKeys({ room, findings, perSecond }: KeyReader, attribute: AuthoredAttribute | undefined, length: number): Keys | null {
  if (attribute === undefined) return null;
  const location = locationOfAttribute(attribute);
  const { samples } = attribute;
  const { times, values } = inFile(attribute.file, () =>
    samples === null ? { times: Float64Array.of(0), values: [attribute.read()] } : samples((numbers) => room(numbers, location)),
  );
  const keys = values.flatMap((value, i) => (value instanceof Float64Array && value.length === length ? [{ time: times[i], value }] : []));
  if (samples === null && keys.length === 0 && values[0] === null) return null;
  if (keys.length < values.length) addFinding(findings, otherCount, location, values.length - keys.length);
  if (keys.length === 0) return null;
  // With few time codes per second a time can become infinite.
  if (!keys.every(({ time, value }) => Number.isFinite(time / perSecond) && value.every(Number.isFinite)))
    throw refuse('malformed', 'a sample has a number that is not finite', exportAgain, location);
  if (keys.some(({ time }, i) => i > 0 && !(time > keys[i - 1].time))) keys.sort((a, b) => a.time - b.time);
  // Of several samples at one time the first is used, as at rest.
  const distinct = keys.filter(({ time }, i) => i === 0 || time / perSecond > keys[i - 1].time / perSecond);
  return {
    times: Float64Array.from(distinct, ({ time }) => time / perSecond),
    values: distinct.map(({ value }) => value),
    isSampled: samples !== null,
  };
}

/** Returns selected numbers of keys, in the given order, as a channel. */
export function channelOf(
  keys: Keys,
  location: Pick<Channel, 'node' | 'path' | 'at'>,
  numbers: readonly number[],
  sign: number,
  room: Room,
): Channel {
  const components = numbers.length;
  room(components * keys.times.length, {});
  const values = new Float64Array(components * keys.times.length);
  keys.values.forEach((value, key) => numbers.forEach((number, k) => (values[components * key + k] = sign * value[number])));
  return { ...location, interpolation: keys.isSampled ? 'LINEAR' : 'STEP', times: keys.times, values, components };
}

export function locationOfAttribute({ file, location }: AuthoredAttribute): SourceLocation {
  return { ...(file !== null && { file }), ...location };
}
