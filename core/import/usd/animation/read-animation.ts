import type { SourceLocation } from '../../../error.ts';
import type { AnimatedNode, Channel, Clip, SceneAnimation, VertexRun } from '../../../mesh/animation/scene-animation.ts';
import { addFinding, type FindingKind, type FindingList } from '../../finding-list.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { animationOrRest } from '../../scene/animation-or-rest.ts';
import { movedNodes } from '../../scene/moved-nodes.ts';
import { vertexStarts, type PlacedMesh } from '../../scene/place-meshes.ts';
import { roomFor, recordedNodes } from '../../scene/room.ts';
import { primLocation } from '../compose.ts';
import { retimesLayers, timeCodesPerSecond, type LayerStack } from '../load-layers.ts';
import type { KeyReader } from './read-keys.ts';
import { readNodes } from './read-nodes.ts';
import { readUsdShapes, shapeReaderOf, type Shapes } from './read-shapes.ts';
import { readSkeleton, type Skeleton } from './read-skeleton.ts';
import { readUsdSkin } from './read-skin.ts';
import type { SkelBinding } from './skel-binding.ts';
import type { PlacedPart, SkelPrim, StageRecord } from './stage-record.ts';

const unbound: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Skins and blend shapes that are not below a SkelRoot, or name a missing skeleton, are not played',
  fix: 'Put the mesh and its skeleton below one SkelRoot in the program that made the file',
};

const retimed: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Layers are referenced with a time offset, scale or another time code rate: they are played with their own time codes',
  fix: 'Flatten the stage into one file',
};

const sharedPoints: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Meshes with the same points at one position are one mesh: they follow the skeleton of the first',
  fix: 'Move them apart in the program that made the file',
};

const noAnimation: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Skeletons name a missing animation: they stay at rest',
  fix: 'Correct the prims in the program that made the file',
};

/**
 * Returns what changes over time on a stage, as one clip: transform operations, points, skeletons and blend shapes;
 * `null` if nothing moves. If they are damaged, the mesh stays at rest and a finding is added.
 */
export function readUsdAnimation(
  record: StageRecord,
  { stack, retimedAt }: StageTimes,
  placed: readonly PlacedMesh[],
  findings: FindingList,
): SceneAnimation | null {
  const locations = retimesLayers(stack) ? [{}, ...retimedAt] : retimedAt;
  if (record.isAnimated) for (const location of locations) addFinding(findings, retimed, location);
  return record.isAnimated ? animationOrRest(() => read(record, stack, placed, findings), findings, {}) : null;
}

/** The layers whose times apply, and the arcs that bring in layers with other times. */
export interface StageTimes {
  readonly stack: LayerStack;
  readonly retimedAt: readonly SourceLocation[];
}

