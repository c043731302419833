import { stat } from 'node:fs/promises';

/**
 * What tells two contents of a file apart without reading them. Its number on the disk is no part of it, since network drives
 * give the same file other numbers.
 */
export interface FileStamp {
  readonly byteLength: bigint;
  /** Time of the last change, nanoseconds. */
  readonly changed: bigint;
  /** The drive, as this process numbers them; no part of what is compared. */
  readonly drive: bigint;
}

/** `null` where there is no file, or none that may be seen. */
export async function fileStamp(path: string): Promise<FileStamp | null> {
  try {
    const { size, mtimeNs, dev } = await stat(path, { bigint: true });
    return { byteLength: size, changed: mtimeNs, drive: dev };
  } catch {
    return null;
  }
}

export function sameStamp(a: FileStamp | null, b: FileStamp | null): boolean {
  if (a === null || b === null) return a === b;
  return a.byteLength === b.byteLength && a.changed === b.changed;
}
