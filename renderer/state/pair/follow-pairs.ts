import { effect, untracked } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import { scenePair, type ScenePair } from './scene-pair.ts';
import { maxContacts, type PairOutcome, type PairState } from './pair-query.ts';
import { createPairRunner, type PairReply, type PairRunner, type PairRunnerParts } from './pair-runner.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import { formatMany, formatMilliseconds } from '../../text/format-number.ts';

export interface PairFollower {
  /** Cancels the query under way; the next pose starts another. */
  stop(): void;
  dispose(): void;
}

/** A query that takes longer than this is late, ms. Until then the earlier outcome stays, and partial results wait: nothing flickers. */
export const lateAfter = 200;

/** The queries under way, and what is known of their outcome. */
interface PairQueries {
  readonly store: WritableStore;
  readonly after: PairRunnerParts['after'];
  readonly runner: PairRunner;
  /** Queries whose result may still arrive, by serial; the newest is last, and has no result yet. */
  open: Map<number, ScenePair>;
  /** What is known of an outcome that is not complete yet. */
  partial: { readonly serial: number; readonly outcome: PairOutcome } | null;
  /** Stops the clock of `lateAfter`. */
  stopClock: (() => void) | null;
}

/**
 * Intersects the moving mesh of the scene with its fixed mesh whenever either changes or the moving mesh is moved, and writes
 * `store.pair`. The page never waits: a worker runs the queries, and the newest counts.
 */
export function followPairs(store: WritableStore, parts: Omit<PairRunnerParts, 'receive'>): PairFollower {
  const runner = createPairRunner({ ...parts, receive: (message) => receive(queries, message) });
  const queries: PairQueries = { store, after: parts.after, runner, open: new Map(), partial: null, stopClock: null };
  const wanted = scenePair(store.queriedScene, store.queriedDocuments);
  const stopFollowing = effect(() => {
    const now = wanted.value;
    untracked(() => {
      if (now.kind === 'query') return startQuery(queries, now);
      cancelQueries(queries);
      if (now.kind === 'none') runner.end();
      store.pair.value = { status: now, outcome: null };
    });
  });
  return {
    stop() {
      if (queries.open.size > 0) fail(queries, stopped, null);
    },
    dispose() {
      stopFollowing();
      cancelQueries(queries);
      runner.end();
    },
  };
}

function startQuery(queries: PairQueries, query: ScenePair): void {
  const { store, runner, open } = queries;
  const { a, b, aFromB, input } = query;
  if ([...open.values()].some((other) => !isSamePair(other, query))) cancelQueries(queries);
  queries.open.set(runner.query(a, b, { aFromB, options: input.options, maxContacts }), query);
  queries.stopClock ??= queries.after(lateAfter, () => becomeLate(queries));
  const { status, outcome } = store.pair.peek();
  const isKept = outcome !== null && outcome.meshA === a.mesh && outcome.meshB === b.mesh;
  store.pair.value = {
    status: status.kind === 'running' ? status : { kind: 'running', late: false, fraction: 0 },
    outcome: isKept ? outcome : null,
  };
}

function receive(queries: PairQueries, message: PairReply): void {
  const { store, open, partial } = queries;
  if (message.kind === 'loaded') return writeLog(store, 'info', loadedText(message));
  const { serial } = message;
  const query = open.get(serial);
  if (query === undefined) return;
  for (const older of open.keys()) if (older < serial) open.delete(older);
  const isNewest = serial === [...open.keys()].at(-1);
  const known = partial?.serial === serial ? partial.outcome : nothingKnown(query);
  switch (message.kind) {
    case 'progress':
      return isNewest ? showProgress(queries, message.fraction) : undefined;
    case 'overlap':
      return keepPartial(queries, serial, { ...nothingKnown(query), overlap: message.overlap });
    case 'found':
      return keepPartial(queries, serial, { ...known, overlap: message.found.overlap, found: message.found });
    case 'contacts':
      return complete(queries, serial, { ...known, pairContacts: message.pairContacts }, isNewest);
    case 'failed':
      return isNewest ? fail(queries, message.problem, partial?.serial === serial ? partial.outcome : null) : undefined;
  }
}

function keepPartial(queries: PairQueries, serial: number, outcome: PairOutcome): void {
  const { pair } = queries.store;
  queries.partial = { serial, outcome };
  if (isLate(pair.peek())) pair.value = { status: pair.peek().status, outcome };
}

function complete(queries: PairQueries, serial: number, outcome: PairOutcome, isNewest: boolean): void {
  queries.open.delete(serial);
  dropPartial(queries);
  if (!isNewest) queries.stopClock = queries.after(lateAfter, () => becomeLate(queries));
  queries.store.pair.value = { status: isNewest ? { kind: 'done' } : { kind: 'running', late: false, fraction: 0 }, outcome };
}

function fail(queries: PairQueries, problem: InspectorErrorData, outcome: PairOutcome | null): void {
  const { store } = queries;
  cancelQueries(queries);
  if (problem.code === 'too-large') {
    store.pair.value = { status: { kind: 'too-many', problem }, outcome };
    return;
  }
  if (problem.code !== 'cancelled') writeLog(store, 'error', formatError(problem), JSON.stringify(problem, null, 2));
  store.pair.value = { status: { kind: 'failed', problem }, outcome: null };
}

function showProgress({ store: { pair } }: PairQueries, fraction: number): void {
  if (isLate(pair.peek())) pair.value = { status: { kind: 'running', late: true, fraction }, outcome: pair.peek().outcome };
}

function becomeLate(queries: PairQueries): void {
  const { pair } = queries.store;
  queries.stopClock = null;
  pair.value = { status: { kind: 'running', late: true, fraction: 0 }, outcome: queries.partial?.outcome ?? pair.peek().outcome };
}

function isLate({ status }: PairState): boolean {
  return status.kind === 'running' && status.late;
}

function cancelQueries(queries: PairQueries): void {
  dropPartial(queries);
  queries.open = new Map();
  queries.runner.stop();
}

function dropPartial(queries: PairQueries): void {
  queries.stopClock?.();
  queries.stopClock = null;
  queries.partial = null;
}

const stopped: InspectorErrorData = {
  code: 'cancelled',
  message: 'Stopped',
  fix: 'Move the moving mesh to start again',
  location: {},
};

function isSamePair(one: ScenePair, other: ScenePair): boolean {
  return one.a.mesh === other.a.mesh && one.b.mesh === other.b.mesh;
}

function nothingKnown({ input, aFromB, a, b }: ScenePair): PairOutcome {
  return { input, aFromB, meshA: a.mesh, meshB: b.mesh, overlap: false, found: null, pairContacts: null };
}

/** Logged once for each pair of meshes: later queries are faster. */
function loadedText({ built, parallel, threads, milliseconds }: Extract<PairReply, { kind: 'loaded' }>): string {
  const by = parallel > 0 ? ` by ${formatMany(threads, 'thread')}` : '';
  return `Both meshes loaded into WASM: ${formatMany(built, 'wide tree')} built in ${formatMilliseconds(milliseconds)}${by}.`;
}
