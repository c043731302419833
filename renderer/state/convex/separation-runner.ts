import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import type { TreedMesh } from '#core/pair';
import type { DocumentId } from '#host-api';
import { type ScenePair, scenePair, type ScenePairState } from '../pair/scene-pair.ts';
import type { HeldBytes } from '../store/held-bytes.ts';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import type { FromConvexWorker, SpawnConvex } from './convex-messages.ts';
import {
  type HullPairOutcome,
  noSeparation,
  type PushOutState,
  type SeparationState,
  shownHulls,
  type VerifiedState,
} from './separation.ts';

/** Tests the hulls of the moving mesh and its fixed mesh while the panel is shown, and finds and verifies push-outs on request. */
export interface SeparationRunner {
  /** Finds a push-out of the meshes in a worker. One under way is cancelled. */
  findPushOut(): void;
  /** Tests in a worker whether the meshes overlap in their current pose. */
  verify(): void;
  /** Cancels the search or the test under way. */
  stop(): void;
  dispose(): void;
}

type Worker = ReturnType<SpawnConvex>;

interface Machine {
  readonly store: WritableStore;
  readonly spawn: SpawnConvex;
  readonly pair: ReadonlySignal<ScenePairState>;
  /** The worker that tests hulls; it holds the meshes of `held`. */
  worker: Worker | null;
  held: readonly [TreedMesh, TreedMesh] | null;
  running: { readonly serial: number; readonly query: ScenePair } | null;
  /** What follows the test under way. */
  next: ScenePair | null;
  serial: number;
  /** Ends the search or the test of the meshes. */
  endJob: (() => void) | null;
}

export function createSeparationRunner(store: WritableStore, spawn: SpawnConvex): SeparationRunner {
  const pair = scenePair(store.queriedScene, store.queriedDocuments);
  const machine: Machine = { store, spawn, pair, worker: null, held: null, running: null, next: null, serial: 0, endJob: null };
  const isShown = computed(() => store.separation.value.isShown);
  const stopFollowing = effect(() => {
    const now = isShown.value ? pair.value : null;
    untracked(() => follow(machine, now));
  });
  const stopForgetting = effect(() => {
    const open = new Set(store.documents.value.map(({ summary }) => summary.id));
    untracked(() => forgetClosed(machine, open));
  });
  return {
    findPushOut: () => startJob(machine, 'pushOut'),
    verify: () => startJob(machine, 'verify'),
    stop: () => stopJob(machine),
    dispose() {
      stopFollowing();
      stopForgetting();
      endHulls(machine);
      machine.endJob?.();
    },
  };
}

function set({ store }: Machine, change: Partial<SeparationState>): void {
  store.separation.value = { ...store.separation.peek(), ...change };
}

function follow(machine: Machine, now: ScenePairState | null): void {
  if (now?.kind === 'query') return want(machine, now);
  endHulls(machine);
  if (now?.kind === 'none') {
    machine.endJob?.();
    machine.endJob = null;
    set(machine, { axis: 0, pushOut: noSeparation.pushOut, verified: noSeparation.verified });
  }
  set(machine, { hulls: now ?? { kind: 'none' } });
}

/** Drops the results of another pair of meshes, which are not those of another pose. */
function forgetOthers(machine: Machine, { input: { document, fixed } }: ScenePair): void {
  const { pushOut, verified } = machine.store.separation.peek();
  const isOther = (state: PushOutState | VerifiedState): boolean =>
    'input' in state && !(state.input.document === document && state.input.fixed === fixed);
  if (!isOther(pushOut) && !isOther(verified)) return;
  stopJob(machine);
  set(machine, { pushOut: noSeparation.pushOut, verified: noSeparation.verified });
}

/** Ends the job and drops the results of meshes that are closed, also while the panel is hidden. */
function forgetClosed(machine: Machine, open: ReadonlySet<DocumentId>): void {
  const { pushOut, verified } = machine.store.separation.peek();
  const isGone = (state: PushOutState | VerifiedState): boolean =>
    'input' in state && !(open.has(state.input.document) && open.has(state.input.fixed));
  if (!isGone(pushOut) && !isGone(verified)) return;
  if (pushOut.kind === 'running' || verified.kind === 'running') {
    machine.endJob?.();
    machine.endJob = null;
  }
  set(machine, { pushOut: noSeparation.pushOut, verified: noSeparation.verified });
}

