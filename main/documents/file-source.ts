import { basename } from 'node:path';
import { bakedFormat } from '#core/bake/known-formats';
import { fileExtension, formats, formatsInWords, isMeshFileName } from '#core/import';
import { InspectorError } from '#core/error';

export interface DiskSource {
  readonly kind: 'disk';
  readonly path: string;
}

/** Where the bytes of a file come from. */
export type FileSource =
  | DiskSource
  /** Posted by a page; `path` is relative to what was dropped, with forward slashes. `isUnlisted`: of a project, so no recent file. */
  | { readonly kind: 'memory'; readonly path: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly isUnlisted?: true };

export function diskSource(path: string): DiskSource {
  return { kind: 'disk', path };
}

/** File name without its folder. */
export function sourceName(source: FileSource): string {
  return source.kind === 'disk' ? basename(source.path) : source.path.slice(source.path.lastIndexOf('/') + 1);
}

/**
 * Returns the files of a set that become documents: from a folder those with the extension of a readable format, else all except
 * known side files. If there are only side files, all are returned, so that their errors are reported.
 * @throws InspectorError `unsupported-format` for a folder without a mesh.
 */
export function meshesOf(set: readonly FileSource[], fromFolder: boolean): readonly FileSource[] {
  if (!fromFolder) {
    const meshes = set.filter((source) => isMeshFileName(sourceName(source)) || isBake(sourceName(source)));
    return meshes.length > 0 ? meshes : set;
  }
  const meshes = set.filter((source) => readableExtensions.has(fileExtension(sourceName(source))) || isBake(sourceName(source)));
  if (meshes.length > 0) return meshes;
  throw new InspectorError({
    code: 'unsupported-format',
    message: 'This folder has no file with the extension of a mesh format',
    fix: `Drop a folder with ${formatsInWords('or')} files`,
    location: {},
  });
}

const readableExtensions: ReadonlySet<string> = new Set(Object.values(formats).flatMap(({ extensions }) => [...extensions]));

/** Checks the whole extension: `.bin` alone is a buffer of another file. */
function isBake(name: string): boolean {
  return bakedFormat(new Uint8Array(), name) !== null;
}
