import { effect, signal, untracked } from '@preact/signals-core';
import { toErrorData } from '#core/error';
import type { DocumentId, Host } from '#host-api';
import type { HealthChecker } from '../health/check-meshes.ts';
import { restoreTarget } from '../snapshot/restore-scene.ts';
import { restoreSnapshot, type RestoreParts } from '../snapshot/restore-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { takeSnapshot } from '../snapshot/take-snapshot.ts';
import { type HistoryParts, type HistoryRecord, restoreHistory } from '../snapshot/restore-history.ts';
import { writeHistory } from '../snapshot/write-history.ts';
import { writeSnapshot } from '../snapshot/write-snapshot.ts';
import type { PageDocument } from '../store/records.ts';
import { isSettled } from './is-settled.ts';
import { notesOf } from './notes.ts';

/** What the notes need of the page. */
export interface NotesParts extends RestoreParts, Pick<HistoryParts, 'loadTree'> {
  readonly host: Pick<Host, 'writeNotes'>;
  readonly check: HealthChecker['check'];
  /** Returns the name of the workspace; follows it. */
  readonly workspace: () => string | null;
  /** Returns the layouts of the workspaces; follows them. */
  readonly layouts: () => Snapshot['layouts'];
  /** Runs the newest of its functions soon, and before the page is left. */
  readonly later: (run: () => void) => void;
}

/**
 * Writes the notes that a reloaded page needs to show the same, with its undo steps, restores those of the previous page, and repeats its
 * checks. Findings are large, and faster to compute again than to store. `notes` and `steps`: of the page before. Returns the function
 * that stops.
 */
export function keepNotes(parts: NotesParts, notes: Snapshot | null, steps: HistoryRecord | null = null): () => void {
  const { store } = parts;
  if (notes !== null) store.healthOptions.value = notes.health;
  const stopChecking = repeatChecks(parts, notes);
  const isRestored = signal(notes === null);
  /** The undo steps of the page before, as long as they are not restored. */
  const waiting = signal(notes === null ? null : steps);
  const stopRestoring = effect(() => {
    if (isRestored.value || notes === null || !store.isListed.value) return;
    const isNoted = (document: PageDocument): boolean => notesOf(notes, document.summary) !== null;
    if (store.documents.value.filter(isNoted).some((document) => !isSettled(document))) return;
    untracked(() => void restoreNotes(parts, notes, steps).finally(() => (waiting.value = null)));
    isRestored.value = true;
  });
  const stopWriting = effect(() => {
    const { history, documents, camera, lens, bookmarks, flySpeed, healthOptions, health, measuring, isListed } = store;
    for (const { value } of [history.current, history.marks, documents, camera, lens, bookmarks, flySpeed]) void value;
    for (const { value } of [healthOptions, health, measuring, isListed, waiting]) void value;
    void [parts.workspace(), parts.layouts()];
    // Before, the notes of the previous page are still needed.
    if (isRestored.value) parts.later(() => writeNotes(parts, waiting.peek()));
  });
  return () => {
    stopChecking();
    stopRestoring();
    stopWriting();
  };
}

/** Undo steps that wait for their trees are kept for the next page too. */
function writeNotes({ store, host, workspace, layouts }: NotesParts, waiting: HistoryRecord | null): void {
  const snapshot = writeSnapshot(takeSnapshot(store, workspace(), layouts()));
  const history = waiting === null ? writeHistory(store) : JSON.stringify({ position: waiting.position, marks: waiting.marks });
  host.writeNotes(`${snapshot.slice(0, -1)},"history":${history}}`);
}

/** Checks the documents that the previous page had checked, when their mesh is here. */
function repeatChecks({ store, check }: NotesParts, notes: Snapshot | null): () => void {
  const checked = new Set<DocumentId>();
  return effect(() => {
    const ready = store.documents.value.filter(
      ({ summary, mesh }) => mesh !== null && !checked.has(summary.id) && notesOf(notes, summary)?.isChecked === true,
    );
    for (const { summary } of ready) checked.add(summary.id);
    if (ready.length > 0) untracked(() => check(ready.map(({ summary }) => summary.id)));
  });
}

/** What a person did before the meshes were here has priority. */
async function restoreNotes(parts: NotesParts, notes: Snapshot, steps: HistoryRecord | null): Promise<void> {
  const { store } = parts;
  if (store.history.marks.peek().length > 1) return;
  const documents = store.documents.peek();
  const targets = notes.documents.map((saved, at) => {
    const document = documents.find(({ summary }) => notesOf(notes, summary) === saved);
    return restoreTarget(notes, at, documents, document?.summary.id ?? null);
  });
  await restoreSnapshot(parts, notes, targets, { kind: 'page' });
  // A second view that is built again is a step of its own.
  const isUntouched = store.history.marks.peek().length <= (notes.second === null ? 1 : 2);
  if (steps !== null && isUntouched) await restoreHistory(parts, steps, targets).catch(ignoreMalformed);
}

/** Steps that cannot be read, of an edited text, are left out. */
function ignoreMalformed(thrown: unknown): void {
  if (toErrorData(thrown).code !== 'malformed') throw thrown;
}
