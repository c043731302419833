import { decodeName } from '../text/text-cursor.ts';

/** Maximum bytes of a text that are kept: more than any name, less than an embedded file. */
const maxTextBytes = 1 << 16;
const escapeBase = 0xdc00;
const asciiEnd = 0x7f;
const blank = 0x20;

/**
 * Returns a text of a file so that different bytes give different texts, because before version 7 the name of an object
 * is its identity. A text that `decodeName` does not change is that text. Otherwise every byte that is not printable
 * ASCII becomes one lone surrogate, which no valid text has.
 */
export function objectText(bytes: Uint8Array): string {
  const name = decodeName(bytes);
  if (isSame(name, bytes)) return name;
  let text = '';
  for (const byte of bytes.subarray(0, maxTextBytes))
    text += String.fromCharCode(byte >= blank && byte < asciiEnd ? byte : escapeBase + byte);
  return text;
}

/** Returns a text of `objectText` for display and for comparison with keywords, as `decodeName` returns it. */
export function shownText(text: string): string {
  if (text.isWellFormed() && text.trim() === text) return text;
  return text.replace(/[\x20-\x7e\udc00-\udcff]+/gu, (run) => decodeName(Uint8Array.from(run, (char) => char.charCodeAt(0) & 0xff)));
}

/** Returns whether a text has these bytes in UTF-8. ASCII, which most names are, is compared without encoding it. */
function isSame(text: string, bytes: Uint8Array): boolean {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) === bytes[at] && bytes[at] < asciiEnd) at++;
  if (at === text.length && at === bytes.length) return true;
  const encoded = new TextEncoder().encode(text);
  return encoded.length === bytes.length && encoded.every((byte, i) => byte === bytes[i]);
}
