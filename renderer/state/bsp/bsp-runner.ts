import { effect } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import type { BuildBsp, FromBspWorker, SpawnBsp, ToBspWorker } from './bsp-messages.ts';
import { type BspRoute, type BspState, firstRoute } from './bsp-state.ts';

export interface BspRunner {
  /** Builds the BSP tree of the active mesh with the options of the store. Cancels one under way. */
  start(): void;
  /** Follows the object of the store through the cells of the tree. */
  follow(): void;
  /** Looks for the cells that may be seen from the start of the object, and for its leak. */
  look(): void;
  /** Cancels following and looking. The tree stays; the next of both builds it again. */
  cancel(): void;
  /** Cancels the build under way, or removes the tree. */
  stop(): void;
  dispose(): void;
}

const startAgain = 'Start it again when wanted';

/** The worker that has the tree, and what it works on. */
interface Held {
  worker: ReturnType<SpawnBsp> | null;
  request: BuildBsp | null;
  /** Routes of which the worker has no result yet, in order. */
  waiting: Pick<BspRoute, 'from' | 'radius' | 'to'>[];
}

/** Builds BSP trees in a worker. */
export function createBspRunner(store: WritableStore, spawn: SpawnBsp): BspRunner {
  const held: Held = { worker: null, request: null, waiting: [] };
  const end = (): void => endWorker(store, held);
  const spawned = (id: DocumentId, mesh: TriangleMesh): ReturnType<SpawnBsp> =>
    spawn(
      (message) => receive(store, held, { id, mesh }, message),
      (reason) =>
        fail(
          store,
          held,
          id,
          lostWorker('builds the BSP tree', 'Close other documents first; the command line’s bsp has more memory', reason),
        ),
    );
  const query = (of: (route: BspRoute) => ToBspWorker): void => {
    const { run, route } = store.bsp.peek();
    if (run.kind !== 'done' || held.request === null) return;
    if (held.worker === null) {
      held.worker = spawned(run.document, run.mesh);
      held.worker.post({ ...held.request, isAgain: true });
    }
    const { from, to, radius } = route;
    held.waiting.push({ from, to, radius });
    change(store, { work: 0 });
    held.worker.post(of(route));
  };
  /** A mesh that is closed, or read again, has no tree any more. */
  const stopFollowing = effect(() => {
    const { run } = store.bsp.value;
    if (run.kind === 'none') return;
    const open = store.documents.value.find(({ summary }) => summary.id === run.document);
    if (open !== undefined && (run.kind !== 'done' || open.mesh?.mesh === run.mesh)) return;
    end();
    held.request = null;
    change(store, { run: { kind: 'none' } });
  });
  return {
    start() {
      const active = store.documents.peek().find(({ summary }) => summary.id === store.scene.peek().activeDocument);
      if (active?.mesh?.bounds == null) return;
      const { id } = active.summary;
      const { mesh } = active.mesh;
      const { positions, indices } = mesh;
      end();
      change(store, { run: { kind: 'running', document: id, fraction: 0 } });
      held.request = { kind: 'build', positions, indices, options: store.bsp.peek().options };
      held.worker = spawned(id, mesh);
      held.worker.post(held.request);
    },
    follow: () => query(({ from, to, radius }) => ({ kind: 'follow', route: [from, to], radius })),
    look: () => query(({ from }) => ({ kind: 'look', point: from })),
    cancel() {
      if (store.bsp.peek().work === null) return;
      end();
      const problem: InspectorErrorData = { code: 'cancelled', message: 'It was cancelled', fix: startAgain, location: {} };
      change(store, { route: { ...store.bsp.peek().route, followed: null, problem } });
    },
    stop() {
      const { run } = store.bsp.peek();
      const problem: InspectorErrorData = { code: 'cancelled', message: 'The BSP build was cancelled', fix: startAgain, location: {} };
      if (run.kind === 'running') return fail(store, held, run.document, problem);
      end();
      held.request = null;
      change(store, { run: { kind: 'none' } });
    },
    dispose() {
      stopFollowing();
      end();
    },
  };
}

function change(store: WritableStore, by: Partial<BspState>): void {
  store.bsp.value = { ...store.bsp.peek(), ...by };
}

function endWorker(store: WritableStore, held: Held): void {
  held.worker?.terminate();
  held.worker = null;
  held.waiting = [];
  if (store.bsp.peek().work !== null) change(store, { work: null });
}

function fail(store: WritableStore, held: Held, document: DocumentId, problem: InspectorErrorData): void {
  endWorker(store, held);
  held.request = null;
  writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
  change(store, { run: { kind: 'failed', document, problem } });
}

function receive(
  store: WritableStore,
  held: Held,
  { id, mesh }: { readonly id: DocumentId; readonly mesh: TriangleMesh },
  message: FromBspWorker,
): void {
  const { run, work } = store.bsp.peek();
  switch (message.kind) {
    case 'failed':
      return fail(store, held, id, message.problem);
    case 'progress':
      if (run.kind === 'running') change(store, { run: { kind: 'running', document: id, fraction: message.fraction } });
      else if (work !== null) change(store, { work: message.fraction });
      return;
    case 'done': {
      const { picture } = message.shown;
      change(store, { run: { kind: 'done', document: id, mesh, shown: message.shown }, seen: null });
      if (picture !== null) change(store, { route: firstRoute(picture) });
      return;
    }
    default:
      return receiveResult(store, held, message);
  }
}

/** Takes the result of a query, unless its route has changed meanwhile. */
function receiveResult(
  store: WritableStore,
  held: Held,
  message: Extract<FromBspWorker, { kind: 'followed' | 'seen' | 'notFollowed' }>,
): void {
  const of = held.waiting.shift();
  if (held.waiting.length === 0) change(store, { work: null });
  const { route } = store.bsp.peek();
  if (of?.from !== route.from || of.to !== route.to || of.radius !== route.radius) return;
  if (message.kind === 'followed') change(store, { route: { ...route, followed: message.followed, problem: null } });
  else if (message.kind === 'seen') change(store, { seen: message.seen, route: { ...route, problem: null } });
  else change(store, { route: { ...route, followed: null, problem: message.problem } });
}
