import { beforeEach, describe, expect, test } from 'vitest';
import { compareKinds } from '#core/job/compare-kinds';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { compareCsv, compareJson } from '../../../../renderer/panels/compare/compare-files.ts';
import {
  barEnd,
  columnDecimals,
  columnGroups,
  type ColumnGroup,
  compareColumns,
  shownColumns,
} from '../../../../renderer/panels/compare/compare-columns.ts';
import { startComparer, type Comparer, type SpawnCompare } from '../../../../renderer/state/compare/compare.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { ball, box } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const counts = { rays: 20, spheres: 8, motions: 4, seed: 2, turnMilliseconds: 0 };
const mesh = ball(16, 8);
const records = compareKinds(mesh, defaultValues(buildOptions), counts, noProgress);

let store: WritableStore;
let comparer: Comparer;
let workers: {
  readonly question: Parameters<SpawnCompare>[0];
  readonly say: Parameters<SpawnCompare>[1];
  readonly lose: Parameters<SpawnCompare>[2];
  ended: boolean;
}[];

beforeEach(() => {
  workers = [];
  store = storeWith([mesh, box()]);
  comparer = startComparer(store, (question, say, lose) => {
    const worker = { question, say, lose, ended: false };
    workers.push(worker);
    return () => void (worker.ended = true);
  });
});

describe('a comparison', () => {
  test('sends the active mesh to a worker, reports progress, and ends the worker with its result', () => {
    comparer.start();
    expect(workers[0]!.question.positions).toBe(mesh.positions);
    expect(workers[0]!.question.options).toEqual(defaultValues(buildOptions));
    workers[0]!.say({ kind: 'progress', fraction: 0.5 });
    expect(store.comparison.value).toEqual({ kind: 'running', document: 1, fraction: 0.5, records: [] });
    workers[0]!.say({ kind: 'rows', records: records.slice(0, 2) });
    expect(store.comparison.value).toEqual({ kind: 'running', document: 1, fraction: 0.5, records: records.slice(0, 2) });
    workers[0]!.say({ kind: 'done', records, milliseconds: 7 });
    expect(store.comparison.value).toEqual({ kind: 'done', document: 1, outcome: { mesh, records, milliseconds: 7 } });
    expect(workers[0]!.ended).toBe(true);
  });

  test('is cancelled by a newer one, by Stop and with its document', () => {
    comparer.start();
    comparer.start();
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    comparer.stop();
    expect(workers[1]!.ended).toBe(true);
    expect(store.comparison.value.kind === 'failed' && store.comparison.value.problem.code).toBe('cancelled');
    comparer.start();
    store.documents.value = store.documents.value.slice(1);
    expect(workers[2]!.ended).toBe(true);
    expect(store.comparison.value).toEqual({ kind: 'none' });
  });

  test('that loses its worker says so, and what to do', () => {
    comparer.start();
    workers[0]!.lose('out of memory');
    expect(store.comparison.value).toMatchObject({ kind: 'failed', problem: { code: 'worker-lost', detail: 'out of memory' } });
    expect(store.log.value.at(-1)?.severity).toBe('error');
  });
});

describe('the files of a comparison', () => {
  test('have a row for every kind and split, with every digit', () => {
    const lines = compareCsv(records).split('\r\n');
    expect(lines).toHaveLength(records.length + 2);
    const head = lines[0]!.split(',');
    for (const line of lines.slice(0, -1)) expect(line.split(',')).toHaveLength(head.length);
    const sphere = records.find(({ options }) => options.kind === 'sphere')!;
    const row = lines.find((line) => line.startsWith('sphere,'))!.split(',');
    expect(Number(row[head.indexOf('area')])).toBe(sphere.tightness.area);
    expect(Number(row[head.indexOf('nodes per ray')])).toBe(sphere.rays.nodesVisited);
    expect(row.slice(head.indexOf('build engine')).slice(0, 2)).toEqual(['typescript', 'typescript']);
    expect(row.at(-1)).toBe(sphere.resultHash);
  });

  test('are what the command line prints', () => {
    const parsed = JSON.parse(compareJson('ball.obj', records)) as readonly {
      readonly kind: string;
      readonly file: string;
      readonly bytes: number;
    }[];
    expect(parsed.map(({ kind }) => kind)).toEqual(records.map(({ options }) => options.kind));
    expect(parsed[0]).toMatchObject({ file: 'ball.obj', bytes: records[0]!.statistics.bytes });
  });
});

test('the values of a column have aligned points, and three digits in the middle', () => {
  expect(columnDecimals([12.3, 0.0456, 1000])).toBe(1);
  expect(columnDecimals([0.0123, null, 0.0456, NaN, 1000])).toBe(4);
  expect(columnDecimals([9399, 12.5], true)).toBe(0);
  expect(columnDecimals([0, null])).toBe(0);
  expect(columnDecimals([1e-12])).toBe(6);
});

test('six figures are shown next to kind and split, and a group shows all of its columns', () => {
  expect(shownColumns(new Set()).map(({ title }) => title)).toEqual([
    'Build ms',
    'B/triangle',
    'Ray nodes',
    'Ray µs',
    'Sphere µs',
    'Pose µs',
  ]);
  const groups = Object.keys(columnGroups) as ColumnGroup[];
  expect(shownColumns(new Set(groups))).toEqual(compareColumns);
  const titles = shownColumns(new Set<ColumnGroup>(['tightness'])).map(({ title }) => title);
  expect(titles).toHaveLength(10);
  expect(titles).toContain('Inner area');
});

test('bars end at four times the middle, or at the most', () => {
  expect(barEnd([1, 2, 3])).toBe(3);
  expect(barEnd([1, 2, 3, 4, 900])).toBe(12);
  expect(barEnd([null, 0, 0, 5])).toBe(5);
  expect(barEnd([null])).toBe(0);
  expect(new Set(compareColumns.map(({ name }) => name)).size).toBe(compareColumns.length);
});
