import { refuse } from '../refuse.ts';

/**
 * Text in UTF-16 with a byte order mark as UTF-8, which the text formats read; other bytes come back as they are.
 * @throws InspectorError `too-large`.
 */
export function utf8Text(bytes: Uint8Array): Uint8Array {
  const label = bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
  if (label === null) return bytes;
  if (bytes.length > longest) throw refuse('too-large', 'The file is text in UTF-16 and too long to convert', 'Save it as UTF-8 or ASCII');
  return new TextEncoder().encode(new TextDecoder(label).decode(bytes));
}

/** Engines have no strings much longer than half a gigabyte. */
const longest = 2 ** 29;
