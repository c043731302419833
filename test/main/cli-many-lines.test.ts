import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { isFullRun } from '../fixtures/scale.ts';
import { ball } from '../fixtures/shapes.ts';
import { cliScript, objText, temporaryFolder } from './product.ts';

const folder = temporaryFolder();
const hook = fileURLToPath(new URL('./report-peak.mjs', import.meta.url));
writeFileSync(join(folder, 'ball.obj'), objText(ball(96, 48)));

/** A prime: each line of which the number is a multiple of it is looked at. */
const stride = isFullRun ? 4999 : 1249;
/** A long run has a million lines; every other nine that are looked at. */
const many = isFullRun ? 1_000_000 : 8 * stride + 1;
const few = Math.ceil(many / 2);
/** KiB that the process may take more for many lines than for half of them. The other half and its results are larger than that in the long run. */
const maxGrowth = 64 * 1024;

/** Numbers that repeat after a prime count, so that any line can be computed again. */
const numberAt = (i: number): number => ((i * 7919) % 100_003) / 50_001.5 - 1;
const formats = {
  rays: (i: number) => `${numberAt(i)},${numberAt(i + 1)},3,${numberAt(i + 2)},0,-4`,
  points: (i: number) => `{"point":[${numberAt(i)},${numberAt(i + 1)},${numberAt(i + 2)}]}`,
} as const;

function writeLines(name: string, count: number, lineAt: (i: number) => string): void {
  const file = openSync(join(folder, name), 'w');
  for (let from = 0; from < count; from += 10_000)
    writeSync(file, Array.from({ length: Math.min(10_000, count - from) }, (_, k) => `${lineAt(from + k)}\n`).join(''));
  closeSync(file);
}

interface Run {
  readonly lines: number;
  /** Each line of which the number is a multiple of `stride`. */
  readonly samples: readonly string[];
  readonly peakKiB: number;
}

/** Runs a batch in a process of its own, and reads its results as they come. */
async function run(...args: readonly string[]): Promise<Run> {
  const peak = join(folder, 'peak.txt');
  const child = spawn(process.execPath, ['--import', hook, cliScript, 'query', ...args], {
    cwd: folder,
    env: { ...process.env, PEAK_FILE: peak },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const samples: string[] = [];
  let lines = 0;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const all = (rest + text).split('\n');
    rest = all.pop()!;
    for (const line of all) if (lines++ % stride === 0) samples.push(line);
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  expect([exitCode, rest]).toEqual([0, '']);
  return { lines, samples, peakKiB: Number(readFileSync(peak, 'utf8')) };
}

describe(`${many.toLocaleString('en-US')} queries of one process`, () => {
  test.each([
    ['rays', ['ray', 'ball.obj', '--rays']],
    ['points', ['closest', 'ball.obj', '--points']],
  ] as const)('of %s have results in order with bounded memory, by one and two threads', async (kind, [verb, mesh, flag]) => {
    writeLines(`few-${kind}`, few, formats[kind]);
    writeLines(`many-${kind}`, many, formats[kind]);
    const small = await run(verb, mesh, flag, `few-${kind}`, '--jobs', '2');
    const large = await run(verb, mesh, flag, `many-${kind}`, '--jobs', '2');
    expect([small.lines, large.lines]).toEqual([few, many]);
    expect(large.samples.slice(0, small.samples.length)).toEqual(small.samples);
    expect(new Set(large.samples).size).toBeGreaterThan(5);
    expect(large.peakKiB - small.peakKiB).toBeLessThan(maxGrowth);
    // The last sample alone gives the same line.
    const last = stride * (large.samples.length - 1);
    writeLines(`one-${kind}`, 1, () => formats[kind](last));
    expect((await run(verb, mesh, flag, `one-${kind}`)).samples).toEqual(large.samples.slice(-1));
    const one = await run(verb, mesh, flag, `many-${kind}`);
    expect(one.samples).toEqual(large.samples);
  });
});
