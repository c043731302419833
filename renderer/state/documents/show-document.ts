import { boundsRadius } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { sceneBounds } from '../camera/scene-size.ts';
import { fixedFor } from '../pair/choose-fixed.ts';
import { boundsToWorld, placementOf } from '../pair/placement.ts';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import { withHidden, withMovingMesh, withShownAlone, withTool } from '../store/scene-edits.ts';
import { withHiddenBefore } from '../visibility/hide-edits.ts';
import { withShownInstead } from '../repair/show-repaired.ts';
import type { WritableStore } from '../store/store.ts';
import { documentRole } from './document-role.ts';
import { findDocument, requestFrame, type DocumentTracker } from './document-tracker.ts';

/**
 * Makes a document that can be shown the active one: without a step when there was none, as a step when there was. What is visible stays
 * visible; in the same place the camera stays too. Samples and meshes of quite another size are shown alone. A document that this tab did not
 * request stays hidden; a collider and its mesh, both of the command line, are shown together.
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
  if (isNew) {
    store.history.rewrite((scene) => withHidden(scene, id, null, scene.activeDocument !== id));
    // The end of an isolation shows what was opened here only.
    const isOthers = !tracker.requested.has(id);
    store.history.rewrite((scene) => withHiddenBefore(scene, id, isOthers));
    if (tracker.openBefore.has(id) && belongsToActive(store, document))
      store.history.rewrite((scene) => withHidden(scene, id, null, false));
  }
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
    return store.history.arrive(`Repair ${name}`, (scene) => withShownInstead(scene, from, id));
  }
  const edited = document.summary.colliderOf === undefined ? null : store.colliders.peek().replaces;
  if (edited !== null && activeDocument !== null)
    return store.history.arrive('Edit collider', (scene) => withShownInstead(scene, edited, id));
  const isAlone = tracker.requestedAlone.delete(id);
  if (activeDocument === null) {
    showFirst(tracker, id, wasActive);
    return requestFrame(tracker, { kind: 'document', document: id });
  }
  const place = isAlone ? 'other size' : placeAmongVisible(store, document);
  if (place === 'other size') {
    showAlone(tracker, document);
    return requestFrame(tracker, { kind: 'document', document: id });
  }
  store.history.arrive(`Show ${document.summary.name}`, (scene) =>
    withHidden({ ...scene, activeDocument: id, selection: null }, id, null, false),
  );
  if (place === 'elsewhere') requestFrame(tracker, { kind: 'all' });
}

/** Whether one of a document and the active one is by its file name the collider of the other, in the same place. */
function belongsToActive(store: WritableStore, document: PageDocument): boolean {
  const { activeDocument, roles } = store.scene.peek();
  const isCollider = (id: DocumentId | null): boolean =>
    id !== null && documentRole(store.documents.peek(), roles, id)?.role === 'collider';
  return isCollider(document.summary.id) !== isCollider(activeDocument) && placeAmongVisible(store, document) === 'same place';
}

/** Meshes that differ more in size cannot be looked at together. */
const maxRatio = 50;

/**
 * Returns where a mesh is, compared with what is visible. With nothing visible, nothing can be looked at together with it. One without a
 * triangle is nowhere: it changes nothing in the view.
 */
function placeAmongVisible(store: WritableStore, { summary, mesh }: PageDocument): 'same place' | 'elsewhere' | 'other size' {
  const visible = sceneBounds(store);
  const own = mesh?.mainBounds ?? mesh?.bounds ?? null;
  if (own === null) return 'same place';
  if (visible === null) return 'other size';
  const bounds = boundsToWorld(placementOf(store.scene.peek(), summary.id), own);
  const ratio = boundsRadius(bounds) / boundsRadius(visible);
  if (!(ratio < maxRatio && ratio > 1 / maxRatio)) return 'other size';
  const overlaps = bounds.min.every((min, axis) => min <= visible.max[axis]! && bounds.max[axis]! >= visible.min[axis]!);
  return overlaps ? 'same place' : 'elsewhere';
}

function showAsMovingMesh(tracker: DocumentTracker, { summary: { id, name } }: PageDocument, fixed: DocumentId): void {
  tracker.store.history.arrive(`Open ${name} as moving mesh`, (scene) => withTool(withMovingMesh(scene, id, fixed), 'movingMesh'));
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
  store.history.arrive(`Show ${name}`, (scene) => withShownAlone({ ...scene, activeDocument: id, selection: null }, id, others));
}

/** The active document of the page before is not open any more: the first document that can be shown becomes active. */
export function stopAwaiting(tracker: DocumentTracker): void {
  const { store } = tracker;
  tracker.awaited = null;
  const first = store.documents.peek().find(({ mesh }) => mesh !== null);
  if (store.scene.peek().activeDocument === null && first !== undefined) showDocument(tracker, first.summary.id);
}
