import type { ByteSource } from './byte-source.ts';

/** A hash that takes bytes piece by piece and then returns its digits. */
export interface RunningHash {
  readonly update: (bytes: Uint8Array) => void;
  /** SHA-256 as 64 hexadecimal digits in lower case; once, at the end. */
  readonly digest: () => string;
}

export interface WatchedSource {
  readonly source: ByteSource;
  /** What bringing the bytes took so far, and hashing them on the way; 0 where they are held. */
  readonly readMilliseconds: () => number;
  /** The hash of all bytes, `null` without one; reads those that have not been read yet. @throws as the source; whatever `progress` throws. */
  readonly finish: (progress: () => void) => string | null;
}

/** A source whose bytes are hashed as they are read, so that a file that is read from its beginning to its end is read once. */
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
