import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeKinds } from '../fixtures/kinds.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { ball } from '../fixtures/shapes.ts';
import { cliFolder } from './cli-folder.ts';
import { objText, productFolder, warmPool } from './product.ts';

const pool = warmPool(3);
const { boxwood, folder, write } = cliFolder(pool);
write('parts.obj', twoParts());
write('tiny.obj', objText(ball(8, 4)));
const validate = new Ajv2020({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(join(productFolder, 'resources/schemas/trace.schema.json'), 'utf8')) as object,
);

interface Found {
  readonly triangle: number;
}

interface TraceFile {
  readonly query: string;
  readonly kinds: readonly string[];
  readonly stats: { readonly nodesVisited: number; readonly trianglesTested: number };
  readonly result: readonly number[];
  readonly steps: number;
  readonly recordedSteps: number;
  readonly note: string | null;
  readonly trace: readonly { readonly action: string; readonly text: string; readonly [field: string]: unknown }[];
}

/** A ball in two parts, of its even and its odd triangles. */
function twoParts(): string {
  const lines = objText(ball(12, 6)).trimEnd().split('\n');
  const faces = lines.filter((line) => line.startsWith('f '));
  const part = (odd: number): string => faces.filter((_, i) => i % 2 === odd).join('\n');
  return [...lines.filter((line) => !line.startsWith('f ')), 'o even', part(0), 'o odd', part(1), ''].join('\n');
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

/** Every verb that has a filter, with a query about a ball of radius 1. */
const verbs: readonly (readonly string[])[] = [
  ['ray', '--origin', '0.25,0.1,5', '--direction', '0,0,-1', '--mode', 'all'],
  ['segment', '--from', '0.25,0.1,5', '--to', '0.25,0.1,-5'],
  ['sphere', '--center', '0.5,0.2,0.5', '--radius', '0.6'],
  ['box', '--min', '0,0,0', '--max', '1,1,1'],
  ['plane', '--point', '0.1,0,0', '--normal', '1,2,0.5'],
  ['closest', '--point', '0.5,0.2,2'],
  ['within', '--point', '0.5,0.2,0.5', '--distance', '0.6'],
  ['sweep', '--shape', 'sphere', '--radius', '0.1', '--from', '0.25,0.1,5', '--to', '0.25,0.1,-5'],
  ['capsule', '--from', '0,0,0', '--to', '2,2,2', '--radius', '0.3'],
  ['triangle', '--a', '0.1,0.1,0', '--b', '3,0,0', '--c', '0,3,3'],
  ['frustum', '--matrix', '3,0,0,0,0,3,0,0,0,0,-1,-1,0,0,3,5'],
  ['hull', '--points', 'points.csv'],
];

describe('query … --trace', () => {
  write('points.csv', '0,0,0\n1,0,0\n0,1,0\n0,0,1\n');

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
      ['closest', 'ball.obj', '--point', '0,0,2', '--count', '5', '--kind', 'dop18'],
      ['within', 'ball.obj', '--point', '0,0,1.1', '--distance', '0.3', '--kind', 'compressed'],
      [
        'sweep',
        'ball.obj',
        '--shape',
        'capsule',
        '--axis',
        '0.1,0,0',
        '--radius',
        '0.2',
        '--from',
        '0,0.1,3',
        '--to',
        '0,0,0',
        '--kind',
        'obb',
      ],
    ]) {
      const file = await traced(...args);
      expect(file.result.length).toBeGreaterThan(0);
      expect(file.trace.filter(({ action }) => ['miss', 'hit', 'best'].includes(action))).toHaveLength(file.stats.trianglesTested);
    }
  });

  test('of an inside test has its cost, the nodes with a far field and the triangles near the point', async () => {
    const args = ['inside', 'ball.obj', '--point', '0,0,0.9'];
    const file = await traced(...args);
    const { stats } = JSON.parse((await boxwood('query', ...args, '--json')).out) as { stats: TraceFile['stats'] };
    expect(file.stats).toEqual({ nodesVisited: stats.nodesVisited, trianglesTested: stats.trianglesTested });
    expect(file.trace.some(({ text }) => /^Culled node \d+: its triangles count as one far field, with an error of/.test(text))).toBe(true);
    expect(file.trace.filter(({ text }) => /^Added the solid angle of triangle \d+\.$/.test(text)).length).toBe(stats.trianglesTested);
  });

  test.each(treeKinds)('writes every verb through a tree of kind %s, with the result of the query', async (kind) => {
    const all = [...verbs, ['closest', '--point', '0.5,0.2,2', '--count', '5'], ['inside', '--point', '0.1,0.2,0.9']];
    const chosen = all.filter((_, i) => isFullRun || (i + treeKinds.indexOf(kind)) % 3 === 0);
    expect(chosen.length).toBeGreaterThan(3);
    for (const [verb, ...rest] of chosen) {
      const args = [verb!, 'small.obj', ...rest, '--kind', kind];
      const file = await traced(...args);
      const report = JSON.parse((await boxwood('query', ...args, '--json')).out) as {
        hits?: Found[];
        closest?: Found[];
        triangles?: (Found | number)[];
        triangle?: number | null;
      };
      const listed = report.closest ?? report.hits ?? report.triangles ?? (report.triangle == null ? [] : [report.triangle]);
      const found = listed.map((one) => (typeof one === 'number' ? one : one.triangle)).sort((p, q) => p - q);
      expect([file.query, file.kinds]).toEqual([verb, [kind]]);
      expect(file.result).toEqual(found);
      expect(found.length > 0).toBe(verb !== 'inside');
      expect(file.note).toBeNull();
      expect(file.trace.filter(({ action }) => ['miss', 'hit', 'best'].includes(action))).toHaveLength(file.stats.trianglesTested);
    }
  });

  test.each(treeKinds)('writes pairs and motions of trees of kind %s', async (kind) => {
    const pair = ['pair', 'tiny.obj', 'tiny.obj', '--translate', '1.5,0,0', '--kind', kind];
    const { pairCount } = JSON.parse((await boxwood('query', ...pair, '--json')).out) as { pairCount: number };
    const found = await traced(...pair);
    const poses = [6, 0].map((z) => `1,0,0,0,0,1,0,0,0,0,1,0,0,0,${z},1`);
    const moved = await traced('motion', 'tiny.obj', 'tiny.obj', '--from', poses[0]!, '--to', poses[1]!, '--kind', kind);
    expect([found.kinds, moved.kinds]).toEqual([
      [kind, kind],
      [kind, kind],
    ]);
    expect(moved.result).toHaveLength(2);
    expect(pairCount).toBeGreaterThan(0);
    expect(found.result).toHaveLength(2 * pairCount);
  });

  test('has the result and the counts of its query, for every verb with a filter', async () => {
    for (const [at, [verb, ...rest]] of verbs.entries()) {
      const counts: number[] = [];
      const filters = [
        ['--sides', 'front'],
        ['--sides', 'back'],
        ['--parts', '#1'],
      ].filter((_, i) => isFullRun || (i + at) % 3 !== 0);
      for (const filter of [[], ...filters]) {
        const args = [verb!, 'parts.obj', ...rest, ...filter];
        const file = await traced(...args);
        const { out } = await boxwood('query', ...args, '--json');
        const report = JSON.parse(out) as {
          hits?: Found[];
          triangles?: (Found | number)[];
          triangle?: number | null;
          stats: TraceFile['stats'];
        };
        const listed = report.hits ?? report.triangles ?? (report.triangle === null ? [] : [report.triangle!]);
        const found = listed.map((one) => (typeof one === 'number' ? one : one.triangle)).sort((p, q) => p - q);
        expect(file.query).toBe(verb);
        expect(file.result).toEqual(found);
        expect(file.stats).toEqual({ nodesVisited: report.stats.nodesVisited, trianglesTested: report.stats.trianglesTested });
        const left = file.trace.filter(({ reason }) => reason === 'filtered' || reason === 'hit-filtered');
        if (filter.length === 0) expect(left).toEqual([]);
        counts.push(left.length);
      }
      // Each verb leaves out triangles of a side or of a part.
      expect(Math.max(...counts)).toBeGreaterThan(0);
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

  test('writes the search of a motion: the axis of each pair of nodes, and the first contact', async () => {
    const poses = [6, 0].map((z) => `1,0,0,0,0,1,0,0,0,0,1,0,0,0,${z},1`);
    const file = await traced('motion', 'small.obj', 'small.obj', '--from', poses[0]!, '--to', poses[1]!, '--path', 'linear');
    const culled = file.trace.find(({ action }) => action === 'cull')!;
    const { intervalA, intervalB, gap } = culled['separation'] as { intervalA: number[]; intervalB: number[]; gap: number };
    expect(Math.max(intervalB[0]! - intervalA[1]!, intervalA[0]! - intervalB[1]!)).toBe(gap);
    expect(gap).toBeGreaterThan(0);
    expect(file.trace.findLast(({ action }) => action === 'best')!.text).toMatch(/the first contact so far, at time 0\.\d+\.$/);
    expect(file.result).toHaveLength(2);
  });

  test('ends a long trace at its limit, with a note in the file and in the terminal', async () => {
    write('many.obj', objText(ball(200, 120)));
    const { exitCode, err } = await boxwood('query', 'box', 'many.obj', '--min', '-2,-2,-2', '--max', '2,2,2', '--trace', 'long.json');
    const value = JSON.parse(readFileSync(join(folder, 'long.json'), 'utf8')) as TraceFile;
    expect(value.trace).toHaveLength(100_000);
    expect(value.steps).toBeGreaterThan(100_000);
    expect(value.result).toHaveLength(47_600);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: `long.json: ${value.note}\n` });
    expect(value.note).toMatch(/^The trace has the first 100,000 of [\d,]+ steps\.$/);
  });

  test('never replaces a mesh, and refuses a folder that is not there', async () => {
    const ray = ['query', 'ray', 'box.obj', '--origin', '0,0,5', '--direction', '0,0,-1', '--trace'];
    expect(await boxwood(...ray, 'box.obj')).toMatchObject({ exitCode: 64, err: expect.stringContaining('--trace is the input file') });
    expect(await boxwood(...ray, 'missing/trace.json')).toMatchObject({ exitCode: 2, err: expect.stringContaining('Folder not found') });
  });
});
