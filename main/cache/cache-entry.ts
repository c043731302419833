import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

/** Identity of an entry: its key and version. */
export interface EntryName {
  /** 64 hexadecimal digits in lower case. */
  readonly key: string;
  /** Version of the code that made the content, without blanks. */
  readonly version: string;
}

/** Returns the bytes of an entry: one line of text, which `head -1` prints, then the content in the clone format of V8. */
export function writeEntry(name: EntryName, content: unknown): Uint8Array {
  const body = serialize(content);
  return Buffer.concat([Buffer.from(headOf(name, body), 'latin1'), body]);
}

/**
 * Returns the content of an entry; `null` for the bytes of another program, key or version, and for truncated or changed bytes.
 * The hash proves that this version wrote the content, so its shape is not checked.
 */
export function readEntry(name: EntryName, bytes: Uint8Array): { readonly content: unknown } | null {
  const end = bytes.subarray(0, longestHead).indexOf(lineFeed) + 1;
  const body = bytes.subarray(end);
  if (end === 0 || Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('latin1') !== headOf(name, body)) return null;
  try {
    return { content: deserialize(body) };
  } catch {
    return null; // Written by a newer V8.
  }
}

const lineFeed = 10;
const longestHead = 1024;

function headOf({ key, version }: EntryName, body: Uint8Array): string {
  return `boxwood cache 1 ${version} ${key} ${createHash('sha256').update(body).digest('hex')}\n`;
}
