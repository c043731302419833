/**
 * Returns the bytes of a base64 text (RFC 4648, section 4; padding is optional); `null` for other text. `core` has no `atob`, which also
 * creates a string first.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  let end = text.length;
  while (end > 0 && text.length - end < 2 && text.charCodeAt(end - 1) === equalsSign) end--;
  if (end % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let at = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? values[code] : 255;
    if (value === 255) return null;
    bits = ((bits << 6) | value) & 0xfff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = bits >> held;
    }
  }
  return bytes;
}

const equalsSign = 61;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of each ASCII code; 255 for those outside the alphabet. */
const values = Uint8Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)));
