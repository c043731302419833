import { changedBounds, type VersionView } from '../state/changes/mesh-changes.ts';
import { activeChanges } from '../state/changes/shown-changes.ts';
import { type Store, writable } from '../state/store/store.ts';
import { boundsToWorld, placementOf } from '../state/pair/placement.ts';
import { frame } from './actions.ts';
import type { App } from './app.ts';
import { closeDialog } from './dialogs.ts';
import type { DocumentId } from '#host-api';

/** Shows other versions in the view. The message about new changes goes away. */
export function setVersionView(store: Store, view: VersionView): void {
  writable(store).versionView.value = view;
  const shown = activeChanges(store);
  if (shown !== null) dismissChanges(store, shown.serial);
}

/** Lists the changes of the active document, and shows both versions in the view. */
export function showChanges({ store, shell }: App): void {
  shell.showList('changes');
  setVersionView(store, 'both');
}

/** Frames the triangles that differ. */
export function frameChanges(store: Store): void {
  const { activeDocument } = store.scene.peek();
  const drawn = activeChanges(store)?.drawn ?? null;
  const bounds = drawn === null ? null : changedBounds(drawn);
  if (bounds === null || activeDocument === null) return;
  frame(store, { kind: 'bounds', bounds: boundsToWorld(placementOf(store.scene.peek(), activeDocument), bounds) });
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
