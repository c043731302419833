import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';

/**
 * Returns the fixed mesh for a document that becomes the moving mesh: the active mesh, else the previous fixed mesh, else any
 * other mesh. `null` if there is no other mesh.
 */
export function fixedFor({ scene, documents }: Pick<Store, 'scene' | 'documents'>, document: DocumentId): DocumentId | null {
  const { activeDocument, movingMesh } = scene.value;
  const others = documents.value.filter(({ summary, mesh }) => mesh !== null && summary.id !== document).map(({ summary }) => summary.id);
  return [activeDocument, movingMesh?.fixed, ...others].find((id) => id !== undefined && id !== null && others.includes(id)) ?? null;
}
