import { spawn } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWritable, writeAtomically } from '../../main/documents/write-atomically.ts';
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
  test('approves what was read back while the old file still has the name', async () => {
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

  test.each([
    ['a folder that is not there', 'missing/a.bin', /no such folder/],
    ['a file for a folder', 'plain/a.bin', /no such folder/],
    ['a folder by name', '.', /is a folder/],
    ['a name that is too long', `${'a'.repeat(300)}.bin`, /too long/],
  ])('refuses %s', async (_, name, says) => {
    writeFileSync(join(folder, 'plain'), '');
    const path = join(folder, name);
    await expect(writeAtomically(path, bytes('new'), { approve: yes, signal })).rejects.toMatchObject({ code: 'unreadable', message: expect.stringMatching(says) });
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

/** Replaces the file by a version after another, each of one repeated byte, until it is killed. */
const writer = `
  const { writeAtomically } = await import(process.argv[1]);
  const { signal } = new AbortController();
  console.log('ready');
  for (let version = 1; ; version = 1 + (version % 250)) {
    await writeAtomically(process.argv[2], new Uint8Array(3_000_000).fill(version), { approve: async () => true, signal });
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
