import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';

/**
 * Against which mesh a document is moved when it becomes the moving mesh: the active one, else the one that the moving mesh before it was
 * moved against, else any other with a mesh. `null` when it is the only one.
 */
export function fixedFor({ scene, documents }: Pick<Store, 'scene' | 'documents'>, document: DocumentId): DocumentId | null {
  const { activeDocument, movingMesh } = scene.value;
  const others = documents.value.filter(({ summary, mesh }) => mesh !== null && summary.id !== document).map(({ summary }) => summary.id);
  return [activeDocument, movingMesh?.fixed, ...others].find((id) => id !== undefined && id !== null && others.includes(id)) ?? null;
}
