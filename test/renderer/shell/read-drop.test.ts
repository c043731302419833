import { describe, expect, it } from 'vitest';
import { readDrop } from '../../../renderer/shell/read-drop.ts';

/** What a browser gives of a dropped file or folder, as far as it is asked. */
type Entry = { readonly name: string; readonly fullPath: string; readonly isFile: boolean; readonly isDirectory: boolean };

function fileEntry(name: string, folder = ''): Entry {
  const file = (give: (file: File) => void): void => give(new File([], name));
  return Object.assign({ name, fullPath: `${folder}/${name}`, isFile: true, isDirectory: false }, { file });
}

/** @param atATime how many entries its reader gives with each call. */
function folderEntry(name: string, inside: readonly Entry[], atATime = 100): Entry {
  const createReader = () => {
    let at = 0;
    return { readEntries: (give: (some: readonly Entry[]) => void) => give(inside.slice(at, (at += atATime))) };
  };
  return Object.assign({ name, fullPath: `/${name}`, isFile: false, isDirectory: true }, { createReader });
}

/** Only what `readDrop` asks of a transfer. */
function dropOf(...entries: readonly Entry[]): DataTransfer {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  return { files: entries.map(({ name }) => new File([], name)), items } as unknown as DataTransfer;
}

describe('a dropped folder', () => {
  it('is walked in the order of names, with relative paths, without hidden files', async () => {
    const entries = ['b.obj', '.git', 'a.obj'].map((name) => fileEntry(name, '/box'));
    const { files, fromFolder } = await readDrop(dropOf(folderEntry('box', entries)));
    expect(fromFolder).toBe(true);
    expect(files.map(({ path }) => path)).toEqual(['box/a.obj', 'box/b.obj']);
  });

  it('may hold any number of ignored files, and a reader may return any number at a time', async () => {
    const pictures = Array.from({ length: 200_000 }, (_, i) => fileEntry(`${i}.png`, '/box'));
    const { files } = await readDrop(dropOf(folderEntry('box', [...pictures, fileEntry('a.obj', '/box')], 150_000)));
    expect(files.map(({ path }) => path)).toEqual(['box/a.obj']);
  });

  it('is refused with its name when it holds too many files', async () => {
    const meshes = Array.from({ length: 300_000 }, (_, i) => fileEntry(`${i}.obj`, '/box'));
    await expect(readDrop(dropOf(folderEntry('box', meshes)))).rejects.toMatchObject({ code: 'too-large' });
  });
});
