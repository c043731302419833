import { formatError, toErrorData, type InspectorErrorData } from '#core/error';
import type { DocumentId } from '#host-api';
import type { Notice, WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

/** Messages to the user as notices; each is logged too. */
export interface News {
  inform(text: string): void;
  /** `document` is the one that it is about: the notice goes away with it. */
  warn(text: string, document?: DocumentId): void;
  /** `document` is the one that failed. */
  reportError(error: InspectorErrorData, document: DocumentId | null): void;
  /** Runs `work` and reports its error, which goes away with the document. Errors of a document that was closed meanwhile are dropped. */
  attempt(document: DocumentId | null, work: () => Promise<void>): Promise<void>;
}

export function createNews(store: WritableStore): News {
  let noticeSerial = 0;

  function reportError(error: InspectorErrorData, document: DocumentId | null): void {
    if (error.code === 'cancelled') {
      // A cancelled first build is reported by the phase of its document.
      if (document === null) inform(formatError(error));
      return;
    }
    writeLog(store, 'error', formatError(error), JSON.stringify(error, null, 2));
    // The banner reports a lost connection.
    if (error.code === 'worker-lost' && !store.connected.peek()) return;
    notify({ kind: 'error', error, serial: ++noticeSerial, document });
  }

  function inform(text: string): void {
    writeLog(store, 'info', text);
    notify({ kind: 'info', text, serial: ++noticeSerial, document: null });
  }

  function warn(text: string, document: DocumentId | null = null): void {
    writeLog(store, 'warning', text);
    notify({ kind: 'warning', text, serial: ++noticeSerial, document });
  }

  function notify(notice: Notice): void {
    store.notices.value = [...store.notices.peek(), notice];
  }

  async function attempt(document: DocumentId | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (document !== null && !isOpen(document)) return;
      const error = toErrorData(thrown);
      // Only a first build is reported by the phase of its document. A request that was cancelled has no other report.
      reportError(error, error.code === 'cancelled' ? null : document);
    }
  }

  function isOpen(id: DocumentId): boolean {
    return store.documents.peek().some(({ summary }) => summary.id === id);
  }

  return { inform, warn, reportError, attempt };
}
