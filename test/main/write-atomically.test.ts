import { spawn } from 'node:child_process';
import { chmodSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWritable, realDisk, writeAtomically, type Disk } from '../../main/documents/write-atomically.ts';
import { seededRandom } from '../fixtures/random.ts';
import { scaled } from '../fixtures/scale.ts';
import { productFolder, temporaryFolder } from './product.ts';

const folder = temporaryFolder();
const { signal } = new AbortController();
const yes = async (): Promise<boolean> => true;

function text(path: string): string {
  return readFileSync(path, 'utf8');
}

function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

/** What lies in a folder of its own after a test. */
function freshFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

describe('writing a file atomically', () => {
  test('approves the bytes that were read back while the old file still has the name', async () => {
    const path = join(freshFolder('approve'), 'a.bin');
    writeFileSync(path, 'old');
    const approve = async (readBack: Uint8Array): Promise<boolean> => {
      expect(new TextDecoder().decode(readBack)).toBe('new');
      expect(text(path)).toBe('old');
      return true;
    };
    expect(await writeAtomically(path, bytes('new'), { approve, signal })).toBe(true);
    expect(text(path)).toBe('new');
    expect(readdirSync(join(folder, 'approve'))).toEqual(['a.bin']);
  });

  test.each<[string, () => Promise<boolean>, AbortSignal]>([
    ['refused', async () => false, signal],
    ['failing', () => Promise.reject(new Error('no')), signal],
    ['cancelled', yes, AbortSignal.abort()],
  ])('leaves the old file, and nothing else, when it is %s', async (name, approve, itsSignal) => {
    const path = join(freshFolder(name), 'a.bin');
    writeFileSync(path, 'old');
    expect(await writeAtomically(path, bytes('new'), { approve, signal: itsSignal }).catch(() => false)).toBe(false);
    expect(text(path)).toBe('old');
    expect(readdirSync(join(folder, name))).toEqual(['a.bin']);
  });

  test('follows a link, keeps permissions, and leaves another name of the old file alone', async () => {
    const inside = freshFolder('links');
    const [real, link, other] = ['real.bin', 'link.bin', 'other.bin'].map((name) => join(inside, name)) as [string, string, string];
    writeFileSync(real, 'old');
    chmodSync(real, 0o640);
    symlinkSync('real.bin', link);
    linkSync(real, other);
    await writeAtomically(link, bytes('new'), { approve: yes, signal });
    expect([text(real), text(link), text(other)]).toEqual(['new', 'new', 'old']);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    expect(readdirSync(inside).sort()).toEqual(['link.bin', 'other.bin', 'real.bin']);
  });

  test('follows a link to where nothing is yet, through another link and another folder', async () => {
    const inside = freshFolder('dangling');
    mkdirSync(join(inside, 'real'));
    symlinkSync('../dangling/real/second.bin', join(inside, 'link.bin'));
    symlinkSync('target.bin', join(inside, 'real/second.bin'));
    expect(await writeAtomically(join(inside, 'link.bin'), bytes('new'), { approve: yes, signal })).toBe(true);
    expect([join(inside, 'link.bin'), join(inside, 'real/second.bin')].map((path) => lstatSync(path).isSymbolicLink())).toEqual([
      true,
      true,
    ]);
    expect(text(join(inside, 'real/target.bin'))).toBe('new');
    symlinkSync('gone/target.bin', join(inside, 'nowhere.bin'));
    await expect(checkWritable(join(inside, 'nowhere.bin'))).rejects.toMatchObject({
      message: expect.stringMatching(/Folder not found/),
      location: { file: join(inside, 'nowhere.bin') },
    });
    symlinkSync('circle.bin', join(inside, 'circle.bin'));
    await expect(checkWritable(join(inside, 'circle.bin'))).rejects.toMatchObject({
      message: expect.stringMatching(/symbolic link to itself/),
    });
  });

  test.each([
    ['a folder that is not there', 'missing/a.bin', /Folder not found/],
    ['a file for a folder', 'plain/a.bin', /Folder not found/],
    ['a folder by name', '.', /is a folder/],
    ['a name that is too long', `${'a'.repeat(300)}.bin`, /too long/],
  ])('refuses %s', async (_, name, says) => {
    writeFileSync(join(folder, 'plain'), '');
    const path = join(folder, name);
    await expect(writeAtomically(path, bytes('new'), { approve: yes, signal })).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(says),
    });
  });

  test.skipIf(process.platform === 'win32')('refuses a device, and never replaces it', async () => {
    await expect(checkWritable('/dev/null')).rejects.toMatchObject({ code: 'unreadable', message: 'This is not a regular file' });
    expect(statSync('/dev/null').isFile()).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0)('refuses a folder without permission before the work', async () => {
    const locked = freshFolder('locked');
    chmodSync(locked, 0o500);
    await expect(checkWritable(join(locked, 'a.bin'))).rejects.toMatchObject({ code: 'unreadable', detail: 'EACCES' });
  });
});

