import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import type { Store } from '../../state/store.ts';

/** Says that numbers of a query on the mover are those of its own file, not of where it lies. */
export function OwnSpaceNote({ store, document }: { store: Store; document: DocumentId | null }): JSX.Element | null {
  if (document === null || store.scene.value.mover?.document !== document) return null;
  return <p class="quiet">On the mover: in the space of its file, and carried with it.</p>;
}
