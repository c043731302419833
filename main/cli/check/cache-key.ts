import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { cancelledError } from '#core/cancelled';
import type { ExamineSettings } from './examine-file.ts';

/** A side file that the import requested: its name in the file, and the hash of its bytes; `null` if it is missing. */
export interface SideFile {
  readonly name: string;
  readonly sha256: string | null;
}

/** Returns the key of a file without side files: 64 hexadecimal digits of its name, bytes, options and version. The name selects some formats and is part of locations. */
export function cacheKey(version: string, fileName: string, sha256: string, { options, reading }: ExamineSettings): string {
  return hashOf(JSON.stringify({ version, fileName, sha256, reading, options }));
}

/** Returns the key of the same file with side files, in the order of the requests. */
export function keyWithSides(key: string, sides: readonly SideFile[]): string {
  return hashOf(JSON.stringify([key, ...sides.map(({ name, sha256 }) => [name, sha256])]));
}

/** Bytes that are hashed between two checks for Ctrl-C. */
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
