import { effect } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import type { DocumentId } from '#host-api';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';
import type { FromBspWorker, SpawnBsp } from './bsp-messages.ts';
import { type BspRoute, type BspRun, firstRoute } from './bsp-state.ts';

export interface BspRunner {
  /** Builds the BSP tree of the active mesh with the options of the store. Cancels one under way. */
  start(): void;
  /** Follows the object of the store through the cells of the tree. */
  follow(): void;
  /** Cancels the build under way, or removes the tree. */
  stop(): void;
  dispose(): void;
}

/** Builds BSP trees in a worker. */
export function createBspRunner(store: WritableStore, spawn: SpawnBsp): BspRunner {
  let worker: ReturnType<SpawnBsp> | null = null;
  /** Routes that the worker has not followed yet, in order. */
  let waiting: Pick<BspRoute, 'from' | 'radius' | 'to'>[] = [];
  const end = (): void => {
    worker?.terminate();
    worker = null;
    waiting = [];
  };
  const set = (run: BspRun): void => {
    store.bsp.value = { ...store.bsp.peek(), run };
  };
  const setRoute = (change: Partial<BspRoute>): void => {
    const state = store.bsp.peek();
    store.bsp.value = { ...state, route: { ...state.route, ...change } };
  };
  const fail = (document: DocumentId, problem: InspectorErrorData): void => {
    end();
    writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
    set({ kind: 'failed', document, problem });
  };
  /** A mesh that is closed, or read again, has no tree any more. */
  const stopFollowing = effect(() => {
    const { run } = store.bsp.value;
    if (run.kind === 'none') return;
    const open = store.documents.value.find(({ summary }) => summary.id === run.document);
    if (open !== undefined && (run.kind !== 'done' || open.mesh?.mesh === run.mesh)) return;
    end();
    set({ kind: 'none' });
  });
  return {
    start() {
      const active = store.documents.peek().find(({ summary }) => summary.id === store.scene.peek().activeDocument);
      if (active?.mesh?.bounds == null) return;
      const { id } = active.summary;
      const { mesh } = active.mesh;
      end();
      set({ kind: 'running', document: id, fraction: 0 });
      const receive = (message: FromBspWorker): void => {
        if (message.kind === 'failed') return fail(id, message.problem);
        if (message.kind === 'progress') return set({ kind: 'running', document: id, fraction: message.fraction });
        if (message.kind === 'followed' || message.kind === 'notFollowed') {
          const of = waiting.shift();
          const route = store.bsp.peek().route;
          // A route that has changed meanwhile has no result yet.
          if (of?.from !== route.from || of.to !== route.to || of.radius !== route.radius) return;
          return message.kind === 'followed'
            ? setRoute({ followed: message.followed, problem: null })
            : setRoute({ followed: null, problem: message.problem });
        }
        set({ kind: 'done', document: id, mesh, shown: message.shown });
        if (message.shown.picture !== null) setRoute(firstRoute(message.shown.picture));
      };
      worker = spawn(receive, (reason) =>
        fail(id, lostWorker('builds the BSP tree', 'Close other documents first; the command line’s bsp has more memory', reason)),
      );
      const { positions, indices } = mesh;
      worker.post({ kind: 'build', positions, indices, options: store.bsp.peek().options });
    },
    follow() {
      if (worker === null) return;
      const { from, to, radius } = store.bsp.peek().route;
      waiting.push({ from, to, radius });
      worker.post({ kind: 'follow', route: [from, to], radius });
    },
    stop() {
      const { run } = store.bsp.peek();
      const fix = 'Start it again when wanted';
      if (run.kind === 'running')
        return fail(run.document, { code: 'cancelled', message: 'The BSP build was cancelled', fix, location: {} });
      end();
      set({ kind: 'none' });
    },
    dispose() {
      stopFollowing();
      end();
    },
  };
}
