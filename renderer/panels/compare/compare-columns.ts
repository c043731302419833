import type { KindRecord } from '#core/job/compare-kinds';
import { querySorts, type QuerySort } from '#core/job/count-queries';
import { formatBytes, formatCount, formatMilliseconds, formatNumber } from '../../text/format-number.ts';

/** A figure of the comparison: less is better in all of them. */
export interface CompareColumn {
  readonly title: string;
  /** In a file: with its unit. */
  readonly name: string;
  readonly meaning: string;
  readonly figure: (record: KindRecord) => number | null;
  readonly text: (value: number) => string;
  /** Of a time in the quickest round: that of the middle one. */
  readonly middle?: (record: KindRecord) => number;
}

const sorts: Readonly<
  Record<QuerySort, { readonly title: string; readonly one: string; readonly visited: string; readonly wrong: string }>
> = {
  rays: {
    title: 'Ray',
    one: 'ray',
    visited: 'Volumes that a ray visits on its way to its first hit',
    wrong: 'Triangles that a ray tests and does not meet first',
  },
  sweep: {
    title: 'Swept ray',
    one: 'swept ray',
    visited: 'Volumes that a ray visits until it meets anything, each ray close to the one before',
    wrong: 'Triangles that such a ray tests and does not meet',
  },
  cachedSweep: {
    title: 'Cached ray',
    one: 'cached ray',
    visited: 'Volumes that the same rays visit where each begins with the triangle that was met before it (hit cache)',
    wrong: 'Triangles that such a ray tests and does not meet, the one that it begins with among them',
  },
  spheres: {
    title: 'Sphere',
    one: 'sphere',
    visited: 'Volumes that a sphere visits on its way to all its touches',
    wrong: 'Triangles that a sphere tests and does not touch',
  },
  motions: {
    title: 'Pose',
    one: 'pose',
    visited: 'Pairs of volumes until it is known whether the mesh meets itself in another pose',
    wrong: 'Pairs of triangles that are tested and do not meet',
  },
};

const measure = (value: number): string => formatNumber(value, 3);

export const compareColumns: readonly CompareColumn[] = [
  {
    title: 'Build',
    name: 'build ms',
    meaning: 'Time of the quickest build',
    figure: ({ buildMilliseconds }) => buildMilliseconds,
    text: formatMilliseconds,
    middle: ({ medianBuildMilliseconds }) => medianBuildMilliseconds,
  },
  {
    title: 'Copy',
    name: 'copy ms',
    meaning: 'Time of copying the tree to where WebAssembly answers, once; none where TypeScript does',
    figure: ({ copyMilliseconds }) => copyMilliseconds,
    text: formatMilliseconds,
  },
  {
    title: 'Pair copy',
    name: 'pair copy ms',
    meaning: 'Time of copying what poses are asked of, once',
    figure: ({ pairCopyMilliseconds }) => pairCopyMilliseconds,
    text: formatMilliseconds,
  },
  { title: 'Bytes', name: 'bytes', meaning: 'Of the whole tree', figure: ({ statistics }) => statistics.bytes, text: formatBytes },
  {
    title: 'B/triangle',
    name: 'bytes a triangle',
    meaning: 'Bytes a triangle',
    figure: ({ statistics }) => statistics.bytesPerTriangle,
    text: measure,
  },
  { title: 'Depth', name: 'depth', meaning: 'Of the deepest leaf', figure: ({ statistics }) => statistics.depth, text: formatCount },
  {
    title: 'Area',
    name: 'area',
    meaning:
      'Surfaces of all volumes, added up, over that of the box of the mesh: kinds that store fewer volumes have less, and need not be tighter',
    figure: ({ tightness }) => tightness.area,
    text: measure,
  },
  {
    title: 'Volume',
    name: 'volume',
    meaning: 'Contents of all volumes, added up, over that of the box of the mesh: as for the area',
    figure: ({ tightness }) => tightness.volume,
    text: measure,
  },
  {
    title: 'Inner area',
    name: 'inner area',
    meaning: 'Surface of the innermost volume around a triangle, mean over all, over that of the box of the mesh',
    figure: ({ tightness }) => tightness.innerArea,
    text: measure,
  },
  {
    title: 'Inner volume',
    name: 'inner volume',
    meaning: 'Content of the innermost volume around a triangle, mean over all, over that of the box of the mesh',
    figure: ({ tightness }) => tightness.innerVolume,
    text: measure,
  },
  ...querySorts.flatMap((sort): CompareColumn[] => {
    const { title, one, visited, wrong } = sorts[sort];
    const time = `Time of a ${one}, in the quickest round`;
    return [
      { title: `${title} nodes`, name: `volumes a ${one}`, meaning: visited, figure: (record) => record[sort].nodesVisited, text: measure },
      {
        title: `${title} false`,
        name: `false positives a ${one}`,
        meaning: wrong,
        figure: (record) => record[sort].falsePositives,
        text: measure,
      },
      {
        title: `${title} µs`,
        name: `microseconds a ${one}`,
        meaning: time,
        figure: (record) => record[sort].microseconds,
        text: measure,
        middle: (record) => record[sort].medianMicroseconds,
      },
    ];
  }),
];

/** From the middle round over the quickest on, a time tells of the machine as much as of the tree. */
export const wideSpread = 1.5;

/** Where the bars of a column end: beyond four times its middle they are cut, or one slow kind would leave nothing to be told of the others. */
export function barEnd(values: readonly (number | null)[]): number {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const max = sorted.at(-1) ?? 0;
  return Math.min(max, 4 * (sorted[sorted.length >> 1] ?? 0)) || max;
}
