import { multiply } from '../../../math/matrix.ts';
import { inverseTransform, type Matrix } from '../../../math/transform.ts';
import type { AnimatedNode, Channel } from '../../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind } from '../../finding-list.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { usdAttributeOf, attributeNumbers, primLocation, valueOf, type Opinions } from '../compose.ts';
import { channelOf, readKeys, type KeyReader } from './read-keys.ts';
import { quaternionChannel, type MovingNodes } from './read-nodes.ts';
import type { SkelPrim } from './stage-record.ts';

/** A skeleton as nodes of an animation. */
export interface Skeleton {
  readonly joints: readonly string[];
  /** Node of each joint. */
  readonly nodes: readonly number[];
  /** Inverse of `bindTransforms`, by joint. */
  readonly jointFromBind: readonly Matrix[];
}

const noRest: FindingKind = {
  code: 'count-mismatch',
  severity: 'warning',
  message: 'Skeletons lack rest transforms for some joints: joints without animation keep their bind pose',
  fix: 'Export the file again',
};

const unmovedJoints: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Skeleton animations without translations, rotations and scales for every joint are not played',
  fix: 'Export the file again',
};

/**
 * Adds the joints of a skeleton, with the channels of its animation, to the nodes. The parent of a joint is the joint
 * with the longest path that is a prefix of its own, else the skeleton. Source: OpenUSD 26.05, `UsdSkelSkeleton`,
 * `UsdSkelTopology`, `UsdSkelSkeletonQuery`.
 * @throws InspectorError `malformed`, and as `readKeys`.
 */
export function readSkeleton(
  { node, opinions }: SkelPrim,
  animation: SkelPrim | undefined,
  moving: MovingNodes,
  reader: KeyReader,
): Skeleton {
  const joints = namesOf(opinions, 'joints');
  const location = primLocation(opinions);
  if (new Set(joints).size !== joints.length)
    throw refuse('malformed', 'two joints of a skeleton have the same path', exportAgain, location);
  const count = joints.length;
  // A path element takes about as much memory as this many numbers.
  reader.room(
    joints.reduce((sum, path) => sum + 60 + 32 * path.split('/').length, 0),
    location,
  );
  const bind = matricesOf(opinions, 'bindTransforms', count);
  if (bind === null)
    throw refuse('malformed', `a skeleton does not have a bind transform for each of its ${count} joints`, exportAgain, location);
  const jointFromBind = bind.map(inverseTransform);
  if (!jointFromBind.every((matrix) => matrix.every(Number.isFinite)))
    throw refuse('malformed', 'the bind transform of a joint is singular or not finite', exportAgain, location);
  const parents = parentsOf(joints);
  const rest = matricesOf(opinions, 'restTransforms', count);
  if (rest === null) addFinding(reader.findings, noRest, location);
  const moved = animation === undefined ? new Map<string, JointChannels>() : readJoints(animation.opinions, new Set(joints), reader);
  const nodes = new Array<number>(count).fill(-1);
  for (const joint of topDown(joints)) {
    const parent = parents[joint];
    const channels = moved.get(joints[joint]);
    const matrix = rest?.[joint] ?? (parent < 0 ? bind[joint] : multiply(jointFromBind[parent], bind[joint]));
    const at =
      moving.nodes.push(jointNode(parent < 0 ? moving.nodeOfPrim[node] : nodes[parent], channels === undefined ? matrix : null)) - 1;
    nodes[joint] = at;
    for (const channel of channels ?? []) moving.channels.push({ ...channel, node: at });
  }
  return { joints, nodes, jointFromBind };
}

function jointNode(parent: number, matrix: Matrix | null): AnimatedNode {
  return {
    parent,
    matrix: matrix === null ? null : Float64Array.from(matrix),
    rest: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1),
    weights: new Float64Array(0),
  };
}

type JointChannels = readonly Channel[];

/** Returns the animated transforms of the wanted joints, by their paths. */
function readJoints(opinions: Opinions, wanted: ReadonlySet<string>, reader: KeyReader): ReadonlyMap<string, JointChannels> {
  const joints = namesOf(opinions, 'joints');
  const count = joints.length;
  if (count === 0) return new Map();
  const translations = readKeys(reader, usdAttributeOf(opinions, 'translations'), 3 * count);
  const rotations = readKeys(reader, usdAttributeOf(opinions, 'rotations'), 4 * count);
  const scales = readKeys(reader, usdAttributeOf(opinions, 'scales'), 3 * count);
  if (translations === null || rotations === null || scales === null) {
    addFinding(reader.findings, unmovedJoints, primLocation(opinions));
    return new Map();
  }
  const channels = new Map<string, JointChannels>();
  joints.forEach((joint, j) => {
    if (!wanted.has(joint)) return;
    const xyz = [3 * j, 3 * j + 1, 3 * j + 2];
    channels.set(joint, [
      channelOf(translations, { node: -1, path: 'translation' }, xyz, 1, reader.room),
      quaternionChannel(rotations, 4 * j, false, reader),
      channelOf(scales, { node: -1, path: 'scale' }, xyz, 1, reader.room),
    ]);
  });
  return channels;
}

/** Tree of paths by their elements. Storing each prefix as text would take memory quadratic in the path length. */
interface PathTree {
  joint: number;
  readonly below: Map<string, PathTree>;
}

/** Returns the parent of each joint; -1 for a root. */
function parentsOf(joints: readonly string[]): readonly number[] {
  const root: PathTree = { joint: -1, below: new Map() };
  const walked = joints.map((path, joint) => {
    const trees = [root];
    for (const element of path.split('/')) {
      const { below } = trees[trees.length - 1];
      const next = below.get(element) ?? { joint: -1, below: new Map<string, PathTree>() };
      below.set(element, next);
      trees.push(next);
    }
    trees[trees.length - 1].joint = joint;
    return trees;
  });
  return walked.map((trees) => trees.slice(0, -1).findLast(({ joint }) => joint >= 0)?.joint ?? -1);
}

/** Returns the joints with parents before children: a path is longer than its prefixes. */
function topDown(joints: readonly string[]): readonly number[] {
  return joints.map((_, j) => j).sort((a, b) => joints[a].length - joints[b].length || a - b);
}

/**
 * Returns matrices of an attribute; `null` if the count differs. The number order in USD matches column-major matrices.
 */
function matricesOf(opinions: Opinions, name: string, count: number): readonly Matrix[] | null {
  const numbers = attributeNumbers(opinions, name);
  return (numbers?.length ?? 0) === 16 * count
    ? Array.from({ length: count }, (_, j) => [...(numbers ?? []).slice(16 * j, 16 * j + 16)])
    : null;
}

/** Returns the texts of an attribute; empty without any. */
export function namesOf(opinions: Opinions, name: string): readonly string[] {
  const value = valueOf(opinions, name);
  return value === null || value instanceof Float64Array ? [] : typeof value === 'string' ? [value] : value;
}
