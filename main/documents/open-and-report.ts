import type { InspectorErrorData } from '#core/error';
import type { DocumentId } from '#host-api';
import type { Documents } from './documents.ts';

/** Opens files of a command line and reports errors also in the terminal, where nobody may see the page. */
export function openAndReport(documents: Documents, paths: readonly string[], report: (error: InspectorErrorData) => void): void {
  if (paths.length === 0) return;
  // Their states arrive later, as events.
  const waiting = new Set<DocumentId>(documents.openPaths(paths));
  if (waiting.size === 0) return;
  const stop = documents.onEvent((event) => {
    if (event.kind !== 'documentChanged' && event.kind !== 'documentClosed') return;
    const id = event.kind === 'documentClosed' ? event.document : event.document.id;
    if (event.kind === 'documentChanged') {
      const { phase, error } = event.document;
      if (phase !== 'failed' && phase !== 'ready' && phase !== 'cancelled') return;
      if (phase === 'failed' && error !== null && waiting.has(id)) report(error);
    }
    if (waiting.delete(id) && waiting.size === 0) stop();
  });
}
