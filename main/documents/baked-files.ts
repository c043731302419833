import { randomBytes } from 'node:crypto';
import { bakePath, type DocumentId } from '#host-api';

/** Bytes that wait to be saved under a name. */
export interface WaitingFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

interface Kept {
  readonly file: WaitingFile;
  readonly document: DocumentId;
  readonly forget: NodeJS.Timeout;
}

/** A page saves a bake as soon as it is made, and again only while its dialog is open. */
const millisecondsToLive = 10 * 60_000;

/** Bakes that pages may fetch, by paths that cannot be guessed: for ten minutes after the last look, and no longer than their documents. */
export class BakedFiles {
  readonly #maxBytes: number;
  readonly #files = new Map<string, Kept>();

  /** `maxBytes` limits what all of them hold together; the newest is kept in any case. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The path at which the bytes can be fetched. */
  keep(document: DocumentId, file: WaitingFile): string {
    const token = randomBytes(16).toString('hex');
    // Nothing waits for it: a process may end before.
    const forget = setTimeout(() => this.#forget(token), millisecondsToLive).unref();
    this.#files.set(token, { file, document, forget });
    for (const oldest of this.#files.keys()) {
      if (oldest === token || this.#bytesHeld() <= this.#maxBytes) break;
      this.#forget(oldest);
    }
    return bakePath(token);
  }

  find(token: string): WaitingFile | null {
    const kept = this.#files.get(token);
    kept?.forget.refresh();
    return kept?.file ?? null;
  }

  /** Forgets what was baked of a document. */
  forgetDocument(document: DocumentId): void {
    for (const [token, kept] of this.#files) if (kept.document === document) this.#forget(token);
  }

  clear(): void {
    for (const token of [...this.#files.keys()]) this.#forget(token);
  }

  #forget(token: string): void {
    clearTimeout(this.#files.get(token)?.forget);
    this.#files.delete(token);
  }

  #bytesHeld(): number {
    return [...this.#files.values()].reduce((sum, { file }) => sum + file.bytes.byteLength, 0);
  }
}
