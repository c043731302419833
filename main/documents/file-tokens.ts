import { randomBytes } from 'node:crypto';
import { InspectorError } from '#core/error';
import type { FileToken } from '#host-api';
import type { FileSource } from './file-source.ts';

interface Offered {
  readonly source: FileSource;
  readonly time: number;
}

/** Files that were offered and not opened, for instance because the page was closed, are forgotten after this. */
const millisecondsToLive = 10 * 60_000;

/** Names for files that a page may use without knowing where they lie. Each can be opened once. */
export class FileTokens {
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #offered = new Map<FileToken, Offered>();
  #reserved = 0;

  /** `maxBytes` limits what lies in memory and waits to be opened. */
  constructor(maxBytes: number, now: () => number = Date.now) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** How many more bytes may be offered. */
  get room(): number {
    this.#forgetOld();
    return this.#maxBytes - this.#reserved - [...this.#offered.values()].reduce((sum, { source }) => sum + bytesHeld(source), 0);
  }

  /**
   * Keeps room for bytes that are still on their way; the function that comes back gives it up again.
   * @throws InspectorError `too-large`.
   */
  reserve(bytes: number): () => void {
    if (bytes > this.room) throw noRoom();
    this.#reserved += bytes;
    return () => {
      this.#reserved -= bytes;
    };
  }

  /** @throws InspectorError `too-large` when too much waits to be opened. */
  offer(source: FileSource): FileToken {
    if (bytesHeld(source) > this.room) throw noRoom();
    const token = randomBytes(16).toString('hex');
    this.#offered.set(token, { source, time: this.#now() });
    return token;
  }

  /**
   * The files that the tokens stand for; they cannot be taken again.
   * @throws InspectorError `invalid-argument`; then none is taken.
   */
  take(tokens: readonly FileToken[]): readonly FileSource[] {
    this.#forgetOld();
    const sources = [...new Set(tokens)].map((token) => {
      const offered = this.#offered.get(token);
      if (offered === undefined) throw unknownToken();
      return offered.source;
    });
    for (const token of tokens) this.#offered.delete(token);
    return sources;
  }

  #forgetOld(): void {
    const oldest = this.#now() - millisecondsToLive;
    for (const [token, { time }] of this.#offered) if (time < oldest) this.#offered.delete(token);
  }
}

function bytesHeld(source: FileSource): number {
  return source.kind === 'memory' ? source.bytes.length : 0;
}

function noRoom(): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: 'Too many bytes were dropped and wait to be opened',
    fix: 'Open fewer files at once',
    location: {},
  });
}

function unknownToken(): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: 'This file was not offered, or was opened already',
    fix: 'Drop or choose it again',
    location: {},
  });
}
