import type { DocumentId } from '#host-api';
import { fixedFor } from '../pair/choose-fixed.ts';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import { withHidden, withMovingMesh, withShownAlone, withTool } from '../store/scene-edits.ts';
import { withShownInstead } from '../repair/show-repaired.ts';
import { findDocument, requestFrame, type DocumentTracker } from './document-tracker.ts';

/**
 * Makes a document that can be shown the active one: without a step when there was none, as a step when there was. It is shown alone,
 * since meshes of other sizes would hide it. A document that this tab did not request stays hidden.
 */
export function showDocument(tracker: DocumentTracker, id: DocumentId): void {
  const { store } = tracker;
  const document = findDocument(tracker, id);
  if (document === null) return;
  const isNew =
    document.summary.replaces === null &&
    !tracker.noted.has(id) &&
    store.scene.peek().activeDocument !== null &&
    document.mesh?.bounds != null;
  // In every step, so that undo does not show it together with earlier documents.
  if (isNew) store.history.rewrite((scene) => withHidden(scene, id, null, scene.activeDocument !== id));
  const { activeDocument } = store.scene.peek();
  const wasActive = tracker.awaited === id;
  const becomesActive = tracker.requested.delete(id) || (activeDocument === null && (tracker.awaited === null || wasActive));
  if (becomesActive) tracker.awaited = null;
  const fixed = tracker.requestedAsMovingMesh.delete(id) ? fixedFor(store, id) : null;
  if (!becomesActive) return;
  if (fixed !== null) return showAsMovingMesh(tracker, document, fixed);
  const original = document.summary.repairOf === null ? null : findDocument(tracker, document.summary.repairOf);
  if (original !== null && activeDocument !== null) {
    // In the same place: the camera stays.
    const { id: from, name } = original.summary;
    return store.history.change(`Repair ${name}`, (scene) => withShownInstead(scene, from, id));
  }
  if (activeDocument === null) showFirst(tracker, id, wasActive);
  else showAlone(tracker, document);
  requestFrame(tracker, { kind: 'document', document: id });
}

function showAsMovingMesh(tracker: DocumentTracker, { summary: { id, name } }: PageDocument, fixed: DocumentId): void {
  tracker.store.history.change(`Open ${name} as moving mesh`, (scene) => withTool(withMovingMesh(scene, id, fixed), 'movingMesh'));
  requestFrame(tracker, { kind: 'pair' });
}

/** `wasActive`: it was the active document of the page before, and stays hidden if it was hidden there. */
function showFirst({ store }: DocumentTracker, id: DocumentId, wasActive: boolean): void {
  store.history.rewrite((scene) =>
    scene.activeDocument === null
      ? withHidden({ ...scene, activeDocument: id }, id, null, wasActive && scene.hidden.has(hiddenKey(id)))
      : scene,
  );
}

function showAlone({ store }: DocumentTracker, { summary: { id, name } }: PageDocument): void {
  const others = store.documents
    .peek()
    .map(({ summary }) => summary.id)
    .filter((other) => other !== id);
  store.history.change(`Show ${name}`, (scene) => {
    const active = { ...scene, activeDocument: id, selection: null };
    // A mesh without a triangle is shown alone too: else the view would show another mesh under its name.
    return withShownAlone(active, id, others);
  });
}

/** The active document of the page before is not open any more: the first document that can be shown becomes active. */
export function stopAwaiting(tracker: DocumentTracker): void {
  const { store } = tracker;
  tracker.awaited = null;
  const first = store.documents.peek().find(({ mesh }) => mesh !== null);
  if (store.scene.peek().activeDocument === null && first !== undefined) showDocument(tracker, first.summary.id);
}
