import { type KindRecord, type QuerySort, querySorts } from '#core/job';

/** Columns that are shown and hidden together. */
export const columnGroups = {
  engines: 'Engines',
  build: 'Build',
  size: 'Size',
  tightness: 'Tightness',
  rays: 'Rays',
  sweep: 'Swept rays',
  cachedSweep: 'Cached rays',
  spheres: 'Spheres',
  motions: 'Poses',
} as const;
export type ColumnGroup = keyof typeof columnGroups;

/** A figure of the comparison. Lower is better in all of them. */
export interface CompareColumn {
  readonly title: string;
  readonly group: ColumnGroup;
  /** Whether it is shown while its group is folded. */
  readonly isDefault?: boolean;
  /** Column name in an exported file, with its unit. */
  readonly name: string;
  readonly meaning: string;
  readonly figure: (record: KindRecord) => number | null;
  /** Whether its values are whole numbers. */
  readonly isWhole?: boolean;
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

export const compareColumns: readonly CompareColumn[] = [
  {
    title: 'Build ms',
    group: 'build',
    isDefault: true,
    name: 'build ms',
    meaning: 'Fastest build time',
    figure: ({ buildMilliseconds }) => buildMilliseconds,
    middle: ({ medianBuildMilliseconds }) => medianBuildMilliseconds,
  },
  {
    title: 'Copy ms',
    group: 'build',
    name: 'copy ms',
    meaning: 'Time to copy the tree to WASM memory, once. None for queries in JavaScript',
    figure: ({ copyMilliseconds }) => copyMilliseconds,
  },
  {
    title: 'Pair copy ms',
    group: 'build',
    name: 'pair copy ms',
    meaning: 'Time to copy the trees for pose queries to WASM memory, once',
    figure: ({ pairCopyMilliseconds }) => pairCopyMilliseconds,
  },
  {
    title: 'Bytes',
    group: 'size',
    name: 'bytes',
    meaning: 'Size of the whole tree',
    figure: ({ statistics }) => statistics.bytes,
    isWhole: true,
  },
  {
    title: 'B/triangle',
    group: 'size',
    isDefault: true,
    name: 'bytes per triangle',
    meaning: 'Bytes per triangle',
    figure: ({ statistics }) => statistics.bytesPerTriangle,
  },
  {
    title: 'Depth',
    group: 'size',
    name: 'depth',
    meaning: 'Depth of the deepest leaf',
    figure: ({ statistics }) => statistics.depth,
    isWhole: true,
  },
  {
    title: 'Area',
    group: 'tightness',
    name: 'area',
    meaning: 'Total surface area of all volumes, divided by that of the mesh box. Kinds that store fewer volumes have lower values',
    figure: ({ tightness }) => tightness.area,
  },
  {
    title: 'Volume',
    group: 'tightness',
    name: 'volume',
    meaning: 'Total volume of all volumes, divided by that of the mesh box',
    figure: ({ tightness }) => tightness.volume,
  },
  {
    title: 'Inner area',
    group: 'tightness',
    name: 'inner area',
    meaning: 'Mean surface area of the innermost volume of each triangle, divided by that of the mesh box',
    figure: ({ tightness }) => tightness.innerArea,
  },
  {
    title: 'Inner volume',
    group: 'tightness',
    name: 'inner volume',
    meaning: 'Mean volume of the innermost volume of each triangle, divided by that of the mesh box',
    figure: ({ tightness }) => tightness.innerVolume,
  },
  ...querySorts.flatMap((sort): CompareColumn[] => {
    const { title, one, visited, wrong } = sorts[sort];
    return [
      {
        title: `${title} nodes`,
        group: sort,
        isDefault: sort === 'rays',
        name: `nodes per ${one}`,
        meaning: visited,
        figure: (record) => record[sort].nodesVisited,
      },
      {
        title: `${title} false pos.`,
        group: sort,
        name: `false positives per ${one}`,
        meaning: wrong,
        figure: (record) => record[sort].falsePositives,
      },
      {
        title: `${title} µs`,
        group: sort,
        isDefault: sort === 'rays' || sort === 'spheres' || sort === 'motions',
        name: `microseconds per ${one}`,
        meaning: `Time per ${one} in the fastest round`,
        figure: (record) => record[sort].microseconds,
        middle: (record) => record[sort].medianMicroseconds,
      },
    ];
  }),
];

/** Returns the columns that are shown: the default ones, and those of unfolded groups. */
export function shownColumns(unfolded: ReadonlySet<ColumnGroup>): readonly CompareColumn[] {
  return compareColumns.filter(({ group, isDefault }) => isDefault === true || unfolded.has(group));
}

/** Decimals of all values of a column, so that their points are aligned: the median has three significant digits, 0 for whole numbers. */
export function columnDecimals(values: readonly (number | null)[], isWhole = false): number {
  const sorted = knownOf(values).filter((value) => value > 0);
  const middle = sorted[sorted.length >> 1];
  return isWhole || middle === undefined ? 0 : Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(middle))));
}

/** Returns the values that are known, ascending. */
export function knownOf(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null && !Number.isNaN(value)).toSorted((a, b) => a! - b!) as number[];
}

/** From this ratio of the median to the fastest round on, a time says as much about the machine as about the tree. */
export const wideSpread = 1.5;

/**
 * End of the bars of a column: longer ones are cut at four times its median, or one slow kind would hide the differences between the
 * others.
 */
export function barEnd(values: readonly (number | null)[]): number {
  const sorted = knownOf(values);
  const max = sorted.at(-1) ?? 0;
  return Math.min(max, 4 * (sorted[sorted.length >> 1] ?? 0)) || max;
}
