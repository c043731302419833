import { batch, effect, untracked } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import type { EngineChoice, HealthOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { engineOfFile, healthOptionsOf } from './engine-of-file.ts';
import type { FromHealthWorker, ToHealthWorker } from './health-messages.ts';
import { unchecked, type HealthState, type HealthStatus } from './health-query.ts';
import { lostWorker } from '../store/lost-worker.ts';
import type { PageDocument } from '../store/records.ts';
import { withFindingsRenumbered } from '../store/scene-edits.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

export interface HealthParts {
  /** Starts a worker on a request. `lost` is called once if the worker ends by itself. */
  readonly spawn: (
    request: ToHealthWorker,
    message: (message: FromHealthWorker) => void,
    lost: (reason: string) => void,
  ) => { terminate(): void };
}

/** Checks the health of meshes, one after the other, each in a worker of its own, and writes `store.health`. */
export interface HealthChecker {
  /** Replaces earlier requests for these documents; earlier results stay until the new ones arrive. */
  check(documents: readonly DocumentId[]): void;
  /** Sets other options, and checks again the documents that have been checked. */
  setOptions(options: HealthOptions): void;
  /**
   * Compares a document with another engine, and checks it. A file of an engine has a choice of its own; all other documents share one. All
   * documents share the `shape` in which engines hold meshes.
   */
  chooseEngine(document: DocumentId, engine: EngineChoice, shape?: HealthOptions['engineShape']): void;
  /** Cancels the check under way and those that wait. */
  stop(): void;
  dispose(): void;
}

/** The check under way. */
interface RunningCheck {
  readonly document: DocumentId;
  readonly mesh: TriangleMesh;
  readonly options: HealthOptions;
  readonly worker: { terminate(): void };
}

/** The queue of checks, the first of which runs. */
interface CheckQueue {
  readonly store: WritableStore;
  readonly spawn: HealthParts['spawn'];
  waiting: readonly DocumentId[];
  running: RunningCheck | null;
}

export function createHealthChecker(store: WritableStore, { spawn }: HealthParts): HealthChecker {
  const queue: CheckQueue = { store, spawn, waiting: [], running: null };
  const stopFollowing = effect(() => {
    const documents = store.documents.value;
    untracked(() => followDocuments(queue, documents));
  });
  return {
    check: (documents) => check(queue, documents),
    setOptions: (options) => setOptions(queue, options),
    chooseEngine: (id, engine, shape) => chooseEngine(queue, id, engine, shape),
    stop: () => cancelAll(queue),
    dispose() {
      stopFollowing();
      queue.waiting = [];
      startNext(queue);
    },
  };
}

function setOptions(queue: CheckQueue, options: HealthOptions): void {
  const { store } = queue;
  store.healthOptions.value = options;
  const repeated = [...store.health.peek()].filter(([, state]) => isRepeated(state));
  check(
    queue,
    repeated.map(([id]) => id),
  );
}

/** Whether other options repeat a check: it has run, or will. */
function isRepeated({ status, outcome }: HealthState): boolean {
  return outcome !== null || status.kind === 'waiting' || status.kind === 'running';
}

function chooseEngine(queue: CheckQueue, id: DocumentId, engine: EngineChoice, shape?: HealthOptions['engineShape']): void {
  const { store } = queue;
  const document = store.documents.peek().find(({ summary }) => summary.id === id);
  if (document === undefined) return;
  const before = store.healthOptions.peek();
  const options = { ...before, engineShape: shape ?? before.engineShape };
  const isOwnChoice = engineOfFile(document) !== null;
  if (isOwnChoice) store.heldBy.value = new Map(store.heldBy.peek()).set(id, engine);
  if (isOwnChoice && options.engineShape === before.engineShape) return check(queue, [id]);
  const isFirst = !isRepeated(store.health.peek().get(id) ?? unchecked);
  setOptions(queue, isOwnChoice ? options : { ...options, engine });
  if (isFirst) check(queue, [id]);
}

/** Passes the engines chosen for files on to the documents that replace them, and forgets those of closed ones. */
function keepChosenEngines(store: WritableStore, documents: readonly PageDocument[]): void {
  const chosen = store.heldBy.peek();
  if (chosen.size === 0) return;
  const kept = documents.flatMap(({ summary: { id, replaces } }) => {
    const engine = chosen.get(id) ?? (replaces === null ? undefined : chosen.get(replaces));
    return engine === undefined ? [] : [[id, engine] as const];
  });
  store.heldBy.value = new Map(kept);
}

/** Removes closed documents, and checks a document whose predecessor was checked. */
function followDocuments(queue: CheckQueue, documents: readonly PageDocument[]): void {
  const { store, running } = queue;
  keepChosenEngines(store, documents);
  const health = store.health.peek();
  const successors = documents.filter(
    ({ summary, mesh }) =>
      mesh !== null && summary.replaces !== null && !health.has(summary.id) && health.get(summary.replaces)?.outcome != null,
  );
  const kept = [...health].filter(([id, { outcome }]) => {
    const document = documents.find(({ summary }) => summary.id === id);
    return document !== undefined && (outcome === null || outcome.mesh === document.mesh?.mesh);
  });
  if (kept.length < health.size) store.health.value = new Map(kept);
  queue.waiting = queue.waiting.filter((id) => documents.some(({ summary }) => summary.id === id));
  const isClosed =
    running !== null && !documents.some(({ summary, mesh }) => summary.id === running.document && mesh?.mesh === running.mesh);
  if (isClosed) startNext(queue);
  if (successors.length > 0)
    check(
      queue,
      successors.map(({ summary }) => summary.id),
    );
}

function check(queue: CheckQueue, documents: readonly DocumentId[]): void {
  const wanted = documents.filter((id) => meshOf(queue.store, id) !== null);
  queue.waiting = [...queue.waiting.filter((id) => !wanted.includes(id)), ...wanted];
  batch(() => {
    for (const id of wanted) setStatus(queue.store, id, { kind: 'waiting' });
    if (queue.running === null || wanted.includes(queue.running.document)) startNext(queue);
  });
}

/** Ends the check under way, and starts the first that waits. */
function startNext(queue: CheckQueue): void {
  const { store, spawn } = queue;
  queue.running?.worker.terminate();
  queue.running = null;
  const [document, ...rest] = queue.waiting;
  if (document === undefined) return;
  queue.waiting = rest;
  const opened = store.documents.peek().find(({ summary }) => summary.id === document);
  const mesh = opened?.mesh?.mesh;
  if (opened === undefined || mesh === undefined) return startNext(queue);
  const options = untracked(() => healthOptionsOf(store, opened));
  const receiveOwn = (message: FromHealthWorker): void => {
    if (queue.running?.worker === worker) receive(queue, queue.running, message);
  };
  const worker = spawn({ mesh: { positions: mesh.positions, indices: mesh.indices, parts: mesh.parts }, options }, receiveOwn, (reason) =>
    receiveOwn({
      kind: 'failed',
      problem: lostWorker('checks the mesh', 'Check again; for very large meshes close other documents first', reason),
    }),
  );
  queue.running = { document, mesh, options, worker };
  setStatus(store, document, { kind: 'running', fraction: 0 });
}

function receive(queue: CheckQueue, { document, mesh, options }: RunningCheck, message: FromHealthWorker): void {
  const { store } = queue;
  switch (message.kind) {
    case 'progress':
      return setStatus(store, document, { kind: 'running', fraction: message.fraction });
    case 'done': {
      const { report, shapes, milliseconds } = message;
      batch(() => {
        const codes = new Set(report.findings.map(({ code }) => code));
        store.history.rewrite((scene) => withFindingsRenumbered(scene, document, codes));
        if (store.hover.peek()?.kind === 'finding') store.hover.value = null;
        setHealth(store, document, { status: { kind: 'done' }, outcome: { mesh, options, report, shapes, milliseconds } });
      });
      return startNext(queue);
    }
    case 'failed':
      writeLog(store, 'error', formatError(message.problem), JSON.stringify(message.problem, null, 2));
      setStatus(store, document, { kind: 'failed', problem: message.problem });
      return startNext(queue);
  }
}

function cancelAll(queue: CheckQueue): void {
  const { store, running } = queue;
  const dropped = running === null ? queue.waiting : [running.document, ...queue.waiting];
  queue.waiting = [];
  batch(() => {
    startNext(queue);
    for (const id of dropped) setStatus(store, id, { kind: 'failed', problem: cancelled });
  });
}

function meshOf({ documents }: WritableStore, id: DocumentId): TriangleMesh | null {
  return documents.peek().find(({ summary }) => summary.id === id)?.mesh?.mesh ?? null;
}

function setStatus(store: WritableStore, id: DocumentId, status: HealthStatus): void {
  setHealth(store, id, { ...(store.health.peek().get(id) ?? unchecked), status });
}

function setHealth(store: WritableStore, id: DocumentId, state: HealthState): void {
  store.health.value = new Map(store.health.peek()).set(id, state);
}

const cancelled: InspectorErrorData = {
  code: 'cancelled',
  message: 'The check was cancelled',
  fix: 'Check again',
  location: {},
};
