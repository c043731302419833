import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';
import type { DrawnVersions, MeshChanges } from './mesh-changes.ts';

/** Returns the changes of the active document; `null` for none. */
export function activeChanges({ changes, scene }: Pick<Store, 'changes' | 'scene'>): MeshChanges | null {
  const { activeDocument } = scene.value;
  return activeDocument === null ? null : (changes.value.find(({ documents }) => documents.includes(activeDocument)) ?? null);
}

/** Returns the versions that the view shows in place of a document, which must be active; `null` to show the mesh itself. */
export function drawnVersions(store: Pick<Store, 'changes' | 'scene' | 'versionView'>, document: DocumentId): DrawnVersions | null {
  if (store.versionView.value === 'off' || store.scene.value.activeDocument !== document) return null;
  return activeChanges(store)?.drawn ?? null;
}
