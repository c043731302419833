import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import { formatError, type InspectorErrorData, toErrorData } from '#core/error';
import type { TreedMesh } from '#core/pair';
import type { MotionRequest } from '#core/sweep';
import { type ScenePair, scenePair, type ScenePairState } from '../pair/scene-pair.ts';
import type { HeldBytes } from '../store/held-bytes.ts';
import type { MotionInput } from '../store/records.ts';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import { motionRequest } from './motion-input.ts';
import type { FromMotionWorker, SpawnMotion } from './motion-messages.ts';
import { createMotionPlayer, type MotionPlayer, type MotionPlayerParts } from './motion-player.ts';
import { motionOutcome, type MotionOutcome, type MotionSearch } from './motion-search.ts';
import { movingCenter } from './shown-moving.ts';

/** Searches the first contact of the scene's motion, and plays the motion. */
export interface MotionRunner extends MotionPlayer {
  /** Why no search can start, as one sentence; `null` if it can. */
  readonly whyNot: ReadonlySignal<string | null>;
  /** Starts the search in a worker. One under way is cancelled. */
  find(): void;
  /** Cancels the search under way. */
  stop(): void;
  dispose(): void;
}

/** The clearance is sampled at one time more. */
export const clearanceIntervals = 96;

interface Machine {
  readonly store: WritableStore;
  readonly spawn: SpawnMotion;
  readonly pair: ReadonlySignal<ScenePairState>;
  /** Ends the worker under way. */
  end: (() => void) | null;
}

export function createMotionRunner(store: WritableStore, spawn: SpawnMotion, parts: MotionPlayerParts): MotionRunner {
  const pair = scenePair(store.queriedScene, store.queriedDocuments);
  const center = movingCenter({ scene: store.history.current, documents: store.shown });
  const machine: Machine = { store, spawn, pair, end: null };
  const player = createMotionPlayer(store, parts);
  const hasMotion = computed(() => store.scene.value.movingMesh !== null && store.scene.value.motion !== null);
  const stopFollowing = effect(() => {
    const outcome = motionOutcome(store.motion.value);
    const meshes = pair.value.kind === 'query' ? [pair.value.a.mesh, pair.value.b.mesh] : null;
    const isGone = outcome !== null && meshes !== null && (meshes[0] !== outcome.meshA || meshes[1] !== outcome.meshB);
    if (!hasMotion.value) player.rest();
    if ((!hasMotion.value || isGone) && store.motion.peek().kind !== 'none') untracked(() => finish(machine, { kind: 'none' }));
  });
  return {
    ...player,
    whyNot: computed(() => whyNot(store, pair.value)),
    find() {
      const [motion, pivot] = [store.history.current.peek().motion, center.peek()];
      const now = pair.peek();
      if (motion === null || pivot === null || now.kind !== 'query') return;
      try {
        start(machine, now, motion, motionRequest(motion, pivot));
      } catch (thrown) {
        fail(machine, toErrorData(thrown));
      }
    },
    stop() {
      if (store.motion.peek().kind === 'running') fail(machine, cancelled);
    },
    dispose() {
      stopFollowing();
      player.dispose();
      machine.end?.();
    },
  };
}

function whyNot(store: WritableStore, pair: ScenePairState): string | null {
  if (store.scene.value.motion === null) return 'Add a motion first.';
  switch (pair.kind) {
    case 'query':
      return null;
    case 'none':
      return 'Choose a moving mesh first.';
    case 'waiting':
      return `${pair.text}.`;
    case 'failed':
      return formatError(pair.problem);
  }
}

function start(machine: Machine, { a, b, input }: ScenePair, motion: MotionInput, request: MotionRequest): void {
  const { store, spawn } = machine;
  const { tolerance, separation } = motion.options;
  finish(machine, { kind: 'running', fraction: 0, outcome: null });
  const nothing = { input: motion, a: input.fixed, b: input.document, meshA: a.mesh, meshB: b.mesh, rivals: null, volumes: null } as const;
  const run = (change: Partial<Extract<MotionSearch, { kind: 'running' }>>): void => {
    const state = store.motion.peek();
    if (state.kind === 'running') store.motion.value = { ...state, ...change };
  };
  machine.end = spawn(
    { a: bytesOf(a), b: bytesOf(b), motion: request, settings: { tolerance, separation, withProof: true }, intervals: clearanceIntervals },
    (message) => {
      switch (message.kind) {
        case 'progress':
          return run({ fraction: message.fraction });
        case 'contact': {
          const { result, milliseconds } = message;
          return run({ outcome: { ...nothing, result, milliseconds, curve: noCurve } });
        }
        case 'clearance':
          return run({ outcome: grown(store.motion.peek(), { curve: message.curve }) });
        case 'done':
          return complete(machine, message);
        case 'failed':
          return fail(machine, message.problem);
      }
    },
    (reason) => fail(machine, lostWorker('moves the mesh', 'Close other documents first; boxwood query motion has more memory', reason)),
  );
}

const noCurve = { times: new Float64Array(0), distances: new Float64Array(0) };

function grown(state: MotionSearch, change: Partial<MotionOutcome>): MotionOutcome | null {
  const outcome = motionOutcome(state);
  return outcome === null ? null : { ...outcome, ...change };
}

function complete(machine: Machine, { curve, rivals, volumes }: Extract<FromMotionWorker, { kind: 'done' }>): void {
  const outcome = grown(machine.store.motion.peek(), { curve, rivals, volumes });
  if (outcome !== null) finish(machine, { kind: 'done', outcome });
}

function bytesOf({ mesh: { positions, indices }, tree }: TreedMesh): HeldBytes {
  return { positions, indices, tree: tree.bytes };
}

function fail(machine: Machine, problem: InspectorErrorData): void {
  const severity = problem.code === 'cancelled' ? 'info' : 'error';
  writeLog(machine.store, severity, formatError(problem), JSON.stringify(problem, null, 2));
  finish(machine, { kind: 'failed', problem });
}

function finish(machine: Machine, state: MotionSearch): void {
  machine.end?.();
  machine.end = null;
  machine.store.motion.value = state;
}

const cancelled: InspectorErrorData = {
  code: 'cancelled',
  message: 'The search for contact was cancelled',
  fix: 'Start it again',
  location: {},
};
