import { sceneOptions } from '#core/options';
import { type BroadRow, curveName, type SceneComparison } from '#core/scene';

/** A curve of a plot: points with a value above 0. */
export interface Curve {
  /** As in the file of the figures. */
  readonly name: string;
  /** As the option is called, and what it does. */
  readonly title: string;
  readonly meaning: string;
  /** CSS colour and dashes of the line. */
  readonly colour: string;
  readonly dash: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** What figure 2 shows of each method. */
export const broadMeasures = {
  laterTime: { title: 'Later step', unit: 'ms', meaning: 'Time of a later step: median of the steps after the first' },
  firstTime: { title: 'First step', unit: 'ms', meaning: 'Time of the first step, from the order of the file' },
  laterSwaps: { title: 'Later swaps', unit: 'swaps', meaning: 'Elements that the sorts of a later step moved; only of counted sorts' },
  firstSwaps: { title: 'First swaps', unit: 'swaps', meaning: 'Elements that the sorts of the first step moved; only of counted sorts' },
  tests: { title: 'Tests', unit: 'tests', meaning: 'Pairs of boxes compared in all steps, those with boxes of nodes included' },
} as const;

export type BroadMeasure = keyof typeof broadMeasures;

/** What figure 3 shows of each kind of trees. */
export const leafMeasures = {
  time: { title: 'Time', unit: 'ms', meaning: 'Time of the surfaces of the pairs, fastest of three rounds' },
  nodes: { title: 'Nodes', unit: 'pairs of nodes', meaning: 'Pairs of nodes tested' },
} as const;

export type LeafMeasure = keyof typeof leafMeasures;

/** The article's three curves have solid lines. Each method has a colour of its own. */
const looks = {
  insertion: { colour: 'var(--meaning-error)', dash: '' },
  shell: { colour: 'var(--meaning-warning)', dash: '' },
  segments: { colour: 'var(--meaning-good)', dash: '' },
  native: { colour: 'var(--meaning-moving)', dash: '6 3' },
  tree: { colour: 'var(--meaning-selection)', dash: '6 3' },
  grid: { colour: 'var(--meaning-contact-b)', dash: '2 2' },
  brute: { colour: 'var(--text-quiet)', dash: '8 2 2 2' },
} as const;

function lookOf({ method, sort, segments }: BroadRow): (typeof looks)[keyof typeof looks] {
  if (method !== 'sap') return looks[method];
  if (sort === 'shell' && segments !== 1) return looks.segments;
  return looks[sort ?? 'shell'];
}

/** Returns the curves of figure 2 by number of instances. With one step the time of a later step is that of the only one. */
export function figureCurves({ broad }: SceneComparison, measure: BroadMeasure = 'laterTime'): readonly Curve[] {
  const names = [...new Set(broad.map(curveName))];
  return names.map((name) => {
    const rows = broad.filter((row) => curveName(row) === name);
    return {
      name,
      ...titleOf(rows[0]!),
      ...lookOf(rows[0]!),
      points: pointsOf(rows.map((row) => ({ x: row.instances, y: valueOf(row, measure) }))),
    };
  });
}

/** Returns the method of a row as the Scene panel calls it. */
function titleOf({ method, sort, segments }: BroadRow): Pick<Curve, 'title' | 'meaning'> {
  const { title, meaning } = sceneOptions.method.choices[method];
  if (method !== 'sap') return { title, meaning };
  const sorting = sceneOptions.sort.choices[sort ?? 'shell'];
  const cut = segments === null || segments === 1 ? '' : ', segments';
  return { title: `${title}, ${sorting.title}${cut}`, meaning: `${meaning} ${sorting.title}: ${sorting.meaning}` };
}

function valueOf(row: BroadRow, measure: BroadMeasure): number | null {
  switch (measure) {
    case 'laterTime':
      return row.laterMilliseconds ?? row.firstMilliseconds;
    case 'firstTime':
      return row.firstMilliseconds;
    case 'laterSwaps':
      return row.laterSwaps;
    case 'firstSwaps':
      return row.firstSwaps;
    case 'tests':
      return row.tests;
  }
}

/** A log scale has no 0. */
function pointsOf(points: readonly { readonly x: number; readonly y: number | null }[]): Curve['points'] {
  return points.flatMap(({ x, y }) => (y !== null && y > 0 ? [{ x, y }] : []));
}

/** Returns the curves of figure 3: the surfaces of the pairs, before and after leaf compression. */
export function leafCurves({ leaves }: SceneComparison, measure: LeafMeasure = 'time'): readonly Curve[] {
  const [before, after] =
    measure === 'time' ? (['millisecondsBefore', 'millisecondsAfter'] as const) : (['nodesBefore', 'nodesAfter'] as const);
  const of = (name: typeof before | typeof after): Curve['points'] => pointsOf(leaves.map((row) => ({ x: row.instances, y: row[name] })));
  return [
    {
      name: 'with leaves',
      title: 'With leaves',
      meaning: 'Trees whose leaves are nodes, before leaf compression.',
      ...looks.shell,
      points: of(before),
    },
    {
      name: 'leaf-free',
      title: 'Leaf-free',
      meaning: 'Trees without nodes for their leaves, after leaf compression.',
      ...looks.segments,
      points: of(after),
    },
  ];
}
