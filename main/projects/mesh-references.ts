import { readFile, realpath, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { InspectorError } from '#core/error';
import { diskSource, sourceName, type FileSource } from '../documents/file-source.ts';
import type { DocumentOrigin } from '../documents/open-document-options.ts';
import { readSource } from '../documents/read-source.ts';
import { slashed } from '../documents/slashed.ts';
import type { PostedFiles } from './posted-files.ts';
import type { MeshReference, ProjectMesh } from './project-file.ts';

/** Where the meshes of a project are searched. */
export interface MeshSearch {
  /** Folder of the project on disk; `null` for a posted one. */
  readonly folder: string | null;
  /** Files that were opened together with the project. */
  readonly offered: readonly FileSource[];
  readonly samplesFolder: string;
  readonly posted: PostedFiles;
  /** Whether a file outside the folder of the project may be read: a project from elsewhere must not name files that were never opened. */
  readonly mayRead: (path: string) => Promise<boolean>;
}

/** Returns the files of a mesh, the mesh first; `null` if it is missing. */
export async function findMesh({ name, sha256, reference }: ProjectMesh, search: MeshSearch): Promise<readonly FileSource[] | null> {
  switch (reference.kind) {
    case 'embedded':
      return reference.files.map(({ path, base64 }) => ({ kind: 'memory', path, bytes: new Uint8Array(Buffer.from(base64, 'base64')) }));
    case 'sample':
      return existing([join(search.samplesFolder, basename(reference.path))]);
    case 'copy':
      return null;
    case 'file': {
      const path = await onDisk(reference.path, search, sha256);
      if (path !== null) {
        const sides = await Promise.all(reference.sideFiles.map((side) => onDisk(side, search, null, dirname(path))));
        return [path, ...sides.filter((side) => side !== null)].map(diskSource);
      }
      const offered = search.offered.find((source) => sourceName(source) === name);
      if (offered !== undefined) return [offered, ...search.offered.filter((source) => source !== offered)];
      return sha256 === null ? null : search.posted.find(sha256);
    }
  }
}

/** Returns why a mesh is missing, as one sentence. */
export function whyMissing({ name, reference }: ProjectMesh, { folder }: MeshSearch): string {
  if (reference.kind === 'copy') return `${name} is a repaired copy that was not saved in a project.`;
  if (reference.kind === 'sample') return `${name} is not a sample of this version of Boxwood.`;
  if (reference.kind === 'file' && folder !== null && !isAbsolute(reference.path))
    return `${reference.path} is not in the folder of the project.`;
  return `${name} is not where it was when the project was saved.`;
}

/**
 * Returns the path of a file that exists and may be read; `null` for none. A relative path may leave the folder of the project if the
 * user has opened that file, or if it has the hash that the project states. Then the project knows its content already.
 *
 * @param meshFolder folder of the mesh that was found, for a side file
 */
async function onDisk(path: string, search: MeshSearch, sha256: string | null, meshFolder: string | null = null): Promise<string | null> {
  const { folder, mayRead } = search;
  if (isAbsolute(path)) return (await mayRead(path)) ? firstExisting([path]) : null;
  if (folder === null || isOfOtherSystem(path)) return null;
  const found = await firstExisting([resolve(folder, path)]);
  if (found === null || (await isInside(found, folder)) || (await mayRead(found))) return found;
  if (meshFolder !== null) return (await isInside(found, meshFolder)) ? found : null;
  return sha256 !== null && (await hashOf(found)) === sha256 ? found : null;
}

/** Returns whether a file is in a folder, with all links resolved. */
async function isInside(path: string, folder: string): Promise<boolean> {
  const [file, inside] = await Promise.all([path, folder].map((one) => realpath(one).catch(() => null)));
  return file != null && inside != null && file.startsWith(inside.endsWith(sep) ? inside : inside + sep);
}

/** `null` for a file that cannot be read at once. */
async function hashOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}

/** A drive or a share of Windows, or an address: here it would be read as a relative path. */
function isOfOtherSystem(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('\\\\');
}

async function existing(paths: readonly string[]): Promise<readonly FileSource[] | null> {
  const path = await firstExisting(paths);
  return path === null ? null : [diskSource(path)];
}

async function firstExisting(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if ((await stat(path).catch(() => null))?.isFile() === true) return path;
  return null;
}

/** Returns where a mesh is, for a project in a folder; absolute paths without one. */
export function referenceTo({ kind, paths }: DocumentOrigin, samplesFolder: string, folder: string | null): MeshReference {
  if (kind === 'copy') return { kind: 'copy' };
  const [path = '', ...sideFiles] = paths;
  if (kind === 'disk' && dirname(path) === resolve(samplesFolder)) return { kind: 'sample', path: basename(path) };
  const from = (file: string): string => (kind === 'posted' || folder === null ? file : slashed(relative(folder, file)));
  return { kind: 'file', path: from(path), sideFiles: sideFiles.map(from) };
}

/**
 * Returns the files of a mesh to embed; `null` if they have more than `maxBytes` in all.
 * @throws InspectorError `unreadable`, `too-large`, `invalid-argument` if the files changed or are not kept.
 */
export async function embeddedFiles(
  name: string,
  { kind, sha256, paths }: DocumentOrigin,
  { posted, maxBytes, signal }: { readonly posted: PostedFiles; readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<{ readonly byteLength: number; readonly reference: MeshReference } | null> {
  const files = kind === 'posted' ? ((sha256 === null ? null : await posted.find(sha256)) ?? []) : await readAll(paths, maxBytes, signal);
  const [mesh] = files;
  if (mesh === undefined)
    throw notEmbedded(name, 'The files of this mesh are not kept, because they are too large', 'Save the project without embedded meshes');
  if (createHash('sha256').update(mesh.bytes).digest('hex') !== sha256)
    throw notEmbedded(name, 'The file has changed on disk since it was read', 'Reload it, then save the project');
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > maxBytes) return null;
  const encoded = files.map(({ path, bytes }) => ({ path, base64: Buffer.from(bytes).toString('base64') }));
  return { byteLength: total, reference: { kind: 'embedded', files: encoded } };
}

/** Paths are relative to the folder of the mesh, so that side files are found again. */
async function readAll(
  paths: readonly string[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly path: string; readonly bytes: Uint8Array }[]> {
  const folder = dirname(paths[0] ?? '');
  const files: { path: string; bytes: Uint8Array }[] = [];
  let left = maxBytes;
  for (const path of paths) {
    const inside = slashed(relative(folder, path));
    const bytes = await readSource(diskSource(path), { maxBytes: Math.max(1, left), signal });
    left -= bytes.length;
    files.push({ path: inside.startsWith('..') ? basename(path) : posix.normalize(inside), bytes });
  }
  return files;
}

function notEmbedded(file: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix, location: { file } });
}
