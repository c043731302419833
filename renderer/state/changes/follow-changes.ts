import { effect, untracked } from '@preact/signals-core';
import type { MeshVersion } from '#core/diff';
import { formatError, type InspectorErrorData } from '#core/error';
import type { SurfaceFields } from '#core/health';
import { healthOptionsOf } from '../health/engine-of-file.ts';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import type { FromChangeWorker, ToChangeWorker } from './change-messages.ts';
import { type MeshChanges, distanceEnd } from './mesh-changes.ts';

/** Starts a worker on a request. `lost` is called once if the worker ends by itself. */
export type SpawnComparison = (
  request: ToChangeWorker,
  message: (message: FromChangeWorker) => void,
  lost: (reason: string) => void,
) => { terminate(): void };

/** Compares the versions in `store.changes`, one pair after the other, each in a worker of its own. */
export interface ChangeFollower {
  /** Compares two versions again with all checks, and measures their distance. */
  compareAll(serial: number): void;
  /** Cancels a comparison. What is known of it stays. */
  stop(serial: number): void;
  dispose(): void;
}

interface Follower {
  readonly store: WritableStore;
  readonly spawn: SpawnComparison;
  running: { readonly serial: number; readonly worker: { terminate(): void } } | null;
}

export function followChanges(store: WritableStore, spawn: SpawnComparison): ChangeFollower {
  const follower: Follower = { store, spawn, running: null };
  const stops = [
    effect(() => {
      const open = new Set(store.documents.value.map(({ summary }) => summary.id));
      untracked(() => dropClosed(store, open));
    }),
    effect(() => {
      const all = store.changes.value;
      untracked(() => startNext(follower, all));
    }),
  ];
  return {
    compareAll: (serial) => update(store, serial, (changes) => ({ ...changes, wanted: 'all', status: { kind: 'waiting' } })),
    stop: (serial) => update(store, serial, (changes) => ({ ...changes, status: { kind: 'failed', problem: cancelled } })),
    dispose() {
      for (const stop of stops) stop();
      follower.running?.worker.terminate();
      follower.running = null;
    },
  };
}

/** Drops the changes of documents that are all closed, and comparisons of two documents when one is closed: nothing can show them. */
function dropClosed(store: WritableStore, open: ReadonlySet<number>): void {
  const kept = store.changes
    .peek()
    .filter(({ cause, documents }) => (cause === 'compare' ? documents.every((id) => open.has(id)) : documents.some((id) => open.has(id))));
  if (kept.length === store.changes.peek().length) return;
  // Later changes of another document are not shown unasked.
  if (kept.length === 0) store.versionView.value = 'off';
  store.changes.value = kept;
}

/** Ends the comparison that is not wanted any more, and starts the first that waits. */
function startNext(follower: Follower, all: readonly MeshChanges[]): void {
  const { store, spawn, running } = follower;
  if (running !== null) {
    if (all.some(({ serial, status }) => serial === running.serial && status.kind === 'running')) return;
    running.worker.terminate();
    follower.running = null;
  }
  const next = all.find(({ status }) => status.kind === 'waiting');
  if (next === undefined) return;
  const { serial, before, after, wanted } = next;
  const receiveOwn = (message: FromChangeWorker): void => {
    if (follower.running?.worker === worker) receive(store, serial, message);
  };
  const document = store.documents.peek().find(({ summary }) => summary.id === next.documents[0]);
  const request = {
    before: plain(before),
    after: plain(after),
    health: document === undefined ? store.healthOptions.peek() : healthOptionsOf(store, document),
    all: wanted === 'all',
    fields: next.cause === 'compare',
  };
  const worker = spawn(request, receiveOwn, (reason) =>
    receiveOwn({
      kind: 'failed',
      problem: lostWorker('compares the versions', 'Compare again; for very large meshes close other documents first', reason),
    }),
  );
  follower.running = { serial, worker };
  update(store, serial, (changes) => ({ ...changes, status: { kind: 'running', fraction: 0 } }));
}

/** Only what the worker needs, so that little is copied. */
function plain({ mesh: { positions, indices, parts }, findings }: MeshVersion): MeshVersion {
  return { mesh: { positions, indices, parts }, findings };
}

function receive(store: WritableStore, serial: number, message: FromChangeWorker): void {
  switch (message.kind) {
    case 'progress':
      return update(store, serial, (changes) => ({ ...changes, status: { kind: 'running', fraction: message.fraction } }));
    case 'geometry': {
      const { diff: geometry, states } = message;
      return update(store, serial, (changes) => ({
        ...changes,
        geometry,
        drawn: changes.drawn ?? { before: changes.before.mesh, after: changes.after.mesh, states, fields: null, end: 0 },
      }));
    }
    case 'checks':
      return update(store, serial, (changes) => ({ ...changes, ...message.checks }));
    case 'surface':
      return update(store, serial, (changes) => withFields({ ...changes, surface: message.surface }, changes.fields));
    case 'farthest':
      return update(store, serial, (changes) => ({ ...changes, farthest: message.farthest }));
    case 'fields':
      return update(store, serial, (changes) => withFields(changes, message.fields));
    case 'done':
      return update(store, serial, (changes) => ({ ...changes, status: { kind: 'done' } }));
    case 'failed':
      writeLog(store, 'error', formatError(message.problem), JSON.stringify(message.problem, null, 2));
      return update(store, serial, (changes) => ({ ...changes, status: { kind: 'failed', problem: message.problem } }));
  }
}

/** The drawn versions stay the same object unless their colours change. */
function withFields(changes: MeshChanges, fields: SurfaceFields | null): MeshChanges {
  const { drawn, surface } = changes;
  if (drawn === null || fields === null) return { ...changes, fields };
  const end = distanceEnd(fields, surface);
  return { ...changes, fields, drawn: drawn.fields === fields && drawn.end === end ? drawn : { ...drawn, fields, end } };
}

function update(store: WritableStore, serial: number, change: (changes: MeshChanges) => MeshChanges): void {
  store.changes.value = store.changes.peek().map((changes) => (changes.serial === serial ? change(changes) : changes));
}

const cancelled: InspectorErrorData = {
  code: 'cancelled',
  message: 'The comparison was cancelled',
  fix: 'Compare again',
  location: {},
};
