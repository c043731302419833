import type { Progress } from '../../progress.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { bytesAt, headOf, heldSource, type ByteSource } from '../source/byte-source.ts';
import { sampleBytes, pieceBytes, utf16Label, utf8Text, type Utf16Label } from './decode-utf16.ts';

/**
 * Returns a source of a UTF-16 file, with or without a byte order mark, as UTF-8; other files are returned unchanged. A
 * file read in pieces is converted in pieces, once in advance to compute its length.
 * @throws InspectorError `too-large`; whatever `progress` throws.
 */
export function utf8Source(source: ByteSource, progress: Progress): ByteSource {
  if (source.held !== null) {
    const text = utf8Text(source.held, progress);
    return text === source.held ? source : heldSource(text);
  }
  const label = utf16Label(headOf(source, sampleBytes), source.byteLength);
  return label === null ? source : convertedSource(source, label, progress);
}

/** Returns a source that converts as it reads. Readers move forward; after a step back the conversion starts again. */
function convertedSource(source: ByteSource, label: Utf16Label, progress: Progress): ByteSource {
  let pieces = converted(source, label, progress);
  let piece = new Uint8Array(0);
  let start = 0;
  const next = (): boolean => {
    const { value, done } = pieces.next();
    start += piece.length;
    piece = value ?? new Uint8Array(0);
    return done !== true;
  };
  const rewind = (): void => {
    pieces = converted(source, label, progress);
    piece = new Uint8Array(0);
    start = 0;
  };
  while (next());
  const byteLength = start;
  const read: ByteSource['read'] = (at, into) => {
    if (at < start) rewind();
    for (let filled = 0; filled < into.length; ) {
      while (at + filled >= start + piece.length && next());
      const from = at + filled - start;
      if (from >= piece.length) throw refuse('truncated', 'The file became shorter while it was read', exportAgain);
      const part = piece.subarray(from, from + into.length - filled);
      into.set(part, filled);
      filled += part.length;
    }
  };
  return { ...source, byteLength, read };
}

function* converted(source: ByteSource, label: Utf16Label, progress: Progress): Generator<Uint8Array<ArrayBuffer>, undefined> {
  // The decoder keeps an incomplete character for the next piece.
  const decoder = new TextDecoder(label);
  const encoder = new TextEncoder();
  for (let at = 0; at < source.byteLength; at += pieceBytes) {
    progress(0);
    const text = decoder.decode(bytesAt(source, at, pieceBytes), { stream: at + pieceBytes < source.byteLength });
    yield encoder.encode(text);
  }
}
