import { allocate } from '../growable.ts';
import type { ByteSource } from './byte-source.ts';

/** A part of a file that moves over it: a reader of binary data works on what is in it, and `reach`es for more. */
export interface ByteWindow {
  readonly source: ByteSource;
  /** What is in the window. */
  bytes: Uint8Array;
  view: DataView;
  /** Where the first of `bytes` stands in the file. */
  start: number;
  /** Where the reader is, in `bytes`, or behind them: what lies between is then never read. */
  at: number;
}

/** From byte `start` of the file on. Held bytes are all in the window. */
export function byteWindow(source: ByteSource, start: number): ByteWindow {
  const bytes = source.held ?? new Uint8Array(0);
  const [first, at] = source.held === null ? [start, 0] : [0, start];
  return { source, bytes, view: viewOf(bytes), start: first, at };
}

/** Where the reader is in the file. */
export function locationOf({ start, at }: ByteWindow): number {
  return start + at;
}

/** Returns whether this many bytes follow; they are in the window then, which moves where it has to. Hot. */
export function reach(window: ByteWindow, count: number): boolean {
  return window.at + count <= window.bytes.length || move(window, count);
}

/** How many elements of `size` bytes are in the window from here on, at most `most`; 0 only where the file has no more. Hot. */
export function elementsInReach(window: ByteWindow, size: number, max: number): number {
  return max > 0 && reach(window, size) ? Math.min(max, Math.floor((window.bytes.length - window.at) / size)) : 0;
}

/** The bytes from the reader on come to the front, and what follows them behind. */
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
