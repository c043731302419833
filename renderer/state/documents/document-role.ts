import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type ColliderRole, type FileRole, type MeshPart, roleOfFile } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { PageDocument, Scene } from '../store/records.ts';

/** What a whole document is for, and why. */
export interface DocumentRole {
  readonly role: FileRole;
  readonly from: 'file name' | 'user';
}

/**
 * Returns the role of a whole document: as the user has set it, else by its file name. `null` for a document whose parts have roles of their
 * own, and without a visual mesh in another document: a mesh alone is drawn as usual.
 */
export function documentRole(documents: readonly PageDocument[], roles: Scene['roles'], id: DocumentId): DocumentRole | null {
  const own = documents.find(({ summary }) => summary.id === id);
  return own === undefined ? null : roleAmong(own, roles, hasVisual(documents, roles));
}

function roleAmong(own: PageDocument, roles: Scene['roles'], isVisualOpen: boolean): DocumentRole | null {
  const chosen = roles.get(own.summary.id);
  if (chosen !== undefined) return { role: chosen, from: 'user' };
  return isVisualOpen && isColliderByName(own) ? { role: 'collider', from: 'file name' } : null;
}

/** A document that is a collider by its name is none of them. */
function hasVisual(documents: readonly PageDocument[], roles: Scene['roles']): boolean {
  return documents.some(
    (own) => own.mesh !== null && (roles.get(own.summary.id) ?? (isColliderByName(own) ? 'collider' : 'visual')) === 'visual',
  );
}

function isColliderByName({ summary, mesh }: PageDocument): boolean {
  return mesh !== null && roleOfFile(summary.name) === 'collider' && mesh.mesh.parts.every(({ role }) => role === undefined);
}

/** Returns the documents with the roles of whole documents in their parts. Objects stay the same while nothing of them changes. */
export function documentsWithRoles(
  documents: ReadonlySignal<readonly PageDocument[]>,
  roles: ReadonlySignal<Scene['roles']>,
): ReadonlySignal<readonly PageDocument[]> {
  let before = new Map<PageDocument, { readonly key: string; readonly document: PageDocument }>();
  return computed(() => {
    const all = documents.value;
    const next: typeof before = new Map();
    const isVisualOpen = hasVisual(all, roles.value);
    for (const own of all) {
      const role = roleAmong(own, roles.value, isVisualOpen);
      const key = role === null ? '' : `${role.role} ${role.from}`;
      const known = before.get(own);
      next.set(own, known?.key === key ? known : { key, document: role === null ? own : withRole(own, role) });
    }
    before = next;
    const shown = all.map((own) => next.get(own)!.document);
    return shown.every((document, i) => document === all[i]) ? all : shown;
  });
}

/** A posed mesh is a new one for each pose; the arrays of a mesh are not copied. */
function withRole(document: PageDocument, role: DocumentRole): PageDocument {
  const { mesh } = document;
  if (mesh === null) return document;
  const { parts } = mesh.mesh;
  const changed = parts.map((part) => partWithRole(part, role));
  if (changed.every((part, i) => part === parts[i])) return document;
  return { ...document, mesh: { ...mesh, mesh: { ...mesh.mesh, parts: changed } } };
}

/** Shapes and triggers of colliders are kept. */
function partWithRole(part: MeshPart, { role, from }: DocumentRole): MeshPart {
  if (role === 'visual') {
    const { role: own, ...rendered } = part;
    return own === undefined ? part : rendered;
  }
  if (part.role?.isRendered === false) return part;
  return { ...part, role: part.role === undefined ? { ...triangles, from } : { ...part.role, isRendered: false } };
}

const triangles: Omit<ColliderRole, 'from'> = { shape: 'triangles', isRendered: false, isTrigger: false, of: null, exact: null };
