import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ball } from '../fixtures/shapes.ts';
import { cliFolder } from './cli-folder.ts';
import { objText, productFolder, warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, folder, write } = cliFolder(pool);
const validate = new Ajv2020({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(join(productFolder, 'resources/schemas/trace.schema.json'), 'utf8')) as object,
);

interface TraceFile {
  readonly kinds: readonly string[];
  readonly stats: { readonly nodesVisited: number; readonly trianglesTested: number };
  readonly result: readonly number[];
  readonly steps: number;
  readonly recordedSteps: number;
  readonly note: string | null;
  readonly trace: readonly { readonly action: string; readonly text: string; readonly [field: string]: unknown }[];
}

/** Runs a query with `--trace` and returns the file, proven against its schema. */
async function traced(...args: string[]): Promise<TraceFile> {
  const { exitCode, err } = await boxwood('query', ...args, '--trace', 'trace.json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const value = JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8')) as TraceFile;
  validate(value);
  expect(validate.errors ?? null).toBeNull();
  expect(value.trace).toHaveLength(value.recordedSteps);
  return value;
}

describe('query … --trace', () => {
  test('writes the search of a ray: each node and triangle, and why', async () => {
    const ray = ['ray', 'ball.obj', '--origin', '0.25,0.1,5', '--direction', '0,0,-2'];
    const file = await traced(...ray);
    const { out } = await boxwood('query', ...ray, '--json');
    const { hits, stats } = JSON.parse(out) as { hits: { triangle: number }[]; stats: { nodesVisited: number; trianglesTested: number } };
    expect(file.result).toEqual(hits.map(({ triangle }) => triangle));
    expect(file).toMatchObject({ kinds: ['aabb'], steps: file.recordedSteps, note: null });
    expect(file.stats).toEqual({ nodesVisited: stats.nodesVisited, trianglesTested: stats.trianglesTested });
    expect(file.trace[0]).toMatchObject({
      step: 1,
      action: 'push',
      node: 0,
      parent: null,
      text: expect.stringMatching(/^Node 0 goes on the stack: the ray enters it at 4/),
    });
    expect(file.trace.some(({ text }) => /^Culled node \d+: the ray passes it on axis [xy]\.$/.test(text))).toBe(true);
    expect(file.trace.filter(({ action }) => action === 'best').at(-1)).toMatchObject({ triangle: file.result[0] });
  });

  test('writes every verb and kind', async () => {
    for (const args of [
      ['sphere', 'ball.obj', '--center', '0,0,1', '--radius', '0.2'],
      ['closest', 'ball.obj', '--point', '0,0,2', '--kind', 'obb'],
      ['box', 'ball.obj', '--min', '0,0,0', '--max', '1,1,1', '--kind', 'wide'],
      ['plane', 'ball.obj', '--point', '0,0,0.5', '--normal', '0,0,1', '--kind', 'sphere'],
    ]) {
      const file = await traced(...args);
      expect(file.result.length).toBeGreaterThan(0);
      expect(file.trace.filter(({ action }) => ['miss', 'hit', 'best'].includes(action))).toHaveLength(file.stats.trianglesTested);
    }
  });

  test('writes pairs of nodes with the axis that separates them and both intervals', async () => {
    const file = await traced('pair', 'small.obj', 'small.obj', '--translate', '1.5,0,0');
    const culled = file.trace.find(({ action }) => action === 'cull')!;
    const { intervalA, intervalB, gap } = culled['separation'] as { intervalA: number[]; intervalB: number[]; gap: number };
    expect(gap).toBeGreaterThan(0);
    expect(Math.max(intervalB[0]! - intervalA[1]!, intervalA[0]! - intervalB[1]!)).toBe(gap);
    expect(culled.text).toMatch(/^Culled nodes \d+ of A and \d+ of B: a gap of [\d.e-]+ along face [xyz] of [AB]\.$/);
    expect(file.result.length).toBeGreaterThan(0);
  });

  test('ends a long trace at its limit, with a note in the file and in the terminal', async () => {
    write('many.obj', objText(ball(256, 128)));
    const { exitCode, err } = await boxwood('query', 'box', 'many.obj', '--min', '-2,-2,-2', '--max', '2,2,2', '--trace', 'long.json');
    const value = JSON.parse(readFileSync(join(folder, 'long.json'), 'utf8')) as TraceFile;
    expect(value.trace).toHaveLength(100_000);
    expect(value.steps).toBeGreaterThan(100_000);
    expect(value.result).toHaveLength(65_024);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: `long.json: ${value.note}\n` });
    expect(value.note).toMatch(/^The trace has the first 100,000 of [\d,]+ steps\.$/);
  });

  test('never replaces a mesh, and refuses a folder that is not there', async () => {
    const ray = ['query', 'ray', 'box.obj', '--origin', '0,0,5', '--direction', '0,0,-1', '--trace'];
    expect(await boxwood(...ray, 'box.obj')).toMatchObject({ exitCode: 64, err: expect.stringContaining('--trace is the input file') });
    expect(await boxwood(...ray, 'missing/trace.json')).toMatchObject({ exitCode: 2, err: expect.stringContaining('Folder not found') });
  });
});
