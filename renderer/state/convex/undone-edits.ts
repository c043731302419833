import { effect, untracked } from '@preact/signals-core';
import type { DocumentId, DocumentSummary } from '#host-api';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import { type Store, writable } from '../store/store.ts';

/** Returns the open documents without the colliders that this tab made or edited and that undo has removed. Subscribes to what it reads. */
export function listedDocuments(store: Store): readonly PageDocument[] {
  const undone = undoneEdits(store);
  return undone.size === 0 ? store.documents.value : store.documents.value.filter(({ summary }) => !undone.has(summary.id));
}

/**
 * Closes colliders whose making or edit was undone, once no redo brings them back: the next change discards it. `close` removes a document without
 * a message. Notes those that the oldest step of the history made, before that step is forgotten.
 */
export function followUndoneEdits(store: Store, close: (document: DocumentId) => void): () => void {
  let before: ReadonlySet<DocumentId> = new Set();
  /** Colliders that a step has made. A new one is hidden from the steps before only when it is shown. */
  const shown = new Set<DocumentId>();
  return effect(() => {
    const undone = undoneEdits(store);
    const gone = [...before].filter((id) => !undone.has(id) && firstShown(store, id) < 0);
    before = undone;
    const { made, lasting } = store.colliders.value;
    for (const id of made.keys()) if (firstShown(store, id) > 0) shown.add(id);
    const oldest = [...made.keys()].filter((id) => shown.has(id) && !lasting.has(id) && firstShown(store, id) === 0);
    untracked(() => {
      if (oldest.length > 0) writable(store).colliders.value = { ...store.colliders.value, lasting: new Set([...lasting, ...oldest]) };
      gone.forEach(close);
    });
  });
}

/**
 * Returns the colliders of this tab that only steps after the shown one show. Those of other windows are hidden from the start: undo of a step that
 * shows one only hides it again. Subscribes to what it reads.
 */
export function undoneEdits(store: Store): ReadonlySet<DocumentId> {
  const { made, lasting } = store.colliders.value;
  const own = store.documents.value.map(({ summary }) => summary.id).filter((id) => made.has(id) && !lasting.has(id));
  return new Set(own.filter((id) => firstShown(store, id) > store.history.position.value));
}

/** Returns whether a document is a collider that a window made or edited, not one of a file. */
export function isMadeCollider({ colliderOf, editOf }: Pick<DocumentSummary, 'colliderOf' | 'editOf'>): boolean {
  return colliderOf !== undefined || editOf !== undefined;
}

/** Returns the first step that shows a document; −1 for none. */
function firstShown({ history }: Store, id: DocumentId): number {
  return history.marks.value.findIndex(({ state }) => !state.hidden.has(hiddenKey(id)));
}
