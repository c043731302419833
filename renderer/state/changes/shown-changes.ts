import type { DocumentId } from '#host-api';
import { hiddenKey } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { SurfaceFields } from '#core/health';
import type { DrawnVersions, MeshChanges, VersionView } from './mesh-changes.ts';

/** Returns the changes of the active document; `null` for none. */
export function activeChanges({ changes, scene }: Pick<Store, 'changes' | 'scene'>): MeshChanges | null {
  const { activeDocument } = scene.value;
  return activeDocument === null ? null : (changes.value.find(({ documents }) => documents.includes(activeDocument)) ?? null);
}

/** Returns the document that versions of a mesh replace in the view; `null` if it shows the meshes themselves. */
export function versionsPlace(store: Pick<Store, 'changes' | 'scene' | 'versionView'>): DocumentId | null {
  if (store.versionView.value === 'off') return null;
  const changes = activeChanges(store);
  return changes?.cause === 'compare' ? (changes.documents[0] ?? null) : store.scene.value.activeDocument;
}

/** Returns the document that versions replace if it is hidden, so that the view does not show them; else `null`. */
export function hiddenVersionsPlace(store: Pick<Store, 'changes' | 'scene' | 'versionView'>): DocumentId | null {
  const place = activeChanges(store) === null ? null : versionsPlace(store);
  return place !== null && store.scene.value.hidden.has(hiddenKey(place)) ? place : null;
}

export function isDistanceView(view: VersionView): view is 'distanceBefore' | 'distanceAfter' {
  return view === 'distanceBefore' || view === 'distanceAfter';
}

/** Returns which of two compared meshes the view colours by its distance to the other one; `null` for none. */
export function shownDistances(
  store: Pick<Store, 'changes' | 'scene' | 'versionView'>,
): { readonly changes: MeshChanges; readonly fields: SurfaceFields; readonly side: 'before' | 'after' } | null {
  const view = store.versionView.value;
  const changes = activeChanges(store);
  if (!isDistanceView(view) || changes?.fields == null || hiddenVersionsPlace(store) !== null) return null;
  return { changes, fields: changes.fields, side: view === 'distanceBefore' ? 'before' : 'after' };
}

/** Returns the versions that the view shows in place of a document; `null` to show the mesh itself. */
export function drawnVersions(store: Pick<Store, 'changes' | 'scene' | 'versionView'>, document: DocumentId): DrawnVersions | null {
  return versionsPlace(store) === document ? (activeChanges(store)?.drawn ?? null) : null;
}

/** Returns whether a document is drawn as a version of a mesh in place of another one. */
export function isDrawnElsewhere(store: Pick<Store, 'changes' | 'scene' | 'versionView'>, document: DocumentId): boolean {
  const place = versionsPlace(store);
  const changes = place === null ? null : activeChanges(store);
  return changes?.cause === 'compare' && changes.drawn !== null && document !== place && changes.documents.includes(document);
}
