import type { ChangeDistance } from '#core/health';
import type { Vec3 } from '#core/math';
import { boundsRadius } from '#core/mesh';
import { changedBounds, type MeshChanges, type VersionView } from '../state/changes/mesh-changes.ts';
import type { CompareSide } from '../state/changes/compare-side.ts';
import { noteCompared } from '../state/changes/note-compared.ts';
import { activeChanges, hiddenVersionsPlace } from '../state/changes/shown-changes.ts';
import { type Store, writable } from '../state/store/store.ts';
import { boundsToWorld, type Placement, placementOf } from '../state/pair/placement.ts';
import { frame, select, toggleHidden } from './actions.ts';
import type { App } from './app.ts';
import { closeDialog } from './dialogs.ts';
import type { DocumentId } from '#host-api';

/** Shows other versions in the view, also in place of a hidden mesh. The message about new changes goes away. */
export function setVersionView(store: Store, view: VersionView): void {
  writable(store).versionView.value = view;
  showVersionsPlace(store);
  const shown = activeChanges(store);
  if (shown !== null) dismissChanges(store, shown.serial);
}

/** Shows the mesh that the versions replace, if it is hidden. */
export function showVersionsPlace(store: Store): void {
  const place = hiddenVersionsPlace(store);
  if (place !== null) toggleHidden(store, place, null);
}

/** Lists the changes of the active document, and shows both versions in the view. */
export function showChanges({ store, shell }: App): void {
  shell.showList('changes');
  setVersionView(store, 'both');
}

/** Frames the triangles that differ. */
export function frameChanges(store: Store): void {
  const changes = activeChanges(store);
  const bounds = changes?.drawn == null ? null : changedBounds(changes.drawn);
  if (changes !== null && bounds !== null)
    frame(store, { kind: 'bounds', bounds: boundsToWorld(versionsPlacement(store, changes), bounds) });
}

/** Versions of a mesh are in its space, two compared meshes in world space. */
function versionsPlacement(store: Store, { cause }: MeshChanges): Placement {
  return cause === 'compare' ? null : placementOf(store.scene.peek(), store.scene.peek().activeDocument);
}

/** Part of the diagonal of both versions around a point that is framed. */
const framedShare = 0.05;

/** Frames a point where the distance of two versions is largest, with its distance around it. Of two compared meshes its own is shown, with the distances. */
export function frameFarthest(store: Store, { found, position }: ChangeDistance, side: 'before' | 'after'): void {
  const changes = activeChanges(store);
  if (changes?.geometry == null || position === null) return;
  if (changes.fields !== null) setVersionView(store, side === 'before' ? 'distanceBefore' : 'distanceAfter');
  const { before, after } = changes.geometry.bounds;
  const diagonals = [before, after].map((bounds) => (bounds === null ? 0 : 2 * boundsRadius(bounds)));
  const half = Math.max(found, framedShare * Math.max(...diagonals));
  const corner = (sign: number): Vec3 => [position[0] + sign * half, position[1] + sign * half, position[2] + sign * half];
  frame(store, { kind: 'bounds', bounds: boundsToWorld(versionsPlacement(store, changes), { min: corner(-1), max: corner(1) }) });
}

/** Compares two open meshes or parts of them, and lists what differs. The view shows the meshes as before until the user chooses a version. */
export function compareMeshes({ store, shell }: App, a: CompareSide, b: CompareSide): void {
  if (!noteCompared(writable(store), a, b)) return;
  const { activeDocument } = store.scene.peek();
  if (activeDocument !== a.document && activeDocument !== b.document) select(store, { kind: 'document', document: a.document });
  shell.showList('changes', true);
}

/** Shows what the previewed repair changes in the view, in place of the dialog. */
export async function showPreview(app: App, document: DocumentId): Promise<void> {
  if (!(await app.session.showPreview(document))) return;
  closeDialog(app.shell, 'repair');
  showChanges(app);
}

/** Removes the message about changes; the list keeps them. */
export function dismissChanges(store: Store, serial: number): void {
  const { changes } = writable(store);
  if (changes.peek().some((one) => one.serial === serial && one.isNew))
    changes.value = changes.peek().map((one) => (one.serial === serial ? { ...one, isNew: false } : one));
}
