import { shiftedCurve } from '../../../mesh/animation/curve.ts';
import type { Channel, Clip } from '../../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import type { Room } from '../../scene/room.ts';
import { cleanName } from '../../text/clean-name.ts';
import { nodeNamed, type FbxNode } from '../fbx-node.ts';
import { stepsAt } from '../node-transform.ts';
import { numberProperty, propertyList } from '../properties.ts';
import type { ListReader } from '../read-list.ts';
import { follow, linked, objectName, pushTo, type FbxScene } from '../scene.ts';
import { readCurve, type FbxCurve } from './read-curve.ts';
import { ticksPerSecond } from './ticks-per-second.ts';

/**
 * Indices of the numbers of an animated object. A model can become several nodes, and several nodes can show a blend
 * shape.
 */
export interface MovedObjects {
  readonly nodesOfModel: ReadonlyMap<string, readonly number[]>;
  readonly weightsOfChannel: ReadonlyMap<string, readonly { readonly node: number; readonly at: number }[]>;
}

const layered: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Animations have several layers, of which the first is played',
  fix: 'Merge the layers in the program that made the file',
};

const extrapolated: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Curves continue beyond their keys (in cycles or along a slope); they are held constant there',
  fix: 'Bake the animation in the program that made the file',
};

/**
 * Returns the animation stacks of a file that move something, each with its start at 0. Curves of properties that move
 * no vertex are not read.
 * @throws InspectorError as `readCurve`, `too-large`.
 */
export function readFbxClips(
  scene: FbxScene,
  reader: ListReader,
  locations: MovedObjects,
  room: Room,
  findings: FindingList,
): readonly Clip[] {
  const targets = targetsOfCurveNodes(scene, locations);
  const known = new Map<FbxNode, FbxCurve>();
  const second = ticksPerSecond(reader.document);
  const curveOf = (node: FbxNode): FbxCurve => {
    const read = known.get(node);
    if (read !== undefined) return read;
    if (extrapolates(node)) addFinding(findings, extrapolated, node.location);
    const curve = readCurve(reader, node, second);
    known.set(node, curve);
    return curve;
  };
  return [...scene.objects].flatMap(([key, stack]) => {
    if (stack.name !== 'AnimationStack') return [];
    const [base, ...others] = linked(scene, key, 'AnimationLayer');
    if (base === undefined) return [];
    const own = linked(scene, base.key, 'AnimationCurveNode');
    const channels = own.flatMap(({ key: node }) =>
      (targets.get(node) ?? []).flatMap((target) => channelsOf(scene, node, target, curveOf, room)),
    );
    if (others.some((layer) => linked(scene, layer.key, 'AnimationCurveNode').some(({ key: node }) => targets.has(node))))
      addFinding(findings, layered, stack.location);
    if (!channels.some(({ interpolation }) => interpolation === 'CURVE')) return [];
    return [clipOf(cleanName(objectName(stack)), channels, span(stack, second))];
  });
}

/** Returns whether a curve extrapolates other than by a constant before its first or after its last key. */
function extrapolates({ children }: FbxNode): boolean {
  return ['Pre-Extrapolation', 'Post-Extrapolation'].some((name) => {
    const type = nodeNamed(nodeNamed(children, name)?.children ?? [], 'Type')?.values[0];
    const letter = typeof type === 'number' ? String.fromCharCode(type) : type;
    return letter !== undefined && letter !== 'C';
  });
}

/** Numbers that a curve node sets, one per letter (X, Y, Z). */
interface Target {
  readonly node: number;
  readonly path: 'steps' | 'weights';
  readonly at: number;
  readonly letters: readonly string[];
}

function targetsOfCurveNodes(scene: FbxScene, { nodesOfModel, weightsOfChannel }: MovedObjects): ReadonlyMap<string, readonly Target[]> {
  const targets = new Map<string, Target[]>();
  for (const [model, nodes] of nodesOfModel) {
    for (const { child, property } of follow(scene, model, nodes.length)) {
      const at = Object.hasOwn(stepsAt, property) ? stepsAt[property as keyof typeof stepsAt] : undefined; // `property` is a key of it
      if (at !== undefined) for (const node of nodes) pushTo(targets, child, { node, path: 'steps', at, letters: ['d|X', 'd|Y', 'd|Z'] });
    }
  }
  for (const [channel, weights] of weightsOfChannel) {
    for (const { child, property } of follow(scene, channel, weights.length)) {
      if (property === 'DeformPercent')
        for (const { node, at } of weights) pushTo(targets, child, { node, path: 'weights', at, letters: ['d|DeformPercent'] });
    }
  }
  return targets;
}

/** Returns the channels of a curve node. A number without a curve takes the value in the curve node, if it has one. */
function channelsOf(
  scene: FbxScene,
  curveNode: string,
  { node, path, at, letters }: Target,
  curveOf: (node: FbxNode) => FbxCurve,
  room: Room,
): readonly Channel[] {
  const curves = linked(scene, curveNode, 'AnimationCurve');
  const properties = { own: propertyList(scene.objects.get(curveNode)), template: undefined };
  return letters.flatMap((letter, i): readonly Channel[] => {
    const curve = curves.find(({ property }) => property === letter)?.node;
    const location = { node, path, at: at + i, components: 1 } as const;
    const read = curve === undefined ? undefined : curveOf(curve);
    room(read === undefined ? 2 : read.times.length + read.values.length, curve?.location ?? {});
    if (read !== undefined && read.times.length > 0) return [{ ...location, interpolation: 'CURVE', ...read }];
    const constant = numberProperty(properties, letter, Number.NaN);
    return Number.isFinite(constant)
      ? [{ ...location, interpolation: 'STEP', times: Float64Array.of(0), values: Float64Array.of(constant) }]
      : [];
  });
}

/** Returns the start and end of a stack in seconds; `null` if it declares none. */
function span(stack: FbxNode, second: number): readonly [number, number] | null {
  const properties = { own: propertyList(stack), template: undefined };
  for (const name of ['Local', 'Reference']) {
    const [start, stop] = ['Start', 'Stop'].map(
      (end) => numberProperty(properties, `${name}${end}`, end === 'Start' ? 0 : Number.NaN) / second,
    );
    if (stop > start && stop - start < Infinity) return [start, stop];
  }
  return null;
}

/** Returns a clip whose times start at 0. A declared span without any key is ignored. */
function clipOf(name: string, channels: readonly Channel[], wanted: readonly [number, number] | null): Clip {
  let first = Infinity;
  let last = -Infinity;
  for (const { interpolation, times } of channels) {
    if (interpolation !== 'CURVE') continue;
    first = Math.min(first, times[0]);
    last = Math.max(last, times[times.length - 1]);
  }
  const [start, stop] = wanted !== null && wanted[0] <= last && wanted[1] >= first ? wanted : first <= last ? [first, last] : [0, 0];
  return { name, seconds: stop - start, channels: start === 0 ? channels : channels.map((channel) => shifted(channel, start)) };
}

function shifted(channel: Channel, by: number): Channel {
  if (channel.interpolation !== 'CURVE') return channel;
  return { ...channel, times: channel.times.map((time) => time - by), values: shiftedCurve(channel.values, by) };
}
