import type { OfferedFile } from '#host-api';

/** Files that were chosen together: each may serve the others as a side file. */
export interface FileSet {
  readonly files: readonly OfferedFile[];
  /** From a folder only files with a mesh extension are opened. */
  readonly fromFolder: boolean;
}

/** Returns the files, each by its name. */
export function fileSet(files: readonly File[]): FileSet {
  return { files: files.map((file) => ({ file, path: file.name })), fromFolder: false };
}
