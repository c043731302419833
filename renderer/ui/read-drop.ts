import { InspectorError } from '#core/error';
import type { OfferedFile } from '#host-api';
import { fileSet, type FileSet } from '../state/file-set.ts';

/** The host takes no more at once. */
const mostFiles = 1000;

/** Never read, however large: pictures, sound and film. */
const neverRead = /\.(png|jpe?g|webp|gif|bmp|tga|tiff?|dds|ktx2?|hdr|exr|psd|wav|mp3|ogg|mp4|mov)$/i;

/**
 * What was dropped, with everything in the folders among it. To be called in the drop event itself, since the browser takes
 * the items away after it; the walk goes on from there.
 * @throws InspectorError (the promise) `too-large`, `unreadable`.
 */
export function readDrop(transfer: DataTransfer): Promise<FileSet> {
  const plain = [...transfer.files];
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  return entries.some((entry) => entry?.isDirectory) ? walk(entries.filter((entry) => entry !== null)) : Promise.resolve(fileSet(plain));
}

/** By names, so that the same folder is always the same list. What is hidden stays so. */
async function walk(roots: readonly FileSystemEntry[]): Promise<FileSet> {
  const files: OfferedFile[] = [];
  const open = [...roots].reverse();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry.name.startsWith('.') || (entry.isFile && neverRead.test(entry.name))) continue;
    if (isDirectory(entry)) {
      const inside = await entriesOf(entry);
      open.push(...inside.sort((a, b) => (a.name < b.name ? 1 : -1)));
    } else if (isFile(entry)) {
      if (files.length === mostFiles) throw tooMany(entry);
      files.push({ file: await fileOf(entry), path: entry.fullPath.replace(/^\//, '') });
    }
    if (open.length > 100 * mostFiles) throw tooMany(entry);
  }
  return { files, fromFolder: true };
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** A reader gives a hundred at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, (error) => reject(unreadable(folder, error)));
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, (error) => reject(unreadable(entry, error))));
}

function tooMany(entry: FileSystemEntry): InspectorError {
  const cure = 'Drop a smaller folder, or the files themselves';
  return new InspectorError({ code: 'too-large', message: `The folder holds more than ${mostFiles} files`, cure, place: { file: entry.fullPath } });
}

function unreadable(entry: FileSystemEntry, { name }: Error): InspectorError {
  const data = { code: 'unreadable', message: 'This part of the folder cannot be read', cure: 'Check that it is there and may be read', place: { file: entry.fullPath }, detail: name } as const;
  return new InspectorError(data);
}
