import type { ByteSource } from './byte-source.ts';

/** A hash that is fed piece by piece. */
export interface RunningHash {
  readonly update: (bytes: Uint8Array) => void;
  /** Returns SHA-256 as 64 hexadecimal digits in lower case. Call it once, at the end. */
  readonly digest: () => string;
}

export interface WatchedSource {
  readonly source: ByteSource;
  /** Returns the time taken so far to read and hash the bytes; 0 for bytes in memory. */
  readonly readMilliseconds: () => number;
  /**
   * Returns the hash of all bytes, `null` without one. Reads the bytes that have not been read yet.
   * @throws as the source; whatever `progress` throws.
   */
  readonly finish: (progress: () => void) => string | null;
}

/** Returns a source whose bytes are hashed as they are read. A file that is read from start to end is read once. */
export function watchedSource(source: ByteSource, hash: RunningHash | null): WatchedSource {
  let hashed = 0;
  let readMilliseconds = 0;
  const note = (at: number, bytes: Uint8Array): void => {
    if (at > hashed || at + bytes.length <= hashed) return;
    hash?.update(bytes.subarray(hashed - at));
    hashed = at + bytes.length;
  };
  const read: ByteSource['read'] = (at, into) => {
    const start = performance.now();
    source.read(at, into);
    note(at, into);
    readMilliseconds += performance.now() - start;
  };
  const finish = (progress: () => void): string | null => {
    if (hash === null) return null;
    const { held, byteLength } = source;
    const piece = new Uint8Array(held === null ? pieceBytes : 0);
    while (hashed < byteLength) {
      progress();
      const count = Math.min(pieceBytes, byteLength - hashed);
      if (held === null) read(hashed, piece.subarray(0, count));
      else note(hashed, held.subarray(hashed, hashed + count));
    }
    return hash.digest();
  };
  return { source: { ...source, read }, readMilliseconds: () => readMilliseconds, finish };
}

const pieceBytes = 2 ** 20;
