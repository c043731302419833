import type { WritableStore } from '../store/store.ts';
import type { MeshChanges } from './mesh-changes.ts';

/** What a request for a comparison sets. */
export type NewChanges = Pick<MeshChanges, 'cause' | 'name' | 'documents' | 'before' | 'after'> & Partial<Pick<MeshChanges, 'findings'>>;

/** A reload with at most this many triangles in both versions is compared in full at once. */
const maxComparedAtOnce = 200_000;

/** Requests a comparison. It replaces those of the same documents. */
export function addChanges(store: WritableStore, added: NewChanges): void {
  const others = store.changes.peek();
  const serial = 1 + Math.max(0, ...others.map((changes) => changes.serial));
  const triangles = (added.before.mesh.indices.length + added.after.mesh.indices.length) / 3;
  const changes: MeshChanges = {
    findings: null,
    ...added,
    serial,
    wanted: added.cause === 'reload' && triangles <= maxComparedAtOnce ? 'all' : 'geometry',
    status: { kind: 'waiting' },
    geometry: null,
    drawn: null,
    facts: null,
    surface: null,
    isNew: added.cause === 'reload',
  };
  store.changes.value = [...others.filter(({ documents }) => !documents.some((id) => added.documents.includes(id))), changes];
}