/** A disk that writes down what it does, and does some of it wrongly. */
function watchedDisk(done: string[], wrongly: Partial<Disk> & { readonly shortWrites?: boolean } = {}): Disk {
  const nameOf = (path: string): string => (path.endsWith('.tmp') ? 'temporary' : statSync(path).isDirectory() ? 'folder' : 'other');
  const open: Disk['open'] = async (path, flags) => {
    const file = await realDisk.open(path, flags);
    const name = nameOf(String(path));
    const note = (what: string): void => void done.push(`${what} ${name}`);
    return new Proxy(file, {
      get(target, member) {
        if (member === 'sync') return () => (note('sync'), target.sync());
        if (member === 'close') return () => (note('close'), target.close());
        if (member === 'write') {
          return (from: Uint8Array, at: number, length: number, position: number) => {
            if (done.at(-1) !== `write ${name}`) note('write');
            return target.write(from, at, wrongly.shortWrites === true ? Math.min(length, 2) : length, position);
          };
        }
        return Reflect.get(target, member) as unknown;
      },
    });
  };
  return {
    open,
    read: (path, options) => (done.push('read back'), (wrongly.read ?? realDisk.read)(path, options)),
    rename: (from, to) => (done.push('rename'), (wrongly.rename ?? realDisk.rename)(from, to)),
  };
}

describe('what a power cut cannot undo', () => {
  const failing =
    (code: string): (() => Promise<never>) =>
    () =>
      Promise.reject(Object.assign(new Error(code), { code }));

  test('is flushed before it is read back, renamed after it was approved, and the folder flushed last', async () => {
    const done: string[] = [];
    const approve = async (): Promise<boolean> => done.push('approve') > 0;
    await writeAtomically(join(freshFolder('order'), 'a.bin'), bytes('new'), { approve, signal, disk: watchedDisk(done) });
    expect(done).toEqual([
      'write temporary',
      'sync temporary',
      'close temporary',
      'read back',
      'approve',
      'rename',
      'sync folder',
      'close folder',
    ]);
  });

  test('is whole when the system takes a few bytes at a time', async () => {
    const path = join(freshFolder('short'), 'a.bin');
    await writeAtomically(path, bytes('something longer'), { approve: yes, signal, disk: watchedDisk([], { shortWrites: true }) });
    expect(text(path)).toBe('something longer');
  });

  test.each<[string, Partial<Disk>, RegExp]>([
    ['reads back otherwise', { read: async () => Uint8Array.of(1, 2, 3) }, /differs after reading it back/],
    ['cannot be read back', { read: (path, options) => realDisk.read(`${path}.gone`, options) }, /File not found/],
    ['is held open by another program', { rename: failing('EBUSY') }, /another program has it open/],
    ['may not be replaced', { rename: failing('EPERM') }, /another program has it open/],
  ])('leaves the old file, and names it, where the new one %s', async (name, wrongly, says) => {
    const path = join(freshFolder(name), 'a.bin');
    writeFileSync(path, 'old');
    const writing = writeAtomically(path, bytes('new'), { approve: yes, signal, disk: watchedDisk([], wrongly) });
    await expect(writing).rejects.toMatchObject({ code: 'unreadable', message: expect.stringMatching(says), location: { file: path } });
    expect(text(path)).toBe('old');
    expect(readdirSync(join(folder, name))).toEqual(['a.bin']);
  });

  test('is not renamed when it is cancelled while it is approved', async () => {
    const path = join(freshFolder('late'), 'a.bin');
    writeFileSync(path, 'old');
    const stop = new AbortController();
    const approve = async (): Promise<boolean> => (stop.abort(), true);
    await expect(writeAtomically(path, bytes('new'), { approve, signal: stop.signal })).rejects.toMatchObject({ code: 'cancelled' });
    expect(text(path)).toBe('old');
  });
});

/** Replaces the file by a version after another, from any on, each of one repeated byte, until it is killed; it tells when the first is there. */
const writer = `
  const { writeAtomically } = await import(process.argv[1]);
  const { signal } = new AbortController();
  for (let version = 1 + Math.floor(250 * Math.random()); ; version = 1 + (version % 250)) {
    await writeAtomically(process.argv[2], new Uint8Array(3_000_000).fill(version), { approve: async () => true, signal });
    console.log('written');
  }`;

describe('a writer that is killed at any moment', () => {
  test('leaves one whole version under the name', async () => {
    const path = join(freshFolder('killed'), 'a.bin');
    writeFileSync(path, new Uint8Array(3_000_000));
    const random = seededRandom(7);
    const seen = new Set<number>();
    for (let kill = 0; kill < scaled(200); kill++) {
      await killedAfter(40 * random(), path);
      const content = readFileSync(path);
      expect(content.length).toBe(3_000_000);
      expect(content.every((byte) => byte === content[0])).toBe(true);
      seen.add(content[0]!);
    }
    // The writer was at work: it is not always the same version that survives.
    expect(seen.size).toBeGreaterThan(1);
  });

  async function killedAfter(milliseconds: number, path: string): Promise<void> {
    const module = join(productFolder, 'dist/main/documents/write-atomically.js');
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, module, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = new Promise((resolve) => child.on('close', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    child.kill('SIGKILL');
    await closed;
  }
});
