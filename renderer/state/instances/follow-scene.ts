import { computed, effect, untracked } from '@preact/signals-core';
import { type InspectorErrorData, toErrorData } from '#core/error';
import type { Bounds, TriangleMesh } from '#core/mesh';
import type { SceneOptions } from '#core/options';
import { lostWorker } from '../store/lost-worker.ts';
import type { HeldBytes } from '../store/held-bytes.ts';
import type { WritableStore } from '../store/store.ts';
import { hasStopped } from '../documents/is-settled.ts';
import { keepWorker } from './kept-worker.ts';
import { frameBounds, placedBounds } from './frame-facts.ts';
import { instanceCount, type SceneInput } from './scene-input.ts';
import type { FromSceneWorker, SceneFrame, SceneMesh, SpawnScene } from './scene-messages.ts';
import { type LeftScene, type SceneRunState, startedRun } from './scene-run-state.ts';
import type { CameraPose } from '../camera/camera-pose.ts';

/** What the run of a scene needs of the page. */
export interface SceneParts {
  readonly spawn: SpawnScene;
  /** Runs something later. Returns the function that prevents it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

/** Milliseconds of a played step, at least. */
const stepMilliseconds = 33;

/** The meshes of the open scene, in its order, with what the worker needs of each. */
interface SceneSources {
  readonly input: SceneInput;
  readonly options: Omit<SceneOptions, 'steps'>;
  /** See `SceneRunState`. */
  readonly attempt: number;
  readonly meshes: readonly TriangleMesh[];
  /** `null` where the narrow phase is off. */
  readonly trees: readonly (HeldBytes['tree'] | null)[];
}

/**
 * Keeps `store.sceneRun` at the wanted step of the open scene, found by a worker, and plays it. Another scene or other options begin at
 * the same step with a new worker, so that a long step never blocks. A worker that ends is replaced, and its step is found again. Returns
 * the function that stops.
 */
export function followScene(store: WritableStore, { spawn, after }: SceneParts): () => void {
  let isBusy = false;
  let cancelNext: (() => void) | null = null;
  const change = (part: Partial<SceneRunState>): void => void (store.sceneRun.value = { ...store.sceneRun.peek(), ...part });
  const pause = (): void => {
    cancelNext?.();
    cancelNext = null;
  };
  const end = (): void => {
    pause();
    worker.end();
    isBusy = false;
  };
  const fail = (problem: InspectorErrorData): void => {
    end();
    change({ status: { kind: 'failed', problem }, isPlaying: false });
  };
  const request = (): void => {
    if (!worker.isRunning() || isBusy) return;
    const { step, frame, status } = store.sceneRun.peek();
    if (frame?.step === step && status.kind === 'ready') return;
    isBusy = true;
    change({ status: { kind: 'running', fraction: 0 } });
    worker.post({ kind: 'step', step });
  };
  const show = (frame: SceneFrame): void => {
    isBusy = false;
    worker.forgetLost();
    const bounds = frameBounds(frame);
    change({ status: { kind: 'ready' }, frame, bounds, startBounds: store.sceneRun.peek().startBounds ?? bounds });
  };
  const playOn = (): void => {
    cancelNext = null;
    const { isPlaying, step, options } = store.sceneRun.peek();
    if (isPlaying) change({ step: step + 1 < options.steps ? step + 1 : 0 });
  };
  const receive = (message: FromSceneWorker): void => {
    if (message.kind === 'progress') change({ status: { kind: 'running', fraction: message.fraction } });
    else if (message.kind === 'stepped') show(message.frame);
    else if (message.kind === 'failed') fail(message.problem);
  };
  const worker = keepWorker(spawn, receive, (again, reason) => {
    if (!again) return fail(lostWorker('runs the scene', 'Use fewer instances, or close other documents', reason));
    change({ replaced: store.sceneRun.peek().replaced + 1 });
    open(sources.value!);
  });
  const open = (now: SceneSources): void => {
    end();
    try {
      worker.start(openMessage(now));
    } catch (thrown) {
      return fail(toErrorData(thrown));
    }
    change({ status: { kind: 'running', fraction: 0 }, ...dropped(store.sceneRun.peek(), now) });
    request();
  };
  const sources = sceneSources(store);
  const stops = [
    followOpened(store),
    effect(() => {
      const now = sources.value;
      untracked(() => {
        worker.forgetLost();
        if (now !== null) return open(now);
        end();
        change({ status: { kind: 'none' }, frame: null, bounds: null });
      });
    }),
    followStopped(store),
    effect(() => {
      const { step, isPlaying, frame } = store.sceneRun.value;
      untracked(() => {
        if (frame?.step !== step) request();
        else if (!isPlaying) pause();
        else if (!isBusy) cancelNext ??= after(stepMilliseconds, playOn);
      });
    }),
  ];
  return () => [...stops, end].forEach((stop) => stop());
}

/** What a scene with another number of instances drops. */
function dropped({ frame }: SceneRunState, { input }: SceneSources): Partial<SceneRunState> {
  if (frame?.matrices.length === input.packed.matrices.length) return {};
  return { frame: null, bounds: null, pair: null, picked: new Set() };
}

/**
 * A scene that was not open before starts at step 0; an edited one stays at its step, also when one of its meshes is read again. A scene that returns, by undo or by its command, has
 * the step, options, look and choice that it had.
 */
function followOpened(store: WritableStore): () => void {
  let last: SceneInput | null = null;
  return effect(() => {
    const input = store.scene.value.instances;
    untracked(() => {
      const run = store.sceneRun.peek();
      if (input === null && last !== null)
        store.sceneRun.value = { ...startedRun(0), left: leftOf(last, run, store.camera.peek()?.pose ?? null) };
      else if (input !== null && !isSameScene(input, last)) store.sceneRun.value = runOf(input, run.left);
      last = input;
    });
  });
}

function leftOf(input: SceneInput, run: SceneRunState, camera: CameraPose | null): LeftScene {
  return { input, run: { ...run, isPlaying: false }, camera };
}

function isSameScene(input: SceneInput, last: SceneInput | null): boolean {
  return last !== null && input.name === last.name && (input.packed === last.packed || input.documents.join() === last.documents.join());
}

function runOf(input: SceneInput, left: SceneRunState['left']): SceneRunState {
  return left?.input.packed === input.packed ? { ...left.run, status: { kind: 'none' }, hover: null } : startedRun(instanceCount(input));
}

/** A scene that cannot run has bounds too: it is drawn as it is placed. */
function followStopped(store: WritableStore): () => void {
  return effect(() => {
    if (store.sceneRun.value.bounds !== null) return;
    const bounds = stoppedBounds(store);
    const run = store.sceneRun.peek();
    if (bounds !== null) store.sceneRun.value = { ...run, bounds, startBounds: run.startBounds ?? bounds };
  });
}

/** Returns a signal of what the worker needs; `null` while a mesh or a tree is missing. It changes only when one of them does. */
function sceneSources(store: WritableStore): { readonly value: SceneSources | null } {
  let last: SceneSources | null = null;
  const options = computed(() => store.sceneRun.value.options);
  const attempt = computed(() => store.sceneRun.value.attempt);
  return computed(() => {
    const next = sourcesNow(store, options.value, attempt.value);
    if (last === null || next === null || !sameSources(last, next)) last = next;
    return last;
  });
}

function sourcesNow(store: WritableStore, { steps: _, ...options }: SceneOptions, attempt: number): SceneSources | null {
  const input = store.scene.value.instances;
  if (input === null) return null;
  const meshes: TriangleMesh[] = [];
  const trees: (HeldBytes['tree'] | null)[] = [];
  for (const id of input.documents) {
    const mesh = store.documents.value.find(({ summary }) => summary.id === id)?.mesh?.mesh;
    const tree = options.narrow ? store.history.current.value.trees.get(id)?.tree.bytes : null;
    if (mesh === undefined || tree === undefined) return null;
    meshes.push(mesh);
    trees.push(tree);
  }
  return { input, options, attempt, meshes, trees };
}

/** Returns the bounds of a scene that cannot run, since a tree that it needs will not come: the build failed or was cancelled; else `null`. */
function stoppedBounds(store: WritableStore): Bounds | null {
  const input = store.scene.value.instances;
  if (input === null || !store.sceneRun.value.options.narrow) return null;
  const { trees } = store.history.current.value;
  const documents = input.documents.map((id) => store.documents.value.find(({ summary }) => summary.id === id));
  if (documents.some((document) => document?.mesh == null)) return null;
  const misses = documents.some((document) => hasStopped(document!.summary.phase) && !trees.has(document!.summary.id));
  return misses ? placedBounds(input.packed, (mesh) => documents[mesh]!.mesh!.bounds) : null;
}

function sameSources(a: SceneSources, b: SceneSources): boolean {
  return (
    a.input === b.input &&
    a.attempt === b.attempt &&
    (Object.keys(a.options) as (keyof SceneSources['options'])[]).every((name) => a.options[name] === b.options[name]) &&
    a.meshes.every((mesh, i) => mesh === b.meshes[i]) &&
    a.trees.every((tree, i) => tree === b.trees[i])
  );
}

function openMessage({ input, options, meshes, trees }: SceneSources): Parameters<ReturnType<SpawnScene>['post']>[0] {
  const held = meshes.map(({ positions, indices }, i): SceneMesh => ({ positions, indices, tree: trees[i]! }));
  return { kind: 'open', scene: input.packed, meshes: held, options: { ...options, steps: 1 } };
}
