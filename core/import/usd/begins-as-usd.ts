import { asciiText } from '../text/text-cursor.ts';
import { isZip } from '../zip/is-zip.ts';
import { crateMagic } from './crate/crate-file.ts';

/** Returns whether bytes start like USD: as text, as a crate, or as a package. */
export function beginsAsUsd(bytes: Uint8Array): boolean {
  if (isZip(bytes)) return beginsWithLayer(bytes);
  const start = asciiText(bytes, 0, Math.min(bytes.length, crateMagic.length)).replace(/^\u00ef\u00bb\u00bf/, '');
  return start === crateMagic || start.startsWith('#usda');
}

/** Returns whether the first member of an archive is a USD layer, as in a package without its extension. */
export function beginsWithLayer(bytes: Uint8Array): boolean {
  const nameBytes = (bytes[26] ?? 0) + 256 * (bytes[27] ?? 0);
  return /\.usd[ac]?$/i.test(asciiText(bytes, 30, Math.min(bytes.length, 30 + nameBytes)));
}
