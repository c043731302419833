import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ball, blades } from '../fixtures/shapes.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { type CliOutcome, objText, runBoxwood, temporaryFolder } from './product.ts';
import { runInProcess } from './run-in-process.ts';

/**
 * Runs a command that gets Ctrl+C while the progress line shows a phase: no time is involved. Only the full run starts a process for each and sends
 * it a signal; `cli-process.test.ts` does so in every run.
 */
function stoppedAt(phase: string, args: readonly string[]): Promise<CliOutcome> {
  if (isFullRun) return runBoxwood(args, { folder, interruptAt: phase });
  const stop = new AbortController();
  const onErr = (text: string): void => {
    if (text.includes(phase)) stop.abort();
  };
  return runInProcess(args, { folder, showsProgress: true, signal: stop.signal, onErr });
}

const folder = temporaryFolder();
const large = ball(160, 100);
for (const [name, mesh] of [
  ['large.obj', large],
  ['other.obj', { ...large, positions: large.positions.map((x) => 1.5 * x) }],
  ['rows.obj', blades(300, 0)],
  ['columns.obj', blades(300, 1)],
] as const)
  writeFileSync(join(folder, name), objText(mesh));

const ray = ['--origin', '0,0,5', '--direction', '0,0,-1'];
const cases: readonly (readonly [phase: string, ...args: readonly string[]])[] = [
  ['parsing', 'inspect', 'large.obj'],
  ['parsing', 'check', 'large.obj'],
  ['checking', 'check', 'large.obj'],
  ['comparing', 'tree', 'large.obj', '--compare'],
  ['building', 'query', 'ray', 'large.obj', ...ray, '--kind', 'obb'],
  ['parsing', 'query', 'pair', 'large.obj', 'other.obj'],
  ['pairing', 'query', 'pair', 'rows.obj', 'columns.obj', '--contacts'],
  ['building', 'bake', 'large.obj', '-o', 'out.boxwood'],
  ['baking', 'bake', 'large.obj', '-o', 'out.boxwood'],
  ['parsing', 'export', 'large.obj', '-o', 'out.ply'],
  ['baking', 'export', 'large.obj', '-o', 'out.ply'],
  ['repairing', 'repair', 'large.obj', '-o', 'out.ply', '--fill-holes', '--min-triangles', '9'],
  ['parsing', 'diff', 'large.obj', 'other.obj'],
  ['comparing', 'diff', 'large.obj', 'other.obj'],
];

describe('Ctrl+C', () => {
  test.each(cases)('at "%s" ends boxwood %s with 130, one line and no file', async (phase, ...args) => {
    const { exitCode, out, err } = await stoppedAt(phase, args);
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
    expect(err).toMatch(/boxwood: .*Cancelled\. .+\.\n$/);
    for (const name of ['out.boxwood', 'out.ply']) expect(existsSync(join(folder, name))).toBe(false);
  });
});
