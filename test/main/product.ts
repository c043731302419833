import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';

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

/** Runs `boxwood` as a person would. `interruptAfter` sends Ctrl-C after so many milliseconds. */
export function runBoxwood(
  args: readonly string[],
  options: { readonly folder?: string; readonly interruptAfter?: number } = {},
): Promise<CliOutcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cliScript, ...args], { cwd: options.folder ?? productFolder });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    if (options.interruptAfter !== undefined) setTimeout(() => child.kill('SIGINT'), options.interruptAfter);
    child.on('close', (exitCode) => resolve({ exitCode, out, err }));
  });
}

/** Resolves when the condition holds; fails when a test's own time is nearly over, to name what did not come. */
export async function until(condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition()) {
    if (performance.now() - start > 50_000) throw new Error(`waited too long for ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
