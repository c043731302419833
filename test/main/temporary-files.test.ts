import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepTemporaries, temporaryName } from '../../main/documents/temporary-files.ts';
import { writeAtomically } from '../../main/documents/write-atomically.ts';
import { productFolder, temporaryFolder } from './product.ts';

const root = temporaryFolder();
const builtScript = join(productFolder, 'dist/main/documents/temporary-files.js');
let number = 0;
let folder = '';

beforeEach(() => {
  folder = join(root, String(number++));
  mkdirSync(folder);
});

/** A file under this name, last written to so many hours ago. */
function left(name: string, hours = 0): string {
  writeFileSync(join(folder, name), 'left');
  const at = Date.now() / 1000 - 3600 * hours;
  utimesSync(join(folder, name), at, at);
  return name;
}

/** The name that another process of this machine gives. */
function nameOf(pid: number): string {
  return temporaryName().replace(`-${process.pid}-`, `-${pid}-`);
}

/** A process that has ended. */
const ended = spawnSync(process.execPath, ['-e', '']).pid;
/** The name that a process of this number gave which ran before this one. */
const nameBefore = (): string => temporaryName().replace(/[0-9a-f]{16}(?=\.tmp$)/, '0123456789abcdef');
const minute = 1 / 60;

/** A process that sees no other: it has the same host name, and its own numbers. */
const apart = (script: string): ReturnType<typeof spawnSync> =>
  spawnSync('unshare', ['-Urpf', '--mount-proc', process.execPath, '--input-type=module', '-e', script], { encoding: 'utf8' });
const canBeApart = apart('').status === 0;

describe('temporary files of bakes', () => {
  test('never have a name twice', () => {
    expect(temporaryName()).not.toBe(temporaryName());
  });

  test('are removed when their process has ended and nobody has written to them for 15 minutes', async () => {
    left(nameOf(ended), 16 * minute);
    const young = left(nameOf(ended), 14 * minute);
    await sweepTemporaries(folder);
    expect(readdirSync(folder)).toEqual([young]);
  });

  test.runIf(canBeApart)(
    'stay where their process is in another container of the same host name, whether its number is there or not',
    async () => {
      const names = [left(nameOf(process.pid), 1), left(nameOf(1), 1), left(nameOf(ended), 1)];
      const swept = apart(
        `const { sweepTemporaries } = await import(${JSON.stringify(builtScript)}); await sweepTemporaries(${JSON.stringify(folder)}); console.log(process.pid)`,
      );
      expect([swept.stderr, swept.stdout]).toEqual(['', '1\n']);
      expect(readdirSync(folder).sort()).toEqual(names.toSorted());
    },
  );

  test('stay while their process runs: another one, this one, or one of another machine', async () => {
    const names = [nameOf(process.ppid), temporaryName(), temporaryName().replace(/-[0-9a-f]{8}-\d+-/, `-00000000-${ended}-`)].map((name) =>
      left(name, 23),
    );
    await sweepTemporaries(folder);
    expect(readdirSync(folder).sort()).toEqual(names.toSorted());
  });

  test('are removed when this process has the number of the one that wrote them', async () => {
    left(nameBefore(), 16 * minute);
    const young = left(nameBefore(), 14 * minute);
    await sweepTemporaries(folder);
    expect(readdirSync(folder)).toEqual([young]);
  });

  test('of this process stay, however far behind the clock of a file server is', async () => {
    const names = [left(temporaryName(), process.uptime() / 3600 + 1), left(temporaryName(), 48)];
    await sweepTemporaries(folder);
    expect(readdirSync(folder).sort()).toEqual(names.toSorted());
  });

  test('without a time are not old', async () => {
    const names = [left(nameOf(ended)), left('.boxwood-0123456789abcdef.tmp')];
    for (const name of names) utimesSync(join(folder, name), 0, 0);
    await sweepTemporaries(folder);
    expect(readdirSync(folder).sort()).toEqual(names.toSorted());
  });

  test('are removed after a day, whichever process wrote them', async () => {
    for (const name of [nameOf(process.ppid), temporaryName().replace(/-[0-9a-f]{8}-/, '-00000000-'), '.boxwood-0123456789abcdef.tmp'])
      left(name, 25);
    const young = left('.boxwood-fedcba9876543210.tmp', 23);
    await sweepTemporaries(folder);
    expect(readdirSync(folder)).toEqual([young]);
  });

  test('are reported by their whole name, and are files', async () => {
    const names = ['.boxwood-notes.tmp', `x${nameOf(ended)}`, `${nameOf(ended)}.txt`, '.boxwood-0123456789abcdef.boxwood'].map((name) =>
      left(name, 48),
    );
    const [inner, link] = [nameOf(ended), nameOf(ended)];
    mkdirSync(join(folder, inner));
    symlinkSync(names[0]!, join(folder, link));
    await sweepTemporaries(folder);
    expect(readdirSync(folder).sort()).toEqual([...names, inner, link].sort());
  });

  test('are no matter in a folder that is not there', async () => {
    await expect(sweepTemporaries(join(folder, 'gone'))).resolves.toBeUndefined();
  });

  test('go with the next write into their folder', async () => {
    const stale = left(nameOf(ended), 1);
    await writeAtomically(join(folder, 'a.bin'), Uint8Array.of(1), { approve: async () => true, signal: new AbortController().signal });
    expect([existsSync(join(folder, stale)), existsSync(join(folder, 'a.bin'))]).toEqual([false, true]);
  });
});
