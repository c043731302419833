import type { DocumentId } from '#host-api';
import { noteReload } from '../changes/note-changes.ts';
import { isMadeCollider } from '../convex/undone-edits.ts';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import { withoutDocument } from '../store/scene-edits.ts';
import { endMesh, findDocument, requestFrame, type DocumentTracker } from './document-tracker.ts';
import { setReloadOffer } from './reload-offers.ts';
import { finderBetween, sameScene, withDocumentReplaced } from './replace-document.ts';

/** `closed` just now, by any window; `missed`: closed while there was no connection. */
export type CloseReason = 'closed' | 'missed';

/** The host has closed a document. The mesh of its successor may be loaded, or still be fetched. */
export function forgetDocument(tracker: DocumentTracker, id: DocumentId, reason: CloseReason): void {
  const successor = tracker.store.documents.peek().find(({ summary }) => summary.replaces === id);
  if (successor === undefined) dropDocument(tracker, id, reason);
  else if (findDocument(tracker, id) !== null) {
    tracker.leaving.add(id);
    replacePredecessor(tracker, successor);
  }
}

/** Once its mesh is loaded and its predecessor is closed, a document replaces that predecessor in every step. */
export function replacePredecessor(tracker: DocumentTracker, next: PageDocument): void {
  const { store, leaving, reframing } = tracker;
  const old = next.summary.replaces === null ? null : findDocument(tracker, next.summary.replaces);
  if (old === null || next.mesh === null || !leaving.delete(old.summary.id)) return;
  const find = finderBetween(old, next);
  store.history.rewrite((scene) => withDocumentReplaced(scene, old, next, find), sameScene);
  noteReload(store, old, next);
  dropDocument(tracker, old.summary.id, 'replaced');
  if (reframing.delete(old.summary.id)) requestFrame(tracker, { kind: 'document', document: next.summary.id });
}

/** Removes a document from the store and from every step. The user is informed, unless it was replaced. */
export function dropDocument(tracker: DocumentTracker, id: DocumentId, reason: CloseReason | 'replaced'): void {
  const { store, leaving, closing, news } = tracker;
  endMesh(tracker, id);
  const documents = store.documents.peek().filter(({ summary }) => summary.id !== id);
  if (documents.length === store.documents.peek().length) return;
  leaving.delete(id);
  tracker.noted.delete(id);
  tracker.inheritedOptions.delete(id);
  tracker.requestedAsMovingMesh.delete(id);
  tracker.requestedAlone.delete(id);
  setReloadOffer(store, id, false);
  const next = documents.findLast(({ mesh }) => mesh !== null)?.summary.id ?? null;
  const hover = store.hover.peek();
  if (hover !== null && (!('document' in hover) || hover.document === id)) store.hover.value = null;
  if (store.probeHover.peek()?.document === id) store.probeHover.value = null;
  if (store.walk.peek()?.document === id) {
    store.walk.value = null;
    store.flies.value = false;
  }
  const dropped = findDocument(tracker, id);
  // Another window has undone a collider of its own, which this one does not show.
  const isOthers = dropped !== null && isMadeCollider(dropped.summary) && !store.colliders.peek().made.has(id);
  const isUnseenEdit = isOthers && store.scene.peek().hidden.has(hiddenKey(id));
  store.history.rewrite((scene) => withoutDocument(scene, id, next));
  store.documents.value = documents;
  const report = closing.get(id) ?? null;
  closing.delete(id);
  if (dropped?.mesh != null && reason !== 'replaced' && report !== 'silent' && (report !== null || !isUnseenEdit))
    news.inform(`${closedText(dropped.summary.name, report !== null, reason)} Undo does not restore it: open the file again.`);
  store.notices.value = store.notices.peek().filter((notice) => notice.document !== id);
  const replaced = dropped?.summary.replaces ?? null;
  if (replaced !== null && leaving.has(replaced)) dropDocument(tracker, replaced, 'replaced');
}

function closedText(name: string, isOwn: boolean, reason: CloseReason): string {
  if (isOwn) return `Closed ${name}.`;
  return reason === 'closed' ? `Another window closed ${name}.` : `${name} was closed while there was no connection.`;
}
