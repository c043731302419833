import type { KindRecord } from '#core/job/compare-kinds';
import { querySorts, type QuerySort } from '#core/job/count-queries';
import { engineTitles } from '#core/tree/engine';
import { columns, counted, milliseconds, oneNotation, printable } from '../terminal/columns.ts';

/** Heads of what a query visits. */
const visited: Readonly<Record<QuerySort, string>> = {
  rays: 'boxes/ray',
  sweep: 'swept',
  cachedSweep: 'cached',
  spheres: 'boxes/sphere',
  motions: 'pairs/pose',
};

/** Two tables of all rows, of the trees and of the queries, and what of it answers the questions of the article of 2010. */
export function compareText(file: string, records: readonly KindRecord[]): string {
  const perTriangle = oneNotation(records.map(({ statistics }) => statistics.bytesPerTriangle));
  const tightnesses = (['area', 'volume', 'innerArea', 'innerVolume'] as const).map((of) => ({
    of,
    print: oneNotation(records.map(({ tightness }) => tightness[of])),
  }));
  const costs = querySorts
    .map((sort) => {
      const print = (of: 'nodesVisited' | 'falsePositives' | 'microseconds'): readonly string[] =>
        records.map((record) => record[sort][of]).map(oneNotation(records.map((record) => record[sort][of])));
      return [print('nodesVisited'), print('falsePositives'), print('microseconds')];
    })
    .flat();
  const treeHead = [
    'kind',
    'split',
    'built by',
    'build',
    'copy',
    'pair copy',
    'bytes',
    'B/triangle',
    'depth',
    'area',
    'volume',
    'inner area',
    'inner volume',
  ];
  const treeRows = records.map(({ options, statistics, buildMilliseconds, copyMilliseconds, pairCopyMilliseconds, tightness }) => [
    options.kind,
    options.split,
    statistics.engine === null ? 'unknown' : engineTitles[statistics.engine],
    ...[buildMilliseconds, copyMilliseconds, pairCopyMilliseconds].map((value) => (value === null ? 'none' : milliseconds(value))),
    counted(statistics.bytes),
    perTriangle(statistics.bytesPerTriangle),
    counted(statistics.depth),
    ...tightnesses.map(({ of, print }) => print(tightness[of])),
  ]);
  const queryHead = ['kind', 'split', 'queries by', ...querySorts.map((sort) => visited[sort]).flatMap((title) => [title, 'false', 'µs'])];
  const queryRows = records.map(({ options, statistics }, row) => [
    options.kind,
    options.split,
    engineTitles[statistics.queryEngine],
    ...costs.map((column) => column[row]!),
  ]);
  const [first] = records;
  const asked =
    first === undefined
      ? ''
      : `  ${counted(first.rays.queries)} rays to their first hit, ${counted(first.spheres.queries)} spheres and ${counted(first.motions.queries)} poses of the mesh against itself, the same for all; `;
  const areSame = records.every(({ resultHash }) => resultHash === first?.resultHash);
  return [
    `${printable(file)}\n`,
    columns([treeHead, ...treeRows], numbersFrom(3, treeHead)),
    '  copy: to where WebAssembly answers; area, volume: of all volumes, added up, over the box of the mesh (few volumes have little of them);\n',
    '  inner: of the innermost volume around a triangle, mean over all\n',
    columns([queryHead, ...queryRows], numbersFrom(3, queryHead)),
    '  swept: boxes until any hit of a ray close to the one before; cached: the same where each begins with the triangle met before (hit cache)\n',
    `${asked}${areSame ? 'all rows gave the same answers' : 'THE ROWS GAVE DIFFERENT ANSWERS'}\n`,
    articleText(records),
  ].join('');
}

function numbersFrom(first: number, head: readonly string[]): readonly number[] {
  return head.slice(first).map((_, i) => first + i);
}

/**
 * ABB-2010 measures the split by two seeds and the storage without leaves: each here against the same without it. Times that differ by less than
 * the quickest and the middle round of either have no ratio: that would tell of the machine.
 */
function articleText(records: readonly KindRecord[]): string {
  const rowOf = (kind: string, split?: string): KindRecord | undefined =>
    records.find(({ options }) => options.kind === kind && (split === undefined || options.split === split));
  const plain = records.find(({ options }) => options.kind === 'aabb' && options.split === rowOf('leaf-free')?.options.split);
  const lines = [
    beside('two seeds, against the median split', rowOf('aabb', 'seeds'), rowOf('aabb', 'median')),
    beside('leaf-free, against boxes with leaves', rowOf('leaf-free'), plain),
    beside('16 bits leaf-free, against 16 bits with leaves', rowOf('compressed'), rowOf('quantised')),
  ];
  return lines.some((line) => line.length > 0)
    ? `  as in Wang, Wang & Li 2010:\n${columns(
        lines.filter((line) => line.length > 0),
        [],
        '    ',
      )}    times: of the quickest of several rounds of all rows in turns; within the spread: they differ by no more than the quickest round and the middle one of the same row\n`
    : '';
}

function beside(title: string, row: KindRecord | undefined, other: KindRecord | undefined): readonly string[] {
  if (row === undefined || other === undefined) return [];
  const times = (min: (record: KindRecord) => number, middle: (record: KindRecord) => number): string => {
    const ratio = min(row) / min(other);
    const spread = Math.max(middle(row) / min(row), middle(other) / min(other));
    return Math.max(ratio, 1 / ratio) <= spread ? 'within the spread' : `× ${ratio.toFixed(2)}`;
  };
  const query = (sort: QuerySort): string =>
    times(
      (record) => record[sort].microseconds,
      (record) => record[sort].medianMicroseconds,
    );
  return [
    title,
    `bytes × ${(row.statistics.bytes / other.statistics.bytes).toFixed(2)}`,
    `ray ${query('rays')}`,
    `sphere ${query('spheres')}`,
    `pose ${query('motions')}`,
  ];
}