function read(record: StageRecord, stack: LayerStack, placed: readonly PlacedMesh[], findings: FindingList): SceneAnimation | null {
  const { perSecond, span } = timesOf(stack);
  const reader: KeyReader = { room: roomFor(), findings, perSecond };
  const shapeReader = shapeReaderOf(reader);
  const moving = readNodes(recordedNodes(record), reader);
  const skeletons = new Map<string, BoundSkeleton | null>();
  const starts = vertexStarts(placed);
  const weights = new Map<number, number>();
  const firstBinding = new Map<number, SkelBinding>();
  const moved = placed.flatMap((mesh, i): readonly MovedPart[] => {
    const part = record.parts.get(mesh);
    if (part === undefined) return [];
    const { binding } = part;
    const { firstVertex, isShared } = starts[i];
    if (isShared) {
      if (firstBinding.get(firstVertex)?.skeleton !== binding.skeleton) addFinding(findings, sharedPoints, primLocation(part.opinions));
      return [];
    }
    firstBinding.set(firstVertex, binding);
    const isBound = binding.jointIndices !== null || part.opinions.some(({ prim }) => prim.relationships.has('skel:blendShapeTargets'));
    const bound = isBound ? skeletonOf(part) : null;
    if (isBound && bound === null && binding.skeleton !== null) addFinding(findings, unbound, primLocation(part.opinions));
    const node = moving.nodeOfPrim[part.node];
    const shapes = readUsdShapes(part, mesh.positions, record.skelPrims, bound?.animation, shapeReader);
    for (const channel of shapes.channels) moving.channels.push({ ...channel, node });
    weights.set(node, shapes.blends.length);
    const skin =
      bound === null
        ? null
        : readUsdSkin(binding, bound.skeleton, { vertices: mesh.positions.length / 3, node, nodeFromPart: part.nodeFromPart }, reader);
    return [{ firstVertex, node, mesh, part, shapes, skin }];
  });
  const clip = clipOf(clipName(skeletons), moving.channels, span === null ? null : [span[0] / perSecond, span[1] / perSecond]);
  if (clip === null) return null;
  const nodes = moving.nodes.map(
    (node, i): AnimatedNode => ((weights.get(i) ?? 0) > 0 ? { ...node, weights: new Float64Array(weights.get(i) ?? 0) } : node),
  );
  const areMoved = movedNodes(nodes, [clip]);
  const runs = moved.flatMap(
    ({ firstVertex, node, mesh: { positions }, part, shapes: { targets, blends }, skin }): readonly VertexRun[] => {
      if (!areMoved[node] && blends.length === 0 && skin === null) return [];
      reader.room(positions.length, primLocation(part.opinions));
      return [
        {
          firstVertex,
          node,
          nodeFromRun: Float64Array.from(part.nodeFromPart),
          positions,
          targets,
          ...(blends.length > 0 && { blends }),
          skin,
        },
      ];
    },
  );
  return runs.length === 0 ? null : { clips: [clip], nodes, runs };

  function skeletonOf({ binding }: PlacedPart): BoundSkeleton | null {
    const key = binding.skeleton;
    if (key === null || !binding.isInRoot) return null;
    const known = skeletons.get(key);
    if (known !== undefined) return known;
    const prim = record.skelPrims.get(key);
    const bound = prim?.type === 'Skeleton' ? boundSkeleton(prim) : null;
    skeletons.set(key, bound);
    return bound;
  }

  function boundSkeleton(prim: SkelPrim): BoundSkeleton {
    const source = prim.binding.animation;
    const found = source === null ? undefined : record.skelPrims.get(source);
    const animation = found?.type === 'SkelAnimation' ? found : undefined;
    if (source !== null && animation === undefined) addFinding(findings, noAnimation, primLocation(prim.opinions));
    return { skeleton: readSkeleton(prim, animation, moving, reader), animation };
  }
}

interface BoundSkeleton {
  readonly skeleton: Skeleton;
  readonly animation: SkelPrim | undefined;
}

interface MovedPart extends Pick<VertexRun, 'firstVertex' | 'node' | 'skin'> {
  readonly mesh: PlacedMesh;
  readonly part: PlacedPart;
  readonly shapes: Shapes;
}

/** Returns the times of the strongest layer: 24 time codes per second by default. Source: OpenUSD 26.05, `UsdStage`. */
function timesOf(stack: LayerStack): { readonly perSecond: number; readonly span: readonly [number, number] | null } {
  const [top] = stack.layers;
  const field = (name: string): number => {
    const value = top?.layer.fields.get(name);
    return value instanceof Float64Array ? (value[0] ?? Number.NaN) : Number.NaN;
  };
  const perSecond = top === undefined ? 24 : timeCodesPerSecond(top);
  const start = field('startTimeCode');
  const end = field('endTimeCode');
  return { perSecond, span: end > start && end - start < Infinity ? [start, end] : null };
}

/** Returns the name of the animation if there is only one. */
function clipName(skeletons: ReadonlyMap<string, BoundSkeleton | null>): string {
  const names = new Set([...skeletons.values()].flatMap((bound) => bound?.animation?.opinions[0].prim.name ?? []));
  const [only = ''] = names;
  return names.size === 1 && only !== '' ? only : 'Animation';
}

/** Returns a clip with its start at 0; `null` if nothing is sampled. A declared span without any key is ignored. */
function clipOf(name: string, channels: readonly Channel[], wanted: readonly [number, number] | null): Clip | null {
  let first = Infinity;
  let last = -Infinity;
  for (const { interpolation, times } of channels) {
    if (interpolation === 'STEP') continue;
    first = Math.min(first, times[0]);
    last = Math.max(last, times[times.length - 1]);
  }
  if (first > last) return null;
  const [start, stop] =
    wanted !== null && wanted[0] <= last && wanted[1] >= first && wanted[1] - wanted[0] < Infinity ? wanted : [first, last];
  if (!(stop - start < Infinity)) throw refuse('malformed', 'the time span of the samples is not finite', exportAgain);
  return {
    name,
    seconds: stop - start,
    channels: start === 0 ? channels : channels.map((channel) => ({ ...channel, times: channel.times.map((time) => time - start) })),
  };
}
