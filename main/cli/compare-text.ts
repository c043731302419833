import { type KindRecord, type QuerySort, querySorts, winnersText } from '#core/job';
import { engineTitles } from '#core/tree';
import { columns, counted, milliseconds, oneNotation, printable } from '../terminal/columns.ts';

/** Column heads of the nodes that a query visits. */
const visited: Readonly<Record<QuerySort, string>> = {
  rays: 'nodes/ray',
  sweep: 'any hit',
  cachedSweep: 'cached',
  spheres: 'nodes/sphere',
  motions: 'pairs/pose',
};

/** Returns two tables, of the trees and of the queries, then the comparisons of the article of 2010. */
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
    'build engine',
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
  const queryHead = [
    'kind',
    'split',
    'query engine',
    ...querySorts.map((sort) => visited[sort]).flatMap((title) => [title, 'false positives', 'µs']),
  ];
  const queryRows = records.map(({ options, statistics }, row) => [
    options.kind,
    options.split,
    engineTitles[statistics.queryEngine],
    ...costs.map((column) => column[row]!),
  ]);
  const [first] = records;
  const tasks =
    first === undefined
      ? ''
      : `  ${counted(first.rays.queries)} rays (first hit), ${counted(first.spheres.queries)} spheres and ${counted(first.motions.queries)} poses of the mesh against itself in each row; `;
  const areSame = records.every(({ resultHash }) => resultHash === first?.resultHash);
  return [
    `${printable(file)}\n`,
    columns([treeHead, ...treeRows], numbersFrom(3, treeHead)),
    '  copy: time to copy the tree to WebAssembly; area, volume: sum over all bounding volumes, divided by that of the mesh bounds;\n',
    '  inner: mean of the smallest bounding volume around each triangle\n',
    columns([queryHead, ...queryRows], numbersFrom(3, queryHead)),
    '  any hit: nodes per ray of a sweep of similar rays; cached: the same, each ray starting with the last triangle hit (hit cache)\n',
    `${tasks}${areSame ? 'all rows have the same results' : 'THE ROWS HAVE DIFFERENT RESULTS'}\n`,
    articleText(records),
    `  ${printable(winnersText(file, records))}\n`,
  ].join('');
}

function numbersFrom(first: number, head: readonly string[]): readonly number[] {
  return head.slice(first).map((_, i) => first + i);
}

/**
 * Returns the comparisons of ABB-2010: two-seed split against median split, and leaf-free storage against storage with leaves.
 * Times that differ by less than the spread of one row (fastest to median round) have no ratio: they are noise.
 */
function articleText(records: readonly KindRecord[]): string {
  const rowOf = (kind: string, split?: string): KindRecord | undefined =>
    records.find(({ options }) => options.kind === kind && (split === undefined || options.split === split));
  const plain = records.find(({ options }) => options.kind === 'aabb' && options.split === rowOf('leaf-free')?.options.split);
  const lines = [
    comparison('two-seed split, against median split', rowOf('aabb', 'seeds'), rowOf('aabb', 'median')),
    comparison('leaf-free, against boxes with leaves', rowOf('leaf-free'), plain),
    comparison('16-bit leaf-free, against 16-bit with leaves', rowOf('compressed'), rowOf('quantised')),
  ];
  return lines.some((line) => line.length > 0)
    ? `  comparisons of Wang, Wang & Li 2010:\n${columns(
        lines.filter((line) => line.length > 0),
        [],
        '    ',
      )}    times: fastest of several rounds; within the spread: the difference is smaller than that of the fastest and the median round of one row\n`
    : '';
}

function comparison(title: string, row: KindRecord | undefined, other: KindRecord | undefined): readonly string[] {
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
