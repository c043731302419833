import type { GivenRepairs } from '#core/health';
import { formatError, toErrorData } from '#core/error';
import type { DocumentId, Host } from '#host-api';
import { formatMany } from '../../text/format-number.ts';
import { noteRepair } from '../changes/note-changes.ts';
import { healthOptionsOf } from '../health/engine-of-file.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

/** The requests of a repair, and what the events that follow one need to know. */
export interface RepairParts {
  readonly host: Host;
  readonly store: WritableStore;
  /** See `DocumentFollower.want`. Waits until the mesh was fetched, could not be fetched, or the document is closed. */
  readonly want: (document: DocumentId) => Promise<void>;
}

/**
 * Repairs a document; `store.repaired` gets the outcome. With `keep` the repaired mesh becomes a document, which is shown in place of the
 * other one as an undo step. Returns that document once its mesh is loaded; `null` for a preview, after an error, and
 * without a mesh.
 */
export async function repairDocument(
  { host, store, want }: RepairParts,
  document: DocumentId,
  options: GivenRepairs,
  keep: boolean,
): Promise<DocumentId | null> {
  store.repaired.value = null;
  try {
    const repaired = store.documents.peek().find(({ summary }) => summary.id === document);
    const health = repaired === undefined ? store.healthOptions.peek() : healthOptionsOf(store, repaired);
    const { report, document: copy } = await host.request('repair', { document, options, health, keep });
    store.repaired.value = { document, options, report };
    if (copy === null) return null;
    await want(copy);
    if (store.documents.peek().find(({ summary }) => summary.id === copy)?.mesh == null) return null;
    const name = store.documents.peek().find(({ summary }) => summary.id === document)?.summary.name ?? 'Mesh';
    noteRepair(store, document, copy, report);
    writeLog(store, 'info', `${name}: repaired, ${formatMany(report.triangles.after, 'triangle')}`);
    return copy;
  } catch (thrown) {
    const problem = toErrorData(thrown);
    writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
    store.repaired.value = { document, options, problem };
    return null;
  }
}
