import { computed, type ReadonlySignal } from '@preact/signals-core';
import { toErrorData, type InspectorErrorData } from '#core/error';
import { medianMicroseconds } from '#core/median-microseconds';
import { triangleCount, type TriangleMesh } from '#core/mesh';
import {
  createSphereWorkspace,
  isInsideClosedMesh,
  pushOut,
  type PushOutResult,
  sphereOverlapInto,
  type SphereStats,
  sphereTouch,
  type SphereTouch,
} from '#core/query';
import { loadTree, type Tree } from '#core/tree';
import type { History } from '../store/history.ts';
import { releaseComputed } from '../store/release-computed.ts';
import { createNearestSurface, type NearestSurface } from './nearest-surface.ts';
import { noTree } from '../store/no-tree.ts';
import type { PageDocument, Scene, SphereInput } from '../store/records.ts';
import { timingBudget } from '../store/timing-budget.ts';

/** The touches of the scene's sphere. */
export interface SphereOutcome {
  readonly input: SphereInput;
  readonly mesh: TriangleMesh;
  /** Ascending import indices. Records are made for those that are shown: see `touchOf`. */
  readonly triangles: Uint32Array;
  /** `null` if the mesh is not closed, or if that is not known yet. */
  readonly isCenterInside: boolean | null;
  readonly stats: SphereStats;
  /** The surface point nearest to its centre. */
  readonly nearest: NearestSurface | null;
  /** Time to find the triangles; median of warm calls. */
  readonly microseconds: number;
}

export interface PushOutOutcome {
  /** The sphere that was pushed. */
  readonly input: SphereInput;
  readonly result: PushOutResult;
  readonly microseconds: number;
}

export interface SphereSignals {
  /** `null` without a sphere, and where the query fails. */
  readonly sphere: ReadonlySignal<SphereOutcome | null>;
  /** Why the query of the scene's sphere fails: its mesh has no tree yet, say. */
  readonly sphereProblem: ReadonlySignal<InspectorErrorData | null>;
  /** `null` without a touch; until it is known whether the mesh is closed; and for large spheres while they move. */
  readonly pushOut: ReadonlySignal<PushOutOutcome | null>;
}

/** A sphere that touches more than this is pushed out when it rests: up to 32 searches a move would be too slow. */
const maxLiveTouches = 2000;
/** Time limit of a push-out, ms. One that reaches it is marked, and applying it continues from there. */
const pushOutBudget = 50;
/** The article's method tests every triangle of the mesh at every move. */
const maxLiveTriangles = 20_000;

interface SphereSources {
  readonly scene: ReadonlySignal<Scene>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
  readonly closedMeshes: ReadonlySignal<ReadonlyMap<TriangleMesh, boolean>>;
  readonly previewing: History<Scene>['previewing'];
}

/** Returns the queries of the scene's sphere. Each runs again only when what it depends on changes. */
export function sphereSignals({ scene, documents, closedMeshes, previewing }: SphereSources): SphereSignals {
  const input = computed(() => scene.value.sphere);
  const document = computed(() => documents.value.find(({ summary }) => summary.id === input.value?.document) ?? null);
  const mesh = computed(() => document.value?.mesh?.mesh ?? null);
  const plainTree = computed(() => (input.value === null ? null : (scene.value.trees.get(input.value.document)?.tree ?? null)));
  /** Stays as long as its tree and mesh: a wide one is copied into WebAssembly once. */
  const tree = computed(() => (plainTree.value === null || mesh.value === null ? plainTree.value : loadTree(plainTree.value, mesh.value)));
  const name = computed(() => document.value?.summary.name ?? '');
  const workspace = computed(() => (tree.value === null ? null : createSphereWorkspace(tree.value)));
  const nearestTo = createNearestSurface();
  const isClosed = computed(() => (mesh.value === null ? null : (closedMeshes.value.get(mesh.value) ?? null)));

  const result = computed<{ outcome: SphereOutcome } | { problem: InspectorErrorData } | null>(() => {
    if (input.value === null || mesh.value === null) return releaseComputed(mesh, tree, workspace, isClosed);
    if (tree.value === null || workspace.value === null) return { problem: noTree(name.value) };
    const [sphere, ofTree, ofMesh, room] = [input.value, tree.value, mesh.value, workspace.value];
    try {
      const microseconds = medianMicroseconds(() => sphereOverlapInto(ofTree, ofMesh, sphere, 'all', room), timingBudget);
      const { nodesVisited, trianglesTested, count } = room;
      const triangles = Uint32Array.from(room.triangles.slice(0, count)).sort();
      const isCenterInside = isClosed.value === true ? isInsideClosedMesh(ofTree, ofMesh, sphere.center) : null;
      const stats = { nodesVisited, trianglesTested };
      return {
        outcome: {
          input: sphere,
          mesh: ofMesh,
          triangles,
          isCenterInside,
          stats,
          nearest: nearestTo(ofTree, ofMesh, sphere.center),
          microseconds,
        },
      };
    } catch (thrown) {
      return { problem: toErrorData(thrown) };
    }
  });
  const sphere = computed(() => (result.value !== null && 'outcome' in result.value ? result.value.outcome : null));

  return {
    sphere,
    sphereProblem: computed(() => (result.value !== null && 'problem' in result.value ? result.value.problem : null)),
    pushOut: computed(() => {
      const outcome = sphere.value;
      if (outcome === null || outcome.triangles.length === 0 || tree.value === null || isClosed.value === null) return null;
      if (!isLive(outcome) && previewing.value) return null;
      return pushedOut(outcome, tree.value, isClosed.value);
    }),
  };
}

function isLive({ input, mesh, triangles }: SphereOutcome): boolean {
  return triangles.length <= maxLiveTouches && (input.options.method === 'closest' || triangleCount(mesh) <= maxLiveTriangles);
}

function pushedOut({ input, mesh }: SphereOutcome, tree: Tree, isClosed: boolean): PushOutOutcome {
  // A large sphere takes long: the result is that of the last timed call.
  let result: PushOutResult | null = null;
  const start = performance.now();
  const isEnough = (): boolean => performance.now() - start > pushOutBudget;
  const microseconds = medianMicroseconds(
    () => void (result = pushOut(tree, mesh, input, { isClosed, ...input.options, shouldStop: isEnough })),
    timingBudget,
  );
  return { input, result: result!, microseconds };
}

/** Returns the record of a touched triangle. */
export function touchOf({ input, mesh, isCenterInside }: SphereOutcome, triangle: number): SphereTouch {
  return sphereTouch(mesh, triangle, input, isCenterInside === true, new Float64Array(4));
}

/** Returns the index of a triangle among the touched ones; `null` if it is not touched (any more). */
export function touchIndex({ triangles }: SphereOutcome, triangle: number): number | null {
  let low = 0;
  let high = triangles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (triangles[middle]! < triangle) low = middle + 1;
    else high = middle;
  }
  return triangles[low] === triangle ? low : null;
}
