import { stat } from 'node:fs/promises';

/**
 * Identifies the content of a file without reading it. The inode is not part of it, since network drives
 * change it for the same file.
 */
export interface FileStamp {
  readonly byteLength: bigint;
  /** Time of the last change, nanoseconds. */
  readonly changed: bigint;
  /** Device number of the drive; not compared. */
  readonly drive: bigint;
}

/** Returns the stamp of a file; `null` if it does not exist or is not accessible. */
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
