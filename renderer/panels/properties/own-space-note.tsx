import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import { documentOf } from '../../commands/actions.ts';
import type { Store } from '../../state/store/store.ts';

/** Says that numbers of a query on the moving mesh are those of its own file, not of where it lies; and which mesh it asks, if not the active one. */
export function OwnSpaceNote({ store, document }: { store: Store; document: DocumentId | null }): JSX.Element | null {
  const { activeDocument, movingMesh } = store.scene.value;
  if (document === null) return null;
  if (movingMesh?.document === document) return <p class="quiet">On the moving mesh: in the space of its file, and carried with it.</p>;
  return document === activeDocument ? null : (
    <p class="quiet">On {documentOf(store, document)?.summary.name}, which is not the active mesh.</p>
  );
}
