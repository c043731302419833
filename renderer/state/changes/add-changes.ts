import type { DocumentId } from '#host-api';
import type { WritableStore } from '../store/store.ts';
import type { MeshChanges } from './mesh-changes.ts';

/** What a request for a comparison sets. */
export type NewChanges = Pick<MeshChanges, 'cause' | 'name' | 'documents' | 'before' | 'after'> &
  Partial<Pick<MeshChanges, 'compared' | 'findings' | 'options' | 'otherName'>>;

/** A reload with at most this many triangles in both versions is compared in full at once. */
const maxComparedAtOnce = 200_000;

/**
 * Requests a comparison. It replaces those of the same documents. The first changes of a document are not shown unasked. The view keeps its
 * versions if there were changes of these documents, or of the one that was read again.
 */
export function addChanges(store: WritableStore, added: NewChanges, replaces: DocumentId | null = null): void {
  const all = store.changes.peek();
  const others = all.filter(({ documents }) => !documents.some((id) => added.documents.includes(id)));
  const serial = 1 + Math.max(0, ...all.map((changes) => changes.serial));
  const triangles = (added.before.mesh.indices.length + added.after.mesh.indices.length) / 3;
  const changes: MeshChanges = {
    findings: null,
    options: null,
    otherName: null,
    compared: [],
    ...added,
    serial,
    wanted: added.cause === 'compare' || (added.cause === 'reload' && triangles <= maxComparedAtOnce) ? 'all' : 'geometry',
    status: { kind: 'waiting' },
    geometry: null,
    drawn: null,
    facts: null,
    surface: null,
    farthest: null,
    fields: null,
    isNew: added.cause === 'reload',
  };
  const isFirst = others.length === all.length && !all.some(({ documents }) => replaces !== null && documents.includes(replaces));
  if (isFirst) store.versionView.value = 'off';
  store.changes.value = [...others, changes];
}
