import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

/** Whose entry it is: of this key, in this version. */
export interface EntryName {
  /** 64 hexadecimal digits in lower case. */
  readonly key: string;
  /** Of whatever made the content, without blanks. */
  readonly version: string;
}

/** One line of text, so that `head -1` tells what it is, and the content as V8 clones it: every number and typed array as it was. */
export function writeEntry(name: EntryName, content: unknown): Uint8Array {
  const body = serialize(content);
  return Buffer.concat([Buffer.from(headOf(name, body), 'latin1'), body]);
}

/**
 * The content of an entry; `null` for bytes that are not this very entry, whole: of another program, key or version, cut short or
 * changed. What comes back was written by this version, since its hash is right: a check of its shape could not find more.
 */
export function readEntry(name: EntryName, bytes: Uint8Array): { readonly content: unknown } | null {
  const end = bytes.subarray(0, longestHead).indexOf(lineFeed) + 1;
  const body = bytes.subarray(end);
  if (end === 0 || Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1') !== headOf(name, body)) return null;
  try {
    return { content: deserialize(body) };
  } catch {
    return null; // Of a newer V8.
  }
}

const lineFeed = 10;
const longestHead = 1024;

function headOf({ key, version }: EntryName, body: Uint8Array): string {
  return `boxwood cache 1 ${version} ${key} ${createHash('sha256').update(body).digest('hex')}\n`;
}