function want(machine: Machine, query: ScenePair): void {
  forgetOthers(machine, query);
  const { running, held } = machine;
  const isHeld = held !== null && held[0].mesh === query.a.mesh && held[1].mesh === query.b.mesh;
  if (running !== null && isHeld) {
    machine.next = query;
    return;
  }
  if (running !== null) endHulls(machine);
  const last = isHeld ? shownHulls(machine.store.separation.peek()) : null;
  // The rows of other meshes are others.
  set(machine, { hulls: { kind: 'running', last }, ...(isHeld ? {} : { axis: 0 }) });
  start(machine, query, isHeld);
}

function start(machine: Machine, query: ScenePair, isHeld: boolean): void {
  machine.worker ??= machine.spawn(
    (message) => receive(machine, message),
    (reason) => failHulls(machine, lostWorker('tests convex hulls', 'Close other documents first', reason)),
  );
  if (!isHeld) {
    machine.worker.post({ kind: 'hold', a: bytesOf(query.a), b: bytesOf(query.b) });
    machine.held = [query.a, query.b];
  }
  machine.running = { serial: ++machine.serial, query };
  machine.worker.post({ kind: 'pair', serial: machine.serial, aFromB: query.aFromB });
}

function receive(machine: Machine, message: FromConvexWorker): void {
  const { running, next } = machine;
  if (running === null || message.serial !== running.serial) return;
  if (message.kind === 'failed') return failHulls(machine, message.problem);
  if (message.kind !== 'pair') return;
  const outcome: HullPairOutcome = { input: running.query.input, found: message.found };
  machine.running = machine.next = null;
  const { axis } = machine.store.separation.peek();
  const hulls = next === null ? ({ kind: 'done', outcome } as const) : ({ kind: 'running', last: outcome } as const);
  set(machine, { hulls, axis: axis < message.found.axes.length ? axis : 0 });
  if (next !== null) start(machine, next, true);
}

/** The worker ends too: a failure may have used up its memory. */
function failHulls(machine: Machine, problem: InspectorErrorData): void {
  endHulls(machine);
  reportError(machine, problem);
  set(machine, { hulls: { kind: 'failed', problem } });
}

function endHulls(machine: Machine): void {
  machine.worker?.terminate();
  machine.worker = machine.held = machine.running = machine.next = null;
}

/** A worker of its own runs it, so that ending it cancels and the hulls are still tested while it runs. */
function startJob(machine: Machine, kind: 'pushOut' | 'verify'): void {
  const now = machine.pair.peek();
  if (now.kind !== 'query') return;
  stopJob(machine);
  const { input, a, b, aFromB } = now;
  set(machine, kind === 'pushOut' ? { pushOut: { kind: 'running', input, fraction: 0 } } : { verified: { kind: 'running', input } });
  const done = (change: Partial<SeparationState>): void => {
    machine.endJob?.();
    machine.endJob = null;
    set(machine, change);
  };
  const fail = (problem: InspectorErrorData): void => {
    reportError(machine, problem);
    done({ [kind === 'pushOut' ? 'pushOut' : 'verified']: { kind: 'failed', input, problem } });
  };
  const worker = machine.spawn(
    (message) => {
      switch (message.kind) {
        case 'progress':
          if (kind === 'pushOut') set(machine, { pushOut: { kind: 'running', input, fraction: message.fraction } });
          return;
        case 'pushOut': {
          const { result, milliseconds } = message;
          return done({ pushOut: { kind: 'done', input, result, milliseconds } });
        }
        case 'verify':
          return done({ verified: { kind: 'done', input, overlap: message.overlap } });
        case 'failed':
          return fail(message.problem);
        case 'pair':
          return;
      }
    },
    (reason) => fail(lostWorker('finds the push-out', 'Close other documents first; boxwood query penetration has more memory', reason)),
  );
  machine.endJob = () => worker.terminate();
  worker.post({ kind: 'hold', a: bytesOf(a), b: bytesOf(b) });
  worker.post({ kind, serial: 1, aFromB });
}

function stopJob(machine: Machine): void {
  machine.endJob?.();
  machine.endJob = null;
  const { pushOut, verified } = machine.store.separation.peek();
  if (pushOut.kind === 'running') set(machine, { pushOut: { kind: 'none' } });
  if (verified.kind === 'running') set(machine, { verified: { kind: 'none' } });
}

function reportError({ store }: Machine, problem: InspectorErrorData): void {
  writeLog(store, 'error', formatError(problem), JSON.stringify(problem, null, 2));
}

function bytesOf({ mesh: { positions, indices }, tree }: TreedMesh): HeldBytes {
  return { positions, indices, tree: tree.bytes };
}
