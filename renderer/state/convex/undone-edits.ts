import { effect, untracked } from '@preact/signals-core';
import type { DocumentId } from '#host-api';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** Returns the open documents without the edited colliders that undo has removed. Subscribes to what it reads. */
export function listedDocuments(store: Store): readonly PageDocument[] {
  const undone = undoneEdits(store);
  return undone.size === 0 ? store.documents.value : store.documents.value.filter(({ summary }) => !undone.has(summary.id));
}

/**
 * Closes edited colliders that were undone, once no redo brings them back: the next change discards it. `close` removes a document without
 * a message.
 */
export function followUndoneEdits(store: Store, close: (document: DocumentId) => void): () => void {
  let before: ReadonlySet<DocumentId> = new Set();
  return effect(() => {
    const undone = undoneEdits(store);
    const gone = [...before].filter((id) => !undone.has(id) && firstShown(store, id) < 0);
    before = undone;
    untracked(() => gone.forEach(close));
  });
}

/** Returns the edited colliders that only steps after the shown one show. */
function undoneEdits(store: Store): ReadonlySet<DocumentId> {
  const edits = store.documents.value.filter(({ summary }) => summary.editOf !== undefined).map(({ summary }) => summary.id);
  return new Set(edits.filter((id) => firstShown(store, id) > store.history.position.value));
}

/** Returns the first step that shows a document; −1 for none. */
function firstShown({ history }: Store, id: DocumentId): number {
  return history.marks.value.findIndex(({ state }) => !state.hidden.has(hiddenKey(id)));
}
