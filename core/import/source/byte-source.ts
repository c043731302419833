import { allocate } from '../growable.ts';
import { refuse } from '../refuse.ts';

/**
 * The bytes of a file. Readers read it in pieces, synchronously and from any position. The host opens the file; `core`
 * does no file access.
 */
export interface ByteSource {
  readonly byteLength: number;
  /** All bytes if they are in memory already, to be read in place; `null` if they are read in pieces. */
  readonly held: Uint8Array | null;
  /** Bytes that a reader keeps at a time. A longer line or element makes it keep more. */
  readonly windowBytes: number;
  /** Maximum bytes of the file that are kept. */
  readonly maxHeld: number;
  /**
   * Fills `into` with the bytes from `at` on, all of which are inside the file.
   * @throws InspectorError `unreadable`, `truncated` if the file has become shorter.
   */
  readonly read: (at: number, into: Uint8Array) => void;
}

/** Returns a source of bytes in memory: one piece. */
export function heldSource(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.length,
    held: bytes,
    windowBytes: bytes.length,
    maxHeld: Infinity,
    read: (at, into) => into.set(bytes.subarray(at, at + into.length)),
  };
}

/** Returns this many bytes from `at` on, or fewer at the end of the file. */
export function bytesAt(source: ByteSource, at: number, count: number): Uint8Array {
  const end = Math.min(source.byteLength, at + count);
  if (source.held !== null) return source.held.subarray(at, end);
  const bytes = new Uint8Array(Math.max(0, end - at));
  if (bytes.length > 0) source.read(at, bytes);
  return bytes;
}

/** Returns the first bytes of a file, or fewer if it is shorter. */
export function headOf(source: ByteSource, count: number): Uint8Array {
  return bytesAt(source, 0, count);
}

/**
 * Returns all bytes, for formats that need random access.
 * @throws InspectorError `too-large`; whatever `progress` throws.
 */
export function wholeBytes(source: ByteSource, progress: () => void): Uint8Array {
  const { byteLength, held, maxHeld } = source;
  if (held !== null) return held;
  if (byteLength > maxHeld) {
    const message = `The file has ${inMebibytes(byteLength)}. Its format is read as a whole, with a limit of ${inMebibytes(maxHeld)} on this machine`;
    throw refuse('too-large', message, 'Split it into parts, convert it to STL, PLY, OBJ or OFF, or use a machine with more memory');
  }
  const bytes = allocate(() => new Uint8Array(byteLength));
  for (let at = 0; at < byteLength; at += pieceBytes) {
    progress();
    source.read(at, bytes.subarray(at, at + pieceBytes));
  }
  return bytes;
}

/** Small enough to cancel in time, large enough for negligible overhead. */
const pieceBytes = 8 * 2 ** 20;

export function inMebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
