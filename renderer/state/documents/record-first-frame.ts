import type { DocumentId } from '#host-api';
import type { Store } from '../store/store.ts';

/** Writes down when a document's mesh was first on the screen. The first time counts; later calls change nothing. */
export function recordFirstFrame(store: Pick<Store, 'documents'>, id: DocumentId, milliseconds: number): void {
  const documents = store.documents.peek();
  const at = documents.findIndex((document) => document.summary.id === id);
  const document = documents[at];
  if (document === undefined || document.firstFrameMilliseconds !== null) return;
  store.documents.value = documents.with(at, { ...document, firstFrameMilliseconds: milliseconds });
}
