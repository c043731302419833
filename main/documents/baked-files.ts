import { randomBytes } from 'node:crypto';
import { bakePath, type DocumentId } from '#host-api';

/** Bytes to be saved under a name. */
export interface WaitingFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

interface Kept {
  readonly file: WaitingFile;
  readonly document: DocumentId;
  readonly forget: NodeJS.Timeout;
}

/** A page saves a bake at once, and again only while its dialog is open. */
const millisecondsToLive = 10 * 60_000;

/** Bakes that pages may fetch by random paths, for ten minutes after the last access, and no longer than their documents. */
export class BakedFiles {
  readonly #maxBytes: number;
  readonly #files = new Map<string, Kept>();

  /** `maxBytes` limits their total size; the newest is always kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Stores a bake and returns the path to fetch it. */
  keep(document: DocumentId, file: WaitingFile): string {
    const token = randomBytes(16).toString('hex');
    // The process may end before.
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

  /** Removes the bakes of a document. */
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
