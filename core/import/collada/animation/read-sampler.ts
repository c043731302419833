import { curveStride, curveWays } from '../../../mesh/animation/curve.ts';
import type { Channel } from '../../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import type { XmlElement } from '../../xml/read-xml-tree.ts';
import { elementLocation } from '../library.ts';
import { inputOf, sourceNames, sourceNumbers, requireElement, type Lookup, type SourceNumbers } from './read-source.ts';

/**
 * Keys of a sampler, ready to become channels: one channel for all components if no segment is curved, else one per
 * component.
 */
export interface SampledKeys {
  readonly components: number;
  readonly channels: readonly (Pick<Channel, 'interpolation' | 'times' | 'values' | 'components'> & { readonly at: number })[];
}

const simplified: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Curves with an interpolation other than LINEAR, STEP, BEZIER and HERMITE are played as linear',
  fix: 'Bake the animation in the program that made the file',
};

/**
 * Reads the keys of a `sampler`. Source: COLLADA 1.4.1, chapter 5, and "Curve interpolation" in chapter 4.
 * @throws InspectorError `malformed`, `count-exceeds-file` with the line.
 */
export function readSampler(lookup: Lookup, sampler: XmlElement, findings: FindingList): SampledKeys {
  const numbers = (semantic: string): SourceNumbers | null => {
    const input = inputOf(sampler, semantic);
    return input === undefined ? null : sourceNumbers(requireElement(lookup, input, 'source', 'source'));
  };
  const input = numbers('INPUT');
  const output = numbers('OUTPUT');
  if (input === null || output === null || input.count === 0 || input.stride !== 1 || output.count !== input.count)
    throw refuse('malformed', 'a sampler does not have one value for each time', exportAgain, elementLocation(sampler));
  const times = input.values;
  const components = output.stride;
  for (let i = 1; i < times.length; i++)
    if (!(times[i] >= times[i - 1]))
      throw refuse('malformed', 'the times of a sampler do not ascend', exportAgain, elementLocation(sampler));
  const named = inputOf(sampler, 'INTERPOLATION');
  const ways = named === undefined ? [] : sourceNames(requireElement(lookup, named, 'source', 'source')).names;
  const wayOf = (key: number): string => ways[key] ?? ways.at(-1) ?? 'LINEAR';
  const kinds = new Set(Array.from(times, (_, key) => wayOf(key)));
  if ([...kinds].some((kind) => !/^(LINEAR|STEP|BEZIER|HERMITE)$/.test(kind))) addFinding(findings, simplified, elementLocation(sampler));
  if (![...kinds].some((kind) => /^(BEZIER|HERMITE)$/.test(kind)) && (kinds.size === 1 || !kinds.has('STEP'))) {
    return {
      components,
      channels: [{ at: 0, interpolation: kinds.has('STEP') ? 'STEP' : 'LINEAR', times, values: output.values, components }],
    };
  }
  const curves: Curves = { times, output, arriving: numbers('IN_TANGENT'), leaving: numbers('OUT_TANGENT'), wayOf };
  for (const tangents of [curves.arriving, curves.leaving]) {
    if (tangents !== null && (tangents.count < times.length || (tangents.stride !== components && tangents.stride !== 2 * components)))
      throw refuse('malformed', 'a sampler does not have a tangent for each key', exportAgain, elementLocation(sampler));
  }
  return {
    components,
    channels: Array.from({ length: components }, (_, at) => ({
      at,
      interpolation: 'CURVE',
      times,
      values: curveOf(curves, at),
      components: 1,
    })),
  };
}

interface Curves {
  readonly times: Float64Array;
  readonly output: SourceNumbers;
  readonly arriving: SourceNumbers | null;
  readonly leaving: SourceNumbers | null;
  readonly wayOf: (key: number) => string;
}

function curveOf({ times, output, arriving, leaving, wayOf }: Curves, component: number): Float64Array {
  const out = new Float64Array(curveStride * times.length);
  for (let key = 0; key < times.length; key++) {
    const time = times[key];
    const value = output.values[output.stride * key + component];
    const before = key > 0 ? time - times[key - 1] : 0;
    const behind = key + 1 < times.length ? times[key + 1] - time : 0;
    const way = wayOf(key);
    const [leaveTime, leaveValue] = pointOf(leaving, key, component, output.stride, {
      time,
      value,
      run: behind / 3,
      isHermite: way === 'HERMITE',
    });
    const [arriveTime, arriveValue] = pointOf(arriving, key, component, output.stride, {
      time,
      value,
      run: -before / 3,
      isHermite: wayOf(Math.max(0, key - 1)) === 'HERMITE',
    });
    out.set([value, ways[way] ?? curveWays.line, leaveTime, leaveValue, arriveTime, arriveValue], curveStride * key);
  }
  return out;
}

const ways: Readonly<Record<string, number>> = { STEP: curveWays.hold, BEZIER: curveWays.bezier, HERMITE: curveWays.bezier };

/**
 * Returns the Bézier control point of a tangent. BEZIER tangents are control points, with or without a time. HERMITE
 * tangents are converted to a control point at a third of the tangent.
 */
function pointOf(
  tangents: SourceNumbers | null,
  key: number,
  component: number,
  components: number,
  at: { readonly time: number; readonly value: number; readonly run: number; readonly isHermite: boolean },
): readonly [number, number] {
  if (tangents === null) return [at.time + at.run, at.value];
  const hasTimes = tangents.stride === 2 * components;
  const from = tangents.stride * key + (hasTimes ? 2 * component : component);
  const value = tangents.values[hasTimes ? from + 1 : from];
  if (!at.isHermite) return [hasTimes ? tangents.values[from] : at.time + at.run, value];
  const sign = at.run < 0 ? -1 : 1;
  return [hasTimes ? at.time + (sign * tangents.values[from]) / 3 : at.time + at.run, at.value + (sign * value) / 3];
}
