import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';
import { lockOwner, lockProcesses } from './bench/native/process-lock.ts';
import { temporaryFolder } from './main/product.ts';

const folder = temporaryFolder();

test('the lock of a process that has ended is taken, at once', () => {
  const path = join(folder, 'ended.lock');
  writeFileSync(path, `${spawnSync(process.execPath, ['-e', '']).pid}-0`);
  const unlock = lockProcesses(path);
  expect(readFileSync(path, 'utf8')).toBe(lockOwner);
  unlock();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that is too old, of a process that runs, is taken, and its owner does not remove the new one', () => {
  const path = join(folder, 'old.lock');
  const unlockOld = lockProcesses(path);
  writeFileSync(path, `${process.pid}-another`);
  unlockOld();
  expect(existsSync(path)).toBe(true);
  utimesSync(path, 0, 0);
  lockProcesses(path)();
  expect(existsSync(path)).toBe(false);
});

test('of several processes that find a lock of one that has ended, one at a time has it', async () => {
  const path = join(folder, 'several.lock');
  const log = join(folder, 'several.log');
  writeFileSync(path, `${spawnSync(process.execPath, ['-e', '']).pid}-0`);
  const source = fileURLToPath(new URL('bench/native/process-lock.ts', import.meta.url));
  const module = join(folder, 'process-lock.mjs');
  writeFileSync(module, (await transformWithOxc(readFileSync(source, 'utf8'), source)).code);
  const script = `
    import { appendFileSync } from 'node:fs';
    import { lockProcesses } from ${JSON.stringify(module)};
    const unlock = lockProcesses(${JSON.stringify(path)});
    appendFileSync(${JSON.stringify(log)}, 'in ');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    appendFileSync(${JSON.stringify(log)}, 'out ');
    unlock();`;
  const codes = Array.from({ length: 4 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    return new Promise((resolve) => child.on('exit', resolve));
  });
  expect(await Promise.all(codes)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(4));
  expect(existsSync(path)).toBe(false);
});
