import type { DocumentId } from '#host-api';
import type { PageDocument } from '../store/records.ts';

/** The name of an open document; the second and further of the same name have a number after it. Empty for none. */
export function documentLabel(documents: readonly PageDocument[], id: DocumentId): string {
  const at = documents.findIndex(({ summary }) => summary.id === id);
  const name = documents[at]?.summary.name ?? '';
  const before = documents.slice(0, Math.max(at, 0)).filter(({ summary }) => summary.name === name).length;
  return before === 0 ? name : `${name} (${before + 1})`;
}
