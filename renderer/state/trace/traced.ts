import { computed, type ReadonlySignal } from '@preact/signals-core';
import { formatError, InspectorError, toErrorData } from '#core/error';
import type { Transform, Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import {
  createSeparator,
  type PairTraceKind,
  type Separation,
  separationAt,
  tracePair,
  type TracePairQuery,
  type TreedMesh,
} from '#core/pair';
import { traceQuery, type Trace } from '#core/query';
import { type MotionRequest, motionSeparations, traceMotion, traceSweep } from '#core/sweep';
import type { Tree } from '#core/tree';
import type { DocumentId } from '#host-api';
import { motionRequest } from '../motion/motion-input.ts';
import { movingCenter } from '../motion/shown-moving.ts';
import { scenePair, type ScenePairState } from '../pair/scene-pair.ts';
import { releaseComputed } from '../store/release-computed.ts';
import type { MotionInput, PageDocument, Scene } from '../store/records.ts';
import { filterOf, probeFilter } from '../probe/probe-filter.ts';
import { probeTrace, type RecordedQuery } from '../probe/probe-trace.ts';
import { maxInPage } from '../probe/winding-state.ts';
import { formatCount } from '../../text/format-number.ts';
import type { TraceName, TraceState } from './trace-state.ts';

/** Steps that the page records at most: a trace is recorded again while a query is dragged. */
export const maxPageSteps = 1 << 17;

/** The trace of a query of one mesh, and of the same query on the tree of a second view. */
export interface TracedOne {
  readonly kind: 'one';
  readonly query: RecordedQuery;
  readonly document: DocumentId;
  readonly mesh: TriangleMesh;
  readonly tree: Tree;
  readonly trace: Trace;
  readonly second: { readonly tree: Tree; readonly trace: Trace } | null;
}

export interface TracedPair {
  readonly kind: 'pair';
  readonly query: PairTraceKind;
  /** Documents of the fixed mesh, A, and of the moving mesh, B. */
  readonly documentA: DocumentId;
  readonly documentB: DocumentId;
  readonly a: TreedMesh;
  readonly b: TreedMesh;
  readonly aFromB: Transform;
  readonly trace: Trace;
  /** Returns the axis that separates the nodes of a step, and both intervals; `null` for other steps. */
  readonly separation: (step: number) => Separation | null;
}

/** Why nothing is recorded, and what to do. */
export interface NotTraced {
  readonly kind: 'none';
  readonly text: string;
}

export type Traced = TracedOne | TracedPair | NotTraced;

interface TracedSources {
  readonly scene: ReadonlySignal<Scene>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
  readonly state: ReadonlySignal<TraceState>;
}

/** Returns the trace of the chosen query; `null` while the debugger is off. It is recorded again only when the query, mesh or tree changes. */
export function tracedSignal({ scene, documents, state }: TracedSources): ReadonlySignal<Traced | null> {
  const name = computed(() => state.value.query);
  const isPair = computed(() => name.value === 'pairs' || name.value === 'distance');
  const motion = computed(() => scene.value.motion);
  const center = movingCenter({ scene, documents });
  const ray = computed(() => scene.value.ray);
  const sphere = computed(() => scene.value.sphere);
  const probe = computed(() => scene.value.probe);
  const document = computed(() => (name.value === 'ray' ? ray : name.value === 'probe' ? probe : sphere).value?.document ?? null);
  const mesh = computed(() => documents.value.find(({ summary }) => summary.id === document.value)?.mesh?.mesh ?? null);
  const tree = computed(() => (document.value === null ? null : (scene.value.trees.get(document.value)?.tree ?? null)));
  const second = computed(() => {
    const other = scene.value.second;
    return other !== null && other.document === document.value ? other.tree.tree : null;
  });
  const pair = scenePair(scene, documents);
  const moving = withoutPose(pair);
  const ofMotion = computed(() => motionTrace(moving.value, motion.value, center.value));
  return computed((): Traced | null => {
    if (name.value === null) return releaseComputed(mesh, tree, second);
    try {
      if (name.value === 'motion') return ofMotion.value;
      if (isPair.value) return pairTrace(pair.value, name.value === 'distance' ? 'distance' : 'pairs');
      if (name.value === 'probe' && probe.value !== null && probeTrace(probe.value.shape) === null)
        return { kind: 'none', text: 'This shape is not recorded: it is no single search of the tree.' };
      const query = queryOf(name.value, { ray: ray.value, sphere: sphere.value, probe: probe.value });
      if (query === null) return { kind: 'none', text: howTo[name.value] };
      if (document.value === null || mesh.value === null || tree.value === null)
        return { kind: 'none', text: 'The mesh has no tree yet. Build one in the Tree panel.' };
      if (query.kind === 'inside' && tree.value.triangles > maxInPage) return { kind: 'none', text: tooLarge };
      const accepts = name.value === 'probe' && probe.value !== null ? probeFilter(mesh.value, probe.value) : null;
      const trace = (of: Tree): Trace =>
        query.kind === 'sweep'
          ? traceSweep(of, mesh.value!, query.sweep, {}, maxPageSteps, accepts)
          : traceQuery(of, mesh.value!, query, maxPageSteps, accepts);
      const other = second.value === null ? null : { tree: second.value, trace: trace(second.value) };
      return { kind: 'one', query, document: document.value, mesh: mesh.value, tree: tree.value, trace: trace(tree.value), second: other };
    } catch (thrown) {
      return { kind: 'none', text: formatError(toErrorData(thrown)) };
    }
  });
}

/** Returns a pair that stays the same while only the pose of the moving mesh changes: its motion has poses of its own. */
function withoutPose(pair: ReadonlySignal<ScenePairState>): ReadonlySignal<ScenePairState> {
  let last: ScenePairState = { kind: 'none' };
  return computed(() => {
    const now = pair.value;
    const isSame =
      now.kind === 'query' &&
      last.kind === 'query' &&
      now.a.tree === last.a.tree &&
      now.b.tree === last.b.tree &&
      now.input.fixed === last.input.fixed &&
      now.input.document === last.input.document;
    if (!isSame) last = now;
    return last;
  });
}

/** Triangles of both meshes: the page records while nothing else runs. */
const maxMovingInPage = 300_000;

/** Pairs of nodes that the search of a motion may open before the page gives up. */
const maxMotionPairs = 200_000;

const tooLongMotion = {
  code: 'too-large',
  message: `The search of this motion opens more than ${formatCount(maxMotionPairs)} pairs of nodes`,
  fix: 'Use boxwood query motion --trace',
  location: {},
} as const;

const manyMoving = `Motions are recorded for at most ${formatCount(maxMovingInPage)} triangles. Use boxwood query motion --trace.`;
const tooLarge = `Inside tests are recorded for at most ${formatCount(maxInPage)} triangles. Use boxwood query inside --trace.`;

/** What to do where the query is missing. */
const howTo: Readonly<Record<TraceName, string>> = {
  ray: 'No ray. Choose the ray tool (T) and click in the view.',
  sphere: 'No sphere. Choose the sphere tool (S) and click in the view.',
  closest: 'No point. Choose the sphere tool (S) and click in the view: its centre is the query point.',
  box: 'No box. Choose the sphere tool (S) and click in the view: the box around the sphere is used.',
  probe: 'No probe. Choose the probe tool (Shift+E) and click in the view.',
  pairs: 'No moving mesh. Choose a second mesh as the moving mesh (Shift+M).',
  distance: 'No moving mesh. Choose a second mesh as the moving mesh (Shift+M).',
  motion: 'No motion. Press Add motion in the Motion panel.',
};

function queryOf(name: TraceName, { ray, sphere, probe }: Pick<Scene, 'ray' | 'sphere' | 'probe'>): RecordedQuery | null {
  if (name === 'probe') return probe === null ? null : probeTrace(probe.shape, filterOf(probe).parts);
  if (name === 'ray') return ray === null ? null : { kind: 'ray', ray, options: ray.options };
  if (sphere === null) return null;
  const { center, radius } = sphere;
  switch (name) {
    case 'closest':
      return { kind: 'closest', point: center, maxDistance: Infinity };
    case 'box': {
      const corner = (by: number): Vec3 => [center[0] + by, center[1] + by, center[2] + by];
      return { kind: 'box', box: { kind: 'aligned', min: corner(-radius), max: corner(radius) }, mode: 'all' };
    }
    default:
      return { kind: 'sphere', sphere, mode: 'all' };
  }
}

function pairTrace(pair: ScenePairState, query: TracePairQuery): Traced {
  switch (pair.kind) {
    case 'none':
      return { kind: 'none', text: howTo.pairs };
    case 'waiting':
      return { kind: 'none', text: `${pair.text}.` };
    case 'failed':
      return { kind: 'none', text: formatError(pair.problem) };
    case 'query': {
      const { a, b, aFromB, input } = pair;
      const trace = tracePair(a, b, aFromB, query, maxPageSteps);
      const separator = createSeparator(a.tree, b.tree, aFromB);
      const separation = (step: number): Separation | null => separationAt(trace, separator, query, step);
      return { kind: 'pair', query, documentA: input.fixed, documentB: input.document, a, b, aFromB, trace, separation };
    }
  }
}

function motionTrace(pair: ScenePairState, motion: MotionInput | null, pivot: Vec3 | null): Traced {
  if (pair.kind !== 'query') return pairTrace(pair, 'pairs');
  if (motion === null || pivot === null) return { kind: 'none', text: howTo.motion };
  const { a, b, input } = pair;
  if (a.tree.triangles + b.tree.triangles > maxMovingInPage) return { kind: 'none', text: manyMoving };
  const request: MotionRequest = motionRequest(motion, pivot);
  const { tolerance, separation: wanted } = motion.options;
  const settings = { tolerance, separation: wanted };
  let pairs = 0;
  const trace = traceMotion(a, b, request, settings, maxPageSteps, () => {
    if (++pairs > maxMotionPairs) throw new InspectorError(tooLongMotion);
  });
  const separation = motionSeparations(a, b, request, settings, trace);
  return {
    kind: 'pair',
    query: 'motion',
    documentA: input.fixed,
    documentB: input.document,
    a,
    b,
    aFromB: request.from,
    trace,
    separation,
  };
}

/** Returns the number of steps that are shown as done. */
export function doneSteps({ done }: TraceState, { count }: Trace): number {
  return Math.max(0, Math.min(done, count));
}

/** Returns the step that was done last; `null` before the first. */
export function currentStep(state: TraceState, trace: Trace): number | null {
  const done = doneSteps(state, trace);
  return done === 0 ? null : done - 1;
}
