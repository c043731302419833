import { allocate } from '../growable.ts';
import type { ByteSource } from './byte-source.ts';

/** A moving window over a file. A reader of binary data works on the bytes in it, and calls `reach` for more. */
export interface ByteWindow {
  readonly source: ByteSource;
  /** The bytes in the window. */
  bytes: Uint8Array;
  view: DataView;
  /** Position of the first of `bytes` in the file. */
  start: number;
  /** Position of the reader in `bytes`, or after them; bytes between are then never read. */
  at: number;
}

/** Returns a window from byte `start` of the file on. Bytes in memory are all in the window. */
export function byteWindow(source: ByteSource, start: number): ByteWindow {
  const bytes = source.held ?? new Uint8Array(0);
  const [first, at] = source.held === null ? [start, 0] : [0, start];
  return { source, bytes, view: viewOf(bytes), start: first, at };
}

/** Moves the reader to a byte of the file. What was in the window is read again where the file is not in memory. */
export function seekByte(window: ByteWindow, at: number): void {
  if (windowLocation(window) === at) return;
  if (window.source.held !== null) {
    window.at = at;
    return;
  }
  window.bytes = window.bytes.subarray(0, 0);
  window.view = viewOf(window.bytes);
  window.start = at;
  window.at = 0;
}

/** Returns the position of the reader in the file. */
export function windowLocation({ start, at }: ByteWindow): number {
  return start + at;
}

/** Returns whether this many bytes follow. They are then in the window, which moves if needed. Hot. */
export function reach(window: ByteWindow, count: number): boolean {
  return window.at + count <= window.bytes.length || move(window, count);
}

/**
 * Returns how many elements of `size` bytes follow in the window, at most `max`; 0 only if the file has no more. Hot.
 */
export function elementsInReach(window: ByteWindow, size: number, max: number): number {
  return max > 0 && reach(window, size) ? Math.min(max, Math.floor((window.bytes.length - window.at) / size)) : 0;
}

/** Moves the bytes from the reader on to the front, and reads the following bytes after them. */
function move(window: ByteWindow, count: number): boolean {
  const { source, bytes, at } = window;
  const start = window.start + at;
  if (start + count > source.byteLength) return false;
  const rest = Math.max(0, bytes.length - at);
  const size = Math.min(Math.max(source.windowBytes, count), source.byteLength - start);
  const buffer =
    bytes.buffer.byteLength >= size
      ? new Uint8Array(bytes.buffer, 0, size)
      : allocate(() => new Uint8Array(Math.max(size, source.windowBytes)).subarray(0, size));
  if (rest > 0) buffer.set(bytes.subarray(at));
  source.read(start + rest, buffer.subarray(rest));
  window.bytes = buffer;
  window.view = viewOf(buffer);
  window.start = start;
  window.at = 0;
  return true;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
