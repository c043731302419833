import { identityTransform, type Matrix } from '../../../math/transform.ts';
import type { AnimatedNode, Channel } from '../../../mesh/animation/scene-animation.ts';
import { stepNumbers, type TransformStep } from '../../../mesh/animation/transform-step.ts';
import { addFinding, type FindingKind } from '../../finding-list.ts';
import { usdAttributeOf, primLocation, valueOf, type Opinions } from '../compose.ts';
import { matrixOfOp, opsOf, type XformOp } from '../xform-ops.ts';
import { channelOf, readKeys, type KeyReader, type Keys } from './read-keys.ts';
import type { PlacedPrim } from './stage-record.ts';

const unplayed: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Inverted scales and matrices that change over time stay at rest while the animation plays',
  fix: 'Bake the transforms in the program that made the file',
};

/** The prims of a stage as nodes. `nodeOfPrim` is the node that a prim's points and children follow. */
export interface MovingNodes {
  readonly nodes: AnimatedNode[];
  readonly channels: Channel[];
  readonly nodeOfPrim: readonly number[];
}

/**
 * Returns the nodes and channels of prims. A prim whose transform operations change over time becomes a chain of nodes.
 * Quaternions have nodes of their own, because only rotation channels interpolate along arcs. Other operations become
 * steps of numbers.
 * @throws InspectorError as `readKeys`.
 */
export function readNodes(prims: readonly PlacedPrim[], reader: KeyReader): MovingNodes {
  const nodes: AnimatedNode[] = [];
  const channels: Channel[] = [];
  const nodeOfPrim: number[] = [];
  for (const { parent, parentFromPrim, opinions } of prims) {
    let above = parent < 0 ? -1 : nodeOfPrim[parent];
    const links = opinions === null ? null : chainOf(opinions, reader);
    for (const link of links ?? [constantLink(parentFromPrim)]) {
      const node = nodes.push({ ...link.node, parent: above, weights: noWeights }) - 1;
      for (const channel of link.channels) channels.push({ ...channel, node });
      above = node;
    }
    nodeOfPrim.push(above);
  }
  return { nodes, channels, nodeOfPrim };
}

const noWeights = new Float64Array(0);
const unmoved = Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1);

interface Link {
  readonly node: Omit<AnimatedNode, 'parent' | 'weights'>;
  readonly channels: readonly Channel[];
}

function constantLink(matrix: Matrix): Link {
  return { node: { matrix: Float64Array.from(matrix), rest: unmoved }, channels: [] };
}

/** Returns the chain of nodes of a prim; `null` if nothing changes over time. */
function chainOf(opinions: Opinions, reader: KeyReader): readonly Link[] | null {
  const { ops } = opsOf(valueOf(opinions, 'xformOpOrder'));
  if (!ops.some(({ attribute }) => (usdAttributeOf(opinions, attribute)?.samples ?? null) !== null)) return null;
  const links: Link[] = [];
  let steps: TransformStep[] = [];
  let rest: number[] = [];
  let channels: Channel[] = [];
  const close = (): void => {
    if (steps.length > 0) links.push({ node: { matrix: null, steps, rest: Float64Array.from(rest) }, channels });
    [steps, rest, channels] = [[], [], []];
  };
  for (const op of ops) {
    const attribute = usdAttributeOf(opinions, op.attribute);
    const atRest = matrixOfOp(op, opinions);
    const moving = attribute === undefined || attribute.samples === null || atRest === null ? null : movingStep(op);
    const keys = moving === null ? null : readKeys(reader, attribute, moving.length);
    if (moving === null || keys === null) {
      if (attribute?.samples != null && atRest !== null) addFinding(reader.findings, unplayed, primLocation(opinions));
      steps.push({ kind: 'fixed', matrix: atRest ?? identityTransform });
    } else if (moving.step === null) {
      close();
      links.push({ node: { matrix: null, rest: unmoved }, channels: [quaternionChannel(keys, 0, op.isInverse, reader)] });
    } else {
      const at = rest.length + moving.at;
      channels.push(channelOf(keys, { node: -1, path: 'steps', at }, moving.numbers, op.isInverse ? -1 : 1, reader.room));
      rest.push(...new Array<number>(stepNumbers[moving.step.kind]).fill(moving.step.kind === 'scale' ? 1 : 0));
      steps.push(moving.step);
    }
  }
  close();
  return links;
}

/** Returns keys of quaternions, with the real part first, as a rotation channel. */
export function quaternionChannel(keys: Keys, first: number, isInverse: boolean, { room }: KeyReader): Channel {
  const channel = channelOf(keys, { node: -1, path: 'rotation' }, [first + 1, first + 2, first + 3, first], 1, room);
  if (isInverse) for (let i = 3; i < channel.values.length; i += 4) channel.values[i] = -channel.values[i];
  return channel;
}

interface MovingStep {
  /** `null` for a quaternion. */
  readonly step: TransformStep | null;
  /** Count of numbers of the operation. */
  readonly length: number;
  /** Indices of the numbers that the step uses; `at` is the first number of the step that they set. */
  readonly numbers: readonly number[];
  readonly at: number;
}

/**
 * Returns the step of an operation; `null` if no step can represent it. The inverse of a scale is not linear between
 * two keys.
 */
function movingStep({ kind, isInverse }: XformOp): MovingStep | null {
  const axis = 'XYZ'.indexOf(kind.at(-1) ?? '');
  const xyz = { length: 3, numbers: [0, 1, 2], at: 0 };
  const one = { length: 1, numbers: [0], at: axis };
  const euler = (order: readonly number[]): TransformStep => ({
    kind: 'euler',
    order: isInverse ? order.toReversed() : order,
    before: null,
    behind: null,
  });
  switch (kind) {
    case 'translate':
      return { step: { kind: 'translate' }, ...xyz };
    case 'translateX':
    case 'translateY':
    case 'translateZ':
      return { step: { kind: 'translate' }, ...one };
    case 'scale':
      return isInverse ? null : { step: { kind: 'scale' }, ...xyz };
    case 'scaleX':
    case 'scaleY':
    case 'scaleZ':
      return isInverse ? null : { step: { kind: 'scale' }, ...one };
    case 'rotateX':
    case 'rotateY':
    case 'rotateZ':
      return { step: euler([axis]), ...one };
    case 'orient':
      return { step: null, length: 4, numbers: [], at: 0 };
    case 'transform':
      // USD multiplies row vectors: its rows are the columns of matrices for column vectors.
      return isInverse
        ? null
        : { step: { kind: 'rows' }, length: 16, numbers: Array.from({ length: 16 }, (_, i) => 4 * (i % 4) + Math.floor(i / 4)), at: 0 };
    default:
      return { step: euler([...kind.slice(-3)].map((letter) => 'XYZ'.indexOf(letter))), ...xyz };
  }
}
