import { randomBytes } from 'node:crypto';
import { InspectorError } from '#core/error';
import type { FileToken } from '#host-api';
import type { FileSource } from './file-source.ts';

interface Offered {
  readonly source: FileSource;
  readonly time: number;
}

/** Files that were offered but not opened, such as by a page that was closed, are removed after this time. */
const millisecondsToLive = 10 * 60_000;

/** Tokens for files, which hide their paths from a page. Each can be opened once. */
export class FileTokens {
  readonly #maxBytes: number;
  readonly #now: () => number;
  readonly #offered = new Map<FileToken, Offered>();
  #reserved = 0;

  /** `maxBytes` limits the bytes in memory that are not opened yet. */
  constructor(maxBytes: number, now: () => number = Date.now) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  /** Number of bytes that may still be offered. */
  get room(): number {
    this.#forgetOld();
    return this.#maxBytes - this.#reserved - [...this.#offered.values()].reduce((sum, { source }) => sum + bytesHeld(source), 0);
  }

  /**
   * Reserves room for bytes of an upload; returns the function that releases it.
   * @throws InspectorError `too-large`.
   */
  reserve(bytes: number): () => void {
    if (bytes > this.room) throw noRoom();
    this.#reserved += bytes;
    return () => {
      this.#reserved -= bytes;
    };
  }

  /** Returns a token for a file. @throws InspectorError `too-large` if too many bytes are not opened yet. */
  offer(source: FileSource): FileToken {
    if (bytesHeld(source) > this.room) throw noRoom();
    const token = randomBytes(16).toString('hex');
    this.#offered.set(token, { source, time: this.#now() });
    return token;
  }

  /**
   * Returns the files of the tokens, which become invalid.
   * @throws InspectorError `invalid-argument`; then all tokens stay valid.
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
    message: 'Too many bytes are waiting to be opened',
    fix: 'Open fewer files at once',
    location: {},
  });
}

function unknownToken(): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: 'The file token is unknown or was already used',
    fix: 'Drop or choose it again',
    location: {},
  });
}
