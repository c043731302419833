import { refuse } from '../refuse.ts';

/**
 * Text in UTF-16, with or without a byte order mark, as UTF-8, which the text formats read; other bytes come back as they are.
 * @throws InspectorError `too-large`.
 */
export function utf8Text(bytes: Uint8Array): Uint8Array {
  const label = utf16Label(bytes);
  if (label === null) return bytes;
  if (bytes.length > longest) throw refuse('too-large', 'The file is text in UTF-16 and too long to convert', 'Save it as UTF-8 or ASCII');
  return new TextEncoder().encode(new TextDecoder(label).decode(bytes));
}

/** Engines have no strings much longer than half a gigabyte. */
const longest = 2 ** 29;

/** By the mark. Without one, text of our formats begins with words in ASCII, so that every other byte is zero. */
function utf16Label(bytes: Uint8Array): 'utf-16be' | 'utf-16le' | null {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.length < leastUnmarked || bytes.length % 2 !== 0) return null;
  if (asciiShare(bytes, 0) > leastAscii) return 'utf-16le';
  return asciiShare(bytes, 1) > leastAscii ? 'utf-16be' : null;
}

const leastUnmarked = 8;
/** Names and comments may be of any language. */
const leastAscii = 0.75;
const lookedAt = 512;

/** Of the first 16-bit units, with their low byte at `low`, the share that is text in ASCII; 0 when one of them is NUL. */
function asciiShare(bytes: Uint8Array, low: 0 | 1): number {
  const end = Math.min(bytes.length, lookedAt);
  let ascii = 0;
  for (let at = 0; at < end; at += 2) {
    const byte = bytes[at + low];
    if (bytes[at + 1 - low] !== 0) continue;
    if (byte === 0) return 0;
    if (byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127)) ascii++;
  }
  return (2 * ascii) / end;
}
