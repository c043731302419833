import { InspectorError } from '#core/error';
import type { OfferedFile } from '#host-api';
import { fileSet, type FileSet } from '../state/documents/file-set.ts';

/** The host accepts no more files at once. */
const maxFiles = 1000;

/** Limit of listed entries that still have to be walked: nested folders can hold very many. */
const maxWaiting = 100 * maxFiles;

/** Never read, whatever the size: pictures, sound and film. */
const neverRead = /\.(png|jpe?g|webp|gif|bmp|tga|tiff?|dds|ktx2?|hdr|exr|psd|wav|mp3|ogg|mp4|mov)$/i;

/**
 * Returns the dropped files, with everything inside dropped folders. Call it in the drop event itself: the browser removes the items after
 * it. @throws InspectorError (the promise) `too-large`, `unreadable`.
 */
export function readDrop(transfer: DataTransfer): Promise<FileSet> {
  const plain = [...transfer.files];
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  return entries.some((entry) => entry?.isDirectory) ? walk(entries.filter((entry) => entry !== null)) : Promise.resolve(fileSet(plain));
}

/** Sorted by name, so that the same folder always gives the same list. Hidden files are skipped. */
async function walk(roots: readonly FileSystemEntry[]): Promise<FileSet> {
  const files: OfferedFile[] = [];
  const open = roots.filter(isWanted).reverse();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (isDirectory(entry)) {
      const inside = await wantedEntriesOf(entry);
      for (const next of inside.sort((a, b) => (a.name < b.name ? 1 : -1))) open.push(next);
    } else if (isFile(entry)) {
      if (files.length === maxFiles) throw tooMany(entry);
      files.push({ file: await fileOf(entry), path: entry.fullPath.replace(/^\//, '') });
    }
    if (open.length > maxWaiting) throw tooMany(entry);
  }
  return { files, fromFolder: true };
}

function isWanted({ name, isFile }: FileSystemEntry): boolean {
  return !name.startsWith('.') && !(isFile && neverRead.test(name));
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** A reader returns some entries at a time, in Chromium a hundred, and none at the end. */
async function wantedEntriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, (error) => reject(unreadable(folder, error)));
    });
    if (some.length === 0) return all;
    for (const entry of some) if (isWanted(entry)) all.push(entry);
    if (all.length > maxWaiting) throw tooMany(folder);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, (error) => reject(unreadable(entry, error))));
}

function tooMany(entry: FileSystemEntry): InspectorError {
  const fix = 'Drop a smaller folder, or the files themselves';
  return new InspectorError({
    code: 'too-large',
    message: `The folder holds more than ${maxFiles} files`,
    fix,
    location: { file: entry.fullPath },
  });
}

function unreadable(entry: FileSystemEntry, { name }: Error): InspectorError {
  const data = {
    code: 'unreadable',
    message: 'This part of the folder cannot be read',
    fix: 'Check that it exists and that you may read it',
    location: { file: entry.fullPath },
    detail: name,
  } as const;
  return new InspectorError(data);
}
