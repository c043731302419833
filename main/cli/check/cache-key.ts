import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { cancelledError } from '#core/cancelled';
import type { ExamineSettings } from './examine-file.ts';

/** Of a side file that was asked for: its name as the file has it, and the hash of its bytes; `null` where there was none. */
export interface SideFile {
  readonly name: string;
  readonly sha256: string | null;
}

/** Of a file without side files: name (it tells the format of some, and places name it), bytes, options and version. 64 hexadecimal digits. */
export function cacheKey(version: string, fileName: string, sha256: string, { options, reading }: ExamineSettings): string {
  return hashOf(JSON.stringify({ version, fileName, sha256, reading, options }));
}

/** Of the same file with side files, in the order in which it asks for them. */
export function keyWithSides(key: string, sides: readonly SideFile[]): string {
  return hashOf(JSON.stringify([key, ...sides.map(({ name, sha256 }) => [name, sha256])]));
}

/** So much is hashed at a time, so that Ctrl-C is heard. */
const pieceBytes = 8 * 2 ** 20;

/** SHA-256 as 64 hexadecimal digits in lower case. @throws InspectorError `cancelled`. */
export async function sha256Of(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await setImmediate();
    if (signal.aborted) throw cancelledError();
    hash.update(bytes.subarray(at, at + pieceBytes));
  }
  return hash.digest('hex');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
