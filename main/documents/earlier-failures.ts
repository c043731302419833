import type { DocumentId, DocumentSummary } from '#host-api';
import type { DocumentOrigin } from './open-document-options.ts';

/** What is compared of a document. */
interface OpenedDocument {
  readonly summary: DocumentSummary;
  readonly origin: DocumentOrigin;
}

/**
 * Returns the documents that were opened earlier from the path of a file that was read now, and that failed or were cancelled: the file has been
 * corrected. Of posted files only the path below the dropped folder is known, so one of the same path from elsewhere counts as the same file.
 */
export function earlierFailures(
  documents: Iterable<OpenedDocument>,
  read: DocumentId,
  { kind, paths }: DocumentOrigin,
): readonly DocumentId[] {
  if (kind === 'copy') return [];
  return [...documents].flatMap(({ summary: { id, mesh, phase }, origin }) => {
    const hasEnded = mesh === null && (phase === 'failed' || phase === 'cancelled');
    return hasEnded && id < read && origin.kind === kind && origin.paths[0] === paths[0] ? [id] : [];
  });
}
