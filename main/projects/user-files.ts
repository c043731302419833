import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryName } from '../documents/temporary-files.ts';

/** Writes a file of the user's folder, which only the user can read. It gets its name once it is complete. */
export async function writeUserFile(folder: string, name: string, ...parts: readonly Uint8Array[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, temporaryName());
  try {
    await writeFile(temporary, parts, { mode: 0o600 });
    await rename(temporary, join(folder, name));
  } finally {
    await unlink(temporary).catch(() => {}); // Renamed, or never created.
  }
}

/** Returns the bytes of a file of the user's folder; `null` if it cannot be read. */
export async function readUserFile(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(join(folder, name)));
  } catch {
    return null;
  }
}
