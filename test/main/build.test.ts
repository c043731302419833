import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFailed, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { productFolder } from './product.ts';

const compiler = 'node_modules/typescript-native/bin/tsc';
const bundler = 'main/bundle-cli.mjs';
const pageBuilder = 'node_modules/vite/bin/vite.js';

/** Writes the number of the process to a file with the name of the script, and runs until it is stopped. */
const endless = "require('node:fs').writeFileSync(`${__filename}.pid`, `${process.pid}`); setInterval(() => {}, 1000);\n";
/** As the compiler: a process that only waits for another one. */
const waiting = "require('node:child_process').execFileSync(process.execPath, [`${__filename}.cjs`], { stdio: 'inherit' });\n";
const passing = 'process.exitCode = 0;\n';

/** A folder with `main/build.mjs`, and with scripts instead of those that it runs. */
function project(scripts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const all = { 'main/build-kernel.mjs': 'export async function buildKernel() {}\n', [bundler]: passing, ...scripts };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  copyFileSync(join(productFolder, 'main/build.mjs'), join(folder, 'main/build.mjs'));
  return folder;
}

/** Starts `main/build.mjs`. It closes when the processes that share its output have ended too. */
function build(folder: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [join(folder, 'main/build.mjs'), ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  return child;
}

/** Script that writes a file `done` next to it. */
const writing = (done: string): string => `require('node:fs').writeFileSync(require('node:path').join(__dirname, '${done}'), '');\n`;

describe('npm run build', () => {
  test('fails when one part fails, and still builds the other', async () => {
    const folder = project({ [compiler]: 'process.exit(2);\n', [pageBuilder]: writing('page') });
    expect(await once(build(folder), 'close')).toEqual([1, null]);
    expect(existsSync(join(folder, dirname(pageBuilder), 'page'))).toBe(true);
  });

  test('builds the part that is named, and refuses other names', async () => {
    const folder = project({ [compiler]: passing, [pageBuilder]: writing('page') });
    expect(await once(build(folder, 'code'), 'close')).toEqual([0, null]);
    expect(existsSync(join(folder, dirname(pageBuilder), 'page'))).toBe(false);
    expect(await once(build(folder, 'cli'), 'close')).toEqual([1, null]);
  });

  test.skipIf(process.platform === 'win32')('stops the processes of both parts when a signal stops it', async () => {
    const folder = project({ [compiler]: waiting, [`${compiler}.cjs`]: endless, [pageBuilder]: endless });
    const running = build(folder);
    const files = [`${compiler}.cjs.pid`, `${pageBuilder}.pid`].map((file) => join(folder, file));
    await expect.poll(() => files.map(numberIn).includes(0), { timeout: 60_000 }).toBe(false);
    const processes = files.map(numberIn);
    onTestFailed(() => processes.forEach(end));
    running.kill('SIGTERM');
    expect(await once(running, 'close')).toEqual([143, null]);
  });
});

/** Returns the number in a file; 0 while there is none. */
function numberIn(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
