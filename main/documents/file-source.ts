import { basename } from 'node:path';
import { isMeshFileName } from '#core/import/file-kind';

/** Where the bytes of a file come from. */
export type FileSource =
  | { readonly kind: 'disk'; readonly path: string }
  /** Posted by a page; `path` is relative to what was dropped, with forward slashes. */
  | { readonly kind: 'memory'; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer> };

export function diskSource(path: string): FileSource {
  return { kind: 'disk', path };
}

/** File name without its folder. */
export function sourceName(source: FileSource): string {
  return source.kind === 'disk' ? basename(source.path) : source.path.slice(source.path.lastIndexOf('/') + 1);
}

/** The files of a set that become documents; where there are only side files, all of them do and tell what they are. */
export function meshesOf(set: readonly FileSource[]): readonly FileSource[] {
  const meshes = set.filter((source) => isMeshFileName(sourceName(source)));
  return meshes.length > 0 ? meshes : set;
}
