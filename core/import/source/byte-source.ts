import { allocate } from '../growable.ts';
import { refuse } from '../refuse.ts';

/** The bytes of a file, which whoever reads it pulls in pieces, at once and from any place. The host has the file; `core` knows none. */
export interface ByteSource {
  readonly byteLength: number;
  /** All bytes where they lie in memory anyway, which are then read in place; `null` where they come in pieces. */
  readonly held: Uint8Array | null;
  /** What a reader holds at a time; a line or an element that is longer makes it hold more. */
  readonly windowBytes: number;
  /** More than this is never held of the file itself. */
  readonly maxHeld: number;
  /**
   * Fills `into` with the bytes from `at` on, which all lie in the file.
   * @throws InspectorError `unreadable`, `truncated` where the file has become shorter.
   */
  readonly read: (at: number, into: Uint8Array) => void;
}

/** Bytes that are there: one piece. */
export function heldSource(bytes: Uint8Array): ByteSource {
  return {
    byteLength: bytes.length,
    held: bytes,
    windowBytes: bytes.length,
    maxHeld: Infinity,
    read: (at, into) => into.set(bytes.subarray(at, at + into.length)),
  };
}

/** Returns this many bytes from `at` on, or as many as there are. */
export function bytesAt(source: ByteSource, at: number, count: number): Uint8Array {
  const end = Math.min(source.byteLength, at + count);
  if (source.held !== null) return source.held.subarray(at, end);
  const bytes = new Uint8Array(Math.max(0, end - at));
  if (bytes.length > 0) source.read(at, bytes);
  return bytes;
}

/** The first bytes of a file, as many as there are. */
export function headOf(source: ByteSource, count: number): Uint8Array {
  return bytesAt(source, 0, count);
}

/** All bytes, for formats that point to and fro in them. @throws InspectorError `too-large`; whatever `progress` throws. */
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

/** Small enough to cancel in time, large enough to cost nothing. */
const pieceBytes = 8 * 2 ** 20;

export function inMebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toLocaleString('en', { maximumFractionDigits: 1 })} MiB`;
}
