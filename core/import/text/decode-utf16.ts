import { noProgress, type Progress } from '../../progress.ts';
import { allocate } from '../growable.ts';

/**
 * Returns UTF-16 text, with or without a byte order mark, as UTF-8; other bytes are returned unchanged. Converts in
 * pieces, because engines limit strings to about half a gigabyte. Only input and output are in memory. Invalid
 * characters become U+FFFD. `progress` is called without a meaningful fraction.
 * @throws InspectorError `too-large`; whatever `progress` throws.
 */
export function utf8Text(bytes: Uint8Array, progress: Progress = noProgress): Uint8Array {
  const label = utf16Label(bytes, bytes.length);
  return label === null ? bytes : transcoded(bytes, label, progress);
}

/** Number of bytes that are converted to one string. */
export const pieceBytes = 2 ** 20;

function transcoded(bytes: Uint8Array, label: Utf16Label, progress: Progress): Uint8Array {
  // The decoder keeps an incomplete character for the next piece.
  const decoder = new TextDecoder(label);
  const encoder = new TextEncoder();
  // Text of the supported formats is ASCII except for names.
  let utf8 = allocate(() => new Uint8Array(Math.ceil(bytes.length / 2) + pieceBytes));
  let length = 0;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    progress(0);
    const text = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: at + pieceBytes < bytes.length });
    const piece = encoder.encode(text);
    if (length + piece.length > utf8.length) utf8 = grown(utf8, length, length + piece.length + bytes.length - at);
    utf8.set(piece, length);
    length += piece.length;
  }
  return utf8.subarray(0, length);
}

function grown(bytes: Uint8Array<ArrayBuffer>, length: number, capacity: number): Uint8Array<ArrayBuffer> {
  const larger = allocate(() => new Uint8Array(capacity));
  larger.set(bytes.subarray(0, length));
  return larger;
}

export type Utf16Label = 'utf-16be' | 'utf-16le';

/**
 * Returns the UTF-16 encoding of text; `null` for other encodings. Detected by the byte order mark. Without one, text
 * of the supported formats starts with ASCII words, so every other byte is zero. `bytes` are the first bytes.
 */
export function utf16Label(bytes: Uint8Array, byteLength: number): Utf16Label | null {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // With zeros after it, it is the byte order mark of UTF-32.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? null : 'utf-16le';
  if (byteLength < minUnmarked || byteLength % 2 !== 0) return null;
  if (asciiShare(bytes, 0) > minAscii) return 'utf-16le';
  return asciiShare(bytes, 1) > minAscii ? 'utf-16be' : null;
}

const minUnmarked = 8;
/** Minimum share of ASCII. Names and comments can be in any language. */
const minAscii = 0.75;
export const sampleBytes = 512;

/** Returns the share of ASCII text in the first 16-bit units, with their low byte at `low`; 0 if one of them is NUL. */
function asciiShare(bytes: Uint8Array, low: 0 | 1): number {
  const end = Math.min(bytes.length, sampleBytes);
  let ascii = 0;
  for (let at = 0; at < end; at += 2) {
    const byte = bytes[at + low];
    if (bytes[at + 1 - low] !== 0) continue;
    if (byte === 0) return 0;
    if (byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127)) ascii++;
  }
  return (2 * ascii) / end;
}
