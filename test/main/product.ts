import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { WorkerPool } from '../../main/documents/worker-pool.ts';

/** The built product: worker threads and child processes run no TypeScript. `npm test` builds before. */
export const productFolder = fileURLToPath(new URL('../../', import.meta.url));
export const workerScript = new URL('../../dist/main/worker/worker.js', import.meta.url);
export const cliScript = join(productFolder, 'dist/main/cli.js');

/** A folder that is deleted after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function objText(mesh: TriangleMesh): string {
  const vertices = Array.from({ length: mesh.positions.length / 3 }, (_, v) => {
    return `v ${mesh.positions.slice(3 * v, 3 * v + 3).join(' ')}\n`;
  });
  const faces = Array.from({ length: mesh.indices.length / 3 }, (_, t) => {
    return `f ${Array.from(mesh.indices.slice(3 * t, 3 * t + 3), (index) => index + 1).join(' ')}\n`;
  });
  return vertices.join('') + faces.join('');
}

export interface CliOutcome {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ProcessOptions {
  readonly folder?: string;
  /** Standard error counts as a terminal, and the process gets a signal when it prints this text: no time is involved. */
  readonly interruptAt?: string;
  readonly interruptBy?: 'SIGINT' | 'SIGTERM';
  /** A script that runs before the product. */
  readonly before?: string;
}

/** Runs `boxwood` in a process of its own. */
export function runBoxwood(args: readonly string[], options: ProcessOptions = {}): Promise<CliOutcome> {
  const { folder = productFolder, interruptAt, interruptBy = 'SIGINT', before } = options;
  const scripts = [...(interruptAt === undefined ? [] : [signalAt(interruptAt, interruptBy)]), ...(before === undefined ? [] : [before])];
  const flags = scripts.flatMap((script) => ['--import', `data:text/javascript,${encodeURIComponent(script)}`]);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, cliScript, ...args], { cwd: folder });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('close', (exitCode) => resolve({ exitCode, out, err }));
  });
}

/** A module that sends its own process the signal when a text is first written to standard error. */
function signalAt(text: string, signal: string): string {
  return `
    const { stderr } = process;
    const write = stderr.write;
    stderr.isTTY = true;
    stderr.write = function (printed, ...rest) {
      if (printed.includes(${JSON.stringify(text)})) {
        stderr.write = write;
        process.kill(process.pid, ${JSON.stringify(signal)});
      }
      return write.call(this, printed, ...rest);
    };`;
}

/** Threads for all tests of a file. Whoever borrows them may dispose of them: they keep running until the last test has ended. */
export function warmPool(size = 1): WorkerPool {
  const pool = new KeptPool({ script: workerScript, size });
  afterAll(() => pool.end());
  return pool;
}

/** Threads for all tests of this process: test files share its modules, and nothing ends the threads before it. */
export function lastingPool(size: number): WorkerPool {
  return new KeptPool({ script: workerScript, size });
}

class KeptPool extends WorkerPool {
  override async dispose(): Promise<void> {}

  end(): Promise<void> {
    return super.dispose();
  }
}

/** The help of a verb fits on two screens of 40 lines; the longest has 75 lines. */
export function expectTwoScreens(help: string): void {
  const lines = help.split('\n');
  expect(lines.length).toBeLessThanOrEqual(80);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
}

/** Resolves when the condition holds; fails when a test's own time is nearly over, to name what did not come. */
export async function until(condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition()) {
    if (performance.now() - start > 270_000) throw new Error(`waited too long for ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
