import { effect } from '@preact/signals-core';
import type { GivenRepairs } from '#core/health';
import { formatError, toErrorData } from '#core/error';
import type { DocumentId, Host } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

/** The requests of a repair, and what the events that follow one need to know. */
export interface RepairParts {
  readonly host: Host;
  readonly store: WritableStore;
  /** See `DocumentFollower.want`. */
  readonly want: (document: DocumentId) => void;
}

/**
 * Repairs a document; `store.repaired` gets the outcome. With `keep` the repaired mesh becomes a document, which is shown in place of the
 * other one as an undo step. Returns that document once its mesh is loaded; `null` for a preview, and after an error.
 */
export async function repairDocument(
  { host, store, want }: RepairParts,
  document: DocumentId,
  options: GivenRepairs,
  keep: boolean,
): Promise<DocumentId | null> {
  store.repaired.value = null;
  try {
    const health = store.healthOptions.peek();
    const { report, document: copy } = await host.request('repair', { document, options, health, keep });
    store.repaired.value = { document, options, report };
    if (copy === null) return null;
    want(copy);
    await meshLoaded(store, copy);
    const name = store.documents.peek().find(({ summary }) => summary.id === document)?.summary.name ?? 'Mesh';
    writeLog(store, 'info', `${name}: repaired, ${formatMany(report.triangles.after, 'triangle')}`);
    return copy;
  } catch (thrown) {
    const problem = toErrorData(thrown);
    writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
    store.repaired.value = { document, options, problem };
    return null;
  }
}

/** Waits until the mesh of a document is loaded, or its document is closed again. */
function meshLoaded(store: WritableStore, id: DocumentId): Promise<void> {
  return new Promise((resolve) => {
    let seen = false;
    let stop: (() => void) | null = null;
    const done = (): void => {
      // The effect runs at once, before there is a function to stop it.
      if (stop === null) queueMicrotask(() => stop?.());
      else stop();
      resolve();
    };
    stop = effect(() => {
      const document = store.documents.value.find(({ summary }) => summary.id === id);
      seen ||= document !== undefined;
      if (document?.mesh != null || (seen && document === undefined)) done();
    });
  });
}
