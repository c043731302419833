import { effect } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import { buildOptions, type BuildOptions, defaultValues } from '#core/options';
import type { DocumentId } from '#host-api';
import type { CompareState } from './compare-state.ts';
import type { FromCompareWorker, CompareRequest } from './compare-messages.ts';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore, Store } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

export interface Comparer {
  /** Builds every kind of tree on the active mesh and runs the same queries on each, with its leaf size and limits. Cancels a running comparison. */
  start(): void;
  /** Cancels the comparison under way. */
  stop(): void;
  dispose(): void;
}

/** Starts a worker with one request. `lost` is called once if the worker ends by itself. Returns the function that ends it. */
export type SpawnCompare = (
  request: CompareRequest,
  message: (message: FromCompareWorker) => void,
  lost: (reason: string) => void,
) => () => void;

/** Those of the tree that is shown: kinds are compared with its split, all with its leaf size and limits. */
export function compareOptions({ scene }: Store, document: DocumentId): BuildOptions {
  const options = scene.value.trees.get(document)?.summary.options ?? defaultValues(buildOptions);
  return { ...options, kind: buildOptions.kind.default };
}

type Running = Extract<CompareState, { kind: 'running' }>;

export function startComparer(store: WritableStore, spawn: SpawnCompare): Comparer {
  let end: (() => void) | null = null;

  function finish(state: CompareState): void {
    end?.();
    end = null;
    store.comparison.value = state;
  }

  function fail(document: DocumentId, problem: InspectorErrorData): void {
    writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
    finish({ kind: 'failed', document, problem });
  }

  /** A mesh that is closed, or read again, has no comparison any more. */
  const stopFollowing = effect(() => {
    const comparison = store.comparison.value;
    if (comparison.kind === 'none') return;
    const open = store.documents.value.find(({ summary }) => summary.id === comparison.document);
    if (open === undefined || (comparison.kind === 'done' && open.mesh?.mesh !== comparison.outcome.mesh)) finish({ kind: 'none' });
  });

  return {
    start() {
      const active = store.documents.peek().find(({ summary }) => summary.id === store.scene.peek().activeDocument);
      // An animation is compared at rest.
      if (active?.mesh?.bounds == null) return;
      const { id } = active.summary;
      const { mesh } = active.mesh;
      finish({ kind: 'running', document: id, fraction: 0, records: [] });
      const run = (change: Partial<Pick<Running, 'fraction' | 'records'>>): void => {
        const comparison = store.comparison.peek();
        if (comparison.kind === 'running') store.comparison.value = { ...comparison, ...change };
      };
      const { positions, indices } = mesh;
      end = spawn(
        { positions, indices, options: compareOptions(store, id) },
        (message) => {
          if (message.kind === 'progress') run({ fraction: message.fraction });
          else if (message.kind === 'rows') run({ records: message.records });
          else if (message.kind === 'failed') fail(id, message.problem);
          else finish({ kind: 'done', document: id, outcome: { mesh, records: message.records, milliseconds: message.milliseconds } });
        },
        (reason) =>
          fail(
            id,
            lostWorker('compares the trees', 'Close other documents first; the command line’s tree --compare has more memory', reason),
          ),
      );
    },
    stop() {
      const comparison = store.comparison.peek();
      if (comparison.kind === 'running')
        fail(comparison.document, {
          code: 'cancelled',
          message: 'The comparison was cancelled',
          fix: 'Start it again when wanted',
          location: {},
        });
    },
    dispose() {
      stopFollowing();
      end?.();
    },
  };
}
