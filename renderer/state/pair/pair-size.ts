import { type Bounds, boundsRadius } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { MovingInput } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** Returns the diagonal of the larger of moving mesh and fixed mesh, in units of the fixed mesh. The steps of a move depend on it. */
export function pairSize(store: Pick<Store, 'documents'>, { fixed, document, scale }: MovingInput): number {
  return Math.max(diagonal(boundsOf(store, fixed)), diagonal(boundsOf(store, document)) * Math.abs(scale));
}

/** Box of a document's mesh; `null` while it is not there, and where it has no finite triangle. */
export function boundsOf({ documents }: Pick<Store, 'documents'>, document: DocumentId): Bounds | null {
  return documents.value.find(({ summary }) => summary.id === document)?.mesh?.bounds ?? null;
}

function diagonal(bounds: Bounds | null): number {
  return bounds === null ? 0 : 2 * boundsRadius(bounds);
}
