import { effect, signal, untracked } from '@preact/signals-core';
import { toErrorData } from '#core/error';
import type { DocumentId, Host } from '#host-api';
import type { HealthChecker } from '../health/check-meshes.ts';
import { restoreEngines } from '../health/engine-of-file.ts';
import { restoreTarget } from '../snapshot/restore-scene.ts';
import { restoreSnapshot, type RestoreParts } from '../snapshot/restore-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { keptDocuments, takeSnapshot } from '../snapshot/take-snapshot.ts';
import { type HistoryParts, restoreHistory } from '../snapshot/restore-history.ts';
import { createHistoryWriter } from '../snapshot/write-history.ts';
import { writeSnapshot } from '../snapshot/write-snapshot.ts';
import type { PageDocument } from '../store/records.ts';
import { isSettled } from './is-settled.ts';
import { buildTitle } from './build-title.ts';
import { notesOf, type PageNotes } from './notes.ts';

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
 * checks. Findings are large, and faster to compute again than to store. `noted`: by the page before. Returns the function that stops.
 */
export function keepNotes(parts: NotesParts, noted: PageNotes | null): () => void {
  const { store } = parts;
  const notes = noted?.snapshot ?? null;
  if (notes !== null) store.healthOptions.value = notes.health;
  const stopChecking = repeatChecks(parts, notes);
  const isRestored = signal(notes === null);
  /** Whether the undo steps of the page before are not restored yet. */
  const isWaiting = signal(noted !== null && noted.steps !== null);
  const writeHistory = createHistoryWriter(store);
  const stopRestoring = effect(() => {
    if (isRestored.value || noted === null || notes === null || !store.isListed.value) return;
    const isNoted = (document: PageDocument): boolean => notesOf(notes, document.summary) !== null;
    if (store.documents.value.filter(isNoted).some((document) => !isSettled(document))) return;
    untracked(() => void restoreNotes(parts, noted).finally(() => (isWaiting.value = false)));
    isRestored.value = true;
  });
  const stopWriting = effect(() => {
    const { history, documents, camera, lens, bookmarks, flySpeed, healthOptions, heldBy, health, measuring, nodeMode, isListed } = store;
    for (const { value } of [history.current, history.marks, documents, camera, lens, bookmarks, flySpeed]) void value;
    for (const { value } of [healthOptions, heldBy, health, measuring, nodeMode, isListed, isWaiting]) void value;
    void [parts.workspace(), parts.layouts()];
    // Before, the notes of the previous page are still needed.
    if (isRestored.value) parts.later(() => writeNotes(parts, writeHistory, isWaiting.peek() ? noted : null));
  });
  return () => {
    stopChecking();
    stopRestoring();
    stopWriting();
  };
}

/** A page can keep about five million characters: undo steps do not take those of the snapshot. */
const maxLength = 4_800_000;

/** The undo steps of notes that wait for their trees are kept for the next page too. */
function writeNotes(
  { store, host, workspace, layouts }: NotesParts,
  writeHistory: (max: number) => string,
  waiting: PageNotes | null,
): void {
  const snapshot = writeSnapshot(takeSnapshot(store, workspace(), layouts()));
  // In steps, so that the undo steps are not written again for each length of a snapshot.
  const max = Math.floor((maxLength - snapshot.length) / 100_000) * 100_000;
  let history = 'null';
  try {
    if (waiting === null || hasOwnSteps(store, waiting.snapshot)) history = writeHistory(max);
    else if (hasDocumentsOf(store, waiting.snapshot)) history = JSON.stringify(waiting.steps);
  } finally {
    // An error of the undo steps is reported by the page. The snapshot is written without them.
    host.writeNotes(`${snapshot.slice(0, -1)},"history":${history}}`);
  }
}

/** Returns whether there are undo steps of the person: trees of the notes that are built again are steps too. */
function hasOwnSteps({ history }: NotesParts['store'], { documents, second }: Snapshot): boolean {
  const titles = new Set(documents.flatMap(({ tree }) => (tree === null ? [] : [`Build ${buildTitle(tree)}`])));
  if (second !== null) titles.add(`Second view: ${buildTitle(second.options)}`);
  return history.marks.peek().some(({ title }, i) => i > 0 && !titles.has(title));
}

/** Returns whether numbers of documents in undo steps of the notes still mean the same documents. */
function hasDocumentsOf(store: NotesParts['store'], { documents }: Snapshot): boolean {
  const kept = keptDocuments(store);
  return kept.length === documents.length && kept.every(({ summary }, i) => notesOf({ documents: [documents[i]!] }, summary) !== null);
}

/** Checks the documents that the previous page had checked, when their mesh is here. */
function repeatChecks({ store, check }: NotesParts, notes: Snapshot | null): () => void {
  const checked = new Set<DocumentId>();
  return effect(() => {
    const ready = store.documents.value.flatMap(({ summary, mesh }) => {
      const saved = mesh === null || checked.has(summary.id) ? null : notesOf(notes, summary);
      return saved?.isChecked === true ? [[summary.id, saved] as const] : [];
    });
    for (const [id] of ready) checked.add(id);
    if (ready.length === 0) return;
    untracked(() => {
      restoreEngines(store, ready);
      check(ready.map(([id]) => id));
    });
  });
}

/** What a person did before the meshes were here has priority. */
async function restoreNotes(parts: NotesParts, { snapshot, steps }: PageNotes): Promise<void> {
  const { store } = parts;
  if (store.history.marks.peek().length > 1) return;
  const documents = store.documents.peek();
  const targets = snapshot.documents.map((saved, at) => {
    const document = documents.find(({ summary }) => notesOf(snapshot, summary) === saved);
    return restoreTarget(snapshot, at, documents, document?.summary.id ?? null);
  });
  await restoreSnapshot(parts, snapshot, targets, { kind: 'page' });
  const isWanted = (): boolean => !hasOwnSteps(store, snapshot);
  if (steps !== null && isWanted()) await restoreHistory(parts, snapshot, steps, targets, isWanted).catch(ignoreMalformed);
}

/** Steps that cannot be read, of an edited text, are left out. */
function ignoreMalformed(thrown: unknown): void {
  if (toErrorData(thrown).code !== 'malformed') throw thrown;
}
