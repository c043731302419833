import { type KindRecord, type QuerySort, querySorts } from '#core/job';
import { formatBytes, formatCount, formatMilliseconds, formatNumber } from '../../text/format-number.ts';

/** A figure of the comparison. Lower is better in all of them. */
export interface CompareColumn {
  readonly title: string;
  /** Column name in an exported file, with its unit. */
  readonly name: string;
  readonly meaning: string;
  readonly figure: (record: KindRecord) => number | null;
  readonly text: (value: number) => string;
  /** For a time of the fastest round: the time of the median round. */
  readonly middle?: (record: KindRecord) => number;
}

const sorts: Readonly<
  Record<QuerySort, { readonly title: string; readonly one: string; readonly visited: string; readonly wrong: string }>
> = {
  rays: {
    title: 'Ray',
    one: 'ray',
    visited: 'Nodes that a ray visits to find its first hit',
    wrong: 'Triangles that a ray tests and that are not its first hit',
  },
  sweep: {
    title: 'Any-hit ray',
    one: 'any-hit ray',
    visited: 'Nodes that a ray visits until it has any hit. Each ray is close to the previous one',
    wrong: 'Triangles that such a ray tests and does not hit',
  },
  cachedSweep: {
    title: 'Cached ray',
    one: 'cached ray',
    visited: 'Nodes visited by the same rays, each starting with the triangle of the previous hit (hit cache)',
    wrong: 'Triangles that such a ray tests and does not hit, including the cached one',
  },
  spheres: {
    title: 'Sphere',
    one: 'sphere',
    visited: 'Nodes that a sphere visits to find all overlapping triangles',
    wrong: 'Triangles that a sphere tests and does not overlap',
  },
  motions: {
    title: 'Pose',
    one: 'pose',
    visited: 'Node pairs tested to decide whether the mesh intersects a moved copy of itself',
    wrong: 'Triangle pairs tested that do not intersect',
  },
};

const measure = (value: number): string => formatNumber(value, 3);

export const compareColumns: readonly CompareColumn[] = [
  {
    title: 'Build',
    name: 'build ms',
    meaning: 'Fastest build time',
    figure: ({ buildMilliseconds }) => buildMilliseconds,
    text: formatMilliseconds,
    middle: ({ medianBuildMilliseconds }) => medianBuildMilliseconds,
  },
  {
    title: 'Copy',
    name: 'copy ms',
    meaning: 'Time to copy the tree to WASM memory, once. None for queries in JavaScript',
    figure: ({ copyMilliseconds }) => copyMilliseconds,
    text: formatMilliseconds,
  },
  {
    title: 'Pair copy',
    name: 'pair copy ms',
    meaning: 'Time to copy the trees for pose queries to WASM memory, once',
    figure: ({ pairCopyMilliseconds }) => pairCopyMilliseconds,
    text: formatMilliseconds,
  },
  { title: 'Bytes', name: 'bytes', meaning: 'Size of the whole tree', figure: ({ statistics }) => statistics.bytes, text: formatBytes },
  {
    title: 'B/triangle',
    name: 'bytes per triangle',
    meaning: 'Bytes per triangle',
    figure: ({ statistics }) => statistics.bytesPerTriangle,
    text: measure,
  },
  { title: 'Depth', name: 'depth', meaning: 'Depth of the deepest leaf', figure: ({ statistics }) => statistics.depth, text: formatCount },
  {
    title: 'Area',
    name: 'area',
    meaning: 'Total surface area of all volumes, divided by that of the mesh box. Kinds that store fewer volumes have lower values',
    figure: ({ tightness }) => tightness.area,
    text: measure,
  },
  {
    title: 'Volume',
    name: 'volume',
    meaning: 'Total volume of all volumes, divided by that of the mesh box',
    figure: ({ tightness }) => tightness.volume,
    text: measure,
  },
  {
    title: 'Inner area',
    name: 'inner area',
    meaning: 'Mean surface area of the innermost volume of each triangle, divided by that of the mesh box',
    figure: ({ tightness }) => tightness.innerArea,
    text: measure,
  },
  {
    title: 'Inner volume',
    name: 'inner volume',
    meaning: 'Mean volume of the innermost volume of each triangle, divided by that of the mesh box',
    figure: ({ tightness }) => tightness.innerVolume,
    text: measure,
  },
  ...querySorts.flatMap((sort): CompareColumn[] => {
    const { title, one, visited, wrong } = sorts[sort];
    const time = `Time per ${one} in the fastest round`;
    return [
      { title: `${title} nodes`, name: `nodes per ${one}`, meaning: visited, figure: (record) => record[sort].nodesVisited, text: measure },
      {
        title: `${title} false pos.`,
        name: `false positives per ${one}`,
        meaning: wrong,
        figure: (record) => record[sort].falsePositives,
        text: measure,
      },
      {
        title: `${title} µs`,
        name: `microseconds per ${one}`,
        meaning: time,
        figure: (record) => record[sort].microseconds,
        text: measure,
        middle: (record) => record[sort].medianMicroseconds,
      },
    ];
  }),
];

/** From this ratio of the median to the fastest round on, a time says as much about the machine as about the tree. */
export const wideSpread = 1.5;

/**
 * End of the bars of a column: longer ones are cut at four times its median, or one slow kind would hide the differences between the
 * others.
 */
export function barEnd(values: readonly (number | null)[]): number {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const max = sorted.at(-1) ?? 0;
  return Math.min(max, 4 * (sorted[sorted.length >> 1] ?? 0)) || max;
}
