import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import { documentLabel } from '../../state/documents/document-label.ts';
import type { Store } from '../../state/store/store.ts';

/** States that query values on the moving mesh are in the space of its own file, and which mesh is queried if not the active one. */
export function OwnSpaceNote({ store, document }: { store: Store; document: DocumentId | null }): JSX.Element | null {
  const { activeDocument, movingMesh } = store.scene.value;
  if (document === null) return null;
  if (movingMesh?.document === document) return <p class="quiet">Values are in the moving mesh’s own space and move with it.</p>;
  return document === activeDocument ? null : (
    <p class="quiet">Queries {documentLabel(store.documents.value, document)}, not the active mesh.</p>
  );
}
