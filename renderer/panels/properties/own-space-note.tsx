import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import { documentLabel } from '../../state/documents/document-label.ts';
import type { Store } from '../../state/store/store.ts';

/** States that query values on the moving mesh are in the space of its own file, and which mesh is queried if not the active one. */
export function QueriedMeshNote({ store, document }: { store: Store; document: DocumentId | null }): JSX.Element | null {
  if (document === null) return null;
  if (isMovingMesh(store, document)) return <OwnSpaceNote store={store} document={document} />;
  return document === store.scene.value.activeDocument ? null : (
    <p class="quiet">Queries {documentLabel(store.documents.value, document)}, not the active mesh.</p>
  );
}

/** States that coordinates of the moving mesh are in the space of its own file: the status bar and the Measure tool have others. */
export function OwnSpaceNote({ store, document }: { store: Store; document: DocumentId }): JSX.Element | null {
  return isMovingMesh(store, document) ? (
    <p class="quiet" data-testid="own-space">
      Values are in the moving mesh’s own space and move with it.
    </p>
  ) : null;
}

/** The same in front of the counts below a list. */
export function ownSpaceText(store: Store, document: DocumentId): string {
  return isMovingMesh(store, document) ? 'Positions are in the moving mesh’s own space; ' : '';
}

function isMovingMesh(store: Store, document: DocumentId): boolean {
  return store.scene.value.movingMesh?.document === document;
}
