import type { OfferedFile } from '#host-api';

/** Files that were chosen together: each may serve the others as a side file. */
export interface FileSet {
  readonly files: readonly OfferedFile[];
  /** In a folder lies much that is no mesh: only what is one by its name is opened. */
  readonly fromFolder: boolean;
}

/** Files as they are, each by its name. */
export function fileSet(files: readonly File[]): FileSet {
  return { files: files.map((file) => ({ file, path: file.name })), fromFolder: false };
}
