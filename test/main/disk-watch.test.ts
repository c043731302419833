import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskWatch, type DiskWatchOptions } from '../../main/documents/disk-watch.ts';
import { fileStamp, type FileStamp } from '../../main/documents/file-stamp.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { until } from './product.ts';

/** Long enough for a slow machine to write again within it, short enough to wait for. */
const stillness = 200;
/** So long that what is told was told by an event. */
const never = 1e6;

let folder: string;
let path: string;
let watch: DiskWatch;
let told: (FileStamp | null)[];

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'keep.glb');
  writeFileSync(path, 'one');
  told = [];
});

afterEach(() => watch.dispose());

async function watching(options: DiskWatchOptions = {}): Promise<() => void> {
  watch = new DiskWatch({ stillness, pollInterval: never, ...options });
  return watch.watch(path, await fileStamp(path), (now) => told.push(now));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Watches while `change` is at work, and does so again where a busy machine made one of its rests so long that the file was still meanwhile. */
async function watchedInTime(
  options: DiskWatchOptions,
  change: (rest: (milliseconds: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (let longest = Infinity; longest > stillness / 2; ) {
    if (longest < Infinity) watch.dispose();
    told = [];
    longest = 0;
    await watching(options);
    await change(async (milliseconds) => {
      const start = performance.now();
      await pause(milliseconds);
      longest = Math.max(longest, performance.now() - start);
    });
  }
}

function sizes(): readonly (number | null)[] {
  return told.map((stamp) => (stamp === null ? null : Number(stamp.byteLength)));
}

/** What programs do that replace a file safely. */
function replace(content: string): void {
  writeFileSync(`${path}.tmp`, content);
  renameSync(`${path}.tmp`, path);
}

describe.each([
  ['by events', {}],
  ['without events, as on a network drive', { pollInterval: 50, watchFolder: () => () => {} }],
])('a watched file %s', (_, options) => {
  test('that is written again is reported once', async () => {
    await watching(options);
    writeFileSync(path, 'three');
    await until(() => told.length > 0);
    await pause(2 * stillness);
    expect(sizes()).toEqual([5]);
  });

  test('that is replaced by another of its name is reported, each time', async () => {
    await watching(options);
    for (const [i, content] of ['three', 'seventeen'].entries()) {
      replace(content);
      await until(() => told.length > i);
    }
    expect(sizes()).toEqual([5, 9]);
  });

  test('that is half-written is reported when it is whole', async () => {
    await watchedInTime(options, async (rest) => {
      writeFileSync(path, '');
      for (let piece = 0; piece < 12; piece++) {
        appendFileSync(path, 'piece');
        await rest(stillness / 10);
      }
    });
    await until(() => told.length > 0);
    await pause(2 * stillness);
    expect(sizes()).toEqual([60]);
  });

  test('that keeps its size is reported by its time', async () => {
    await watching(options);
    await pause(20); // a file system's clock may tick every ten milliseconds only
    replace('two');
    await until(() => told.length > 0);
    expect(sizes()).toEqual([3]);
  });

  test('that is deleted is reported, and again when it is back', async () => {
    await watching(options);
    unlinkSync(path);
    await until(() => told.length > 0);
    writeFileSync(path, 'three');
    await until(() => told.length > 1);
    expect(sizes()).toEqual([null, 5]);
  });

  test('that is deleted and back at once is only changed', async () => {
    await watchedInTime(options, async (rest) => {
      unlinkSync(path);
      await rest(10);
      writeFileSync(path, 'three');
    });
    await until(() => told.length > 0);
    await pause(2 * stillness);
    expect(sizes()).toEqual([5]);
  });

  test('that is reverted at once is not reported', async () => {
    const { atime, mtime } = statSync(path);
    utimesSync(path, atime, new Date(Math.floor(mtime.getTime() / 1000) * 1000)); // a time that can be set again exactly
    const whole = statSync(path).mtime;
    await watching(options);
    writeFileSync(path, 'two');
    utimesSync(path, atime, whole);
    await pause(3 * stillness);
    expect(told).toEqual([]);
  });

  test('that is no longer watched is not reported', async () => {
    const stop = await watching(options);
    stop();
    writeFileSync(path, 'three');
    await pause(2 * stillness);
    expect(told).toEqual([]);
  });
});

test('a change between reading and watching is reported', async () => {
  const asRead = await fileStamp(path);
  writeFileSync(path, 'three');
  watch = new DiskWatch({ stillness, pollInterval: never });
  watch.watch(path, asRead, (now) => told.push(now));
  await until(() => told.length > 0);
  expect(sizes()).toEqual([5]);
});

test('a folder that was itself replaced is found by looking', async () => {
  await watching({ pollInterval: 50 });
  renameSync(folder, `${folder}.old`);
  mkdirSync(folder);
  writeFileSync(path, 'three');
  await until(() => told.length > 0);
  expect(sizes().at(-1)).toBe(5);
  writeFileSync(path, 'seventeen');
  await until(() => sizes().at(-1) === 9);
  rmSync(`${folder}.old`, { recursive: true });
});

test('a file in a folder that is not there yet is found when both are', async () => {
  path = join(folder, 'later', 'keep.glb');
  await watching({ pollInterval: 50 });
  mkdirSync(join(folder, 'later'));
  writeFileSync(path, 'three');
  await until(() => told.length > 0);
  expect(sizes()).toEqual([5]);
});

test('files of one folder share one watch, which ends with the last of them', async () => {
  const open = new Set<string>();
  const watchFolder = (name: string): (() => void) => {
    expect(open.has(name)).toBe(false);
    open.add(name);
    return () => open.delete(name);
  };
  const stop = await watching({ watchFolder });
  const stopOther = watch.watch(join(folder, 'keep.bin'), null, () => {});
  stop();
  expect([...open]).toEqual([folder]);
  stopOther();
  expect([...open]).toEqual([]);
  watch.watch(path, null, () => {});
  watch.dispose();
  expect([...open]).toEqual([]);
});

test('events of other files in the folder are not reported', async () => {
  await watching();
  writeFileSync(join(folder, 'other.glb'), 'much');
  await pause(2 * stillness);
  expect(told).toEqual([]);
});

describe('a drive that does not respond', () => {
  const otherDrive = { byteLength: 1n, changed: 1n, drive: 99n };
  /** Files of the folder `dead` are never told of, but once `revive` is called. */
  function drives(): { stampOf: (path: string) => Promise<FileStamp | null>; asked: string[]; revive: () => void } {
    const asked: string[] = [];
    const waiting: (() => void)[] = [];
    const stampOf = (name: string): Promise<FileStamp | null> => {
      if (!name.startsWith('/dead/')) return fileStamp(name);
      asked.push(name);
      return new Promise((resolve) => waiting.push(() => resolve({ ...otherDrive, changed: 2n })));
    };
    return { stampOf, asked, revive: () => waiting.splice(0).forEach((answer) => answer()) };
  }
  const silent = { pollInterval: 50, patience: 20, watchFolder: () => () => {} };

  test('that stops responding between two polls delays no other, and its late response counts', async () => {
    let dead = false;
    const { stampOf, asked, revive } = drives();
    const changes: (FileStamp | null)[] = [];
    watch = new DiskWatch({
      stillness: 20,
      ...silent,
      stampOf: (name) => (dead || !name.startsWith('/dead/') ? stampOf(name) : Promise.resolve(otherDrive)),
    });
    for (const name of ['/dead/a.obj', '/dead/deeper/b.obj']) watch.watch(name, otherDrive, (now) => changes.push(now));
    watch.watch(path, await fileStamp(path), (now) => told.push(now));
    await pause(30);
    dead = true;
    await until(() => asked.length > 0);
    writeFileSync(path, 'three');
    await until(() => told.length > 0);
    await pause(300);
    expect(asked).toEqual(['/dead/a.obj']);
    const reviving = setInterval(revive, 10);
    await until(() => changes.length === 2);
    clearInterval(reviving);
    expect(changes.map((now) => now?.changed)).toEqual([2n, 2n]);
  });
});
