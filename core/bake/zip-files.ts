import { zipSync, type Zippable } from 'fflate';
import type { BakeSideFile } from './bake-input.ts';

/** The earliest date that an archive can store, so that the same files give the same bytes. */
const noDate = new Date(1980, 0, 1);

/** Returns a ZIP archive of files, for hosts that save one file. */
export function zipFiles(files: readonly BakeSideFile[]): Uint8Array<ArrayBuffer> {
  const entries: Zippable = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  return zipSync(entries, { mtime: noDate });
}
