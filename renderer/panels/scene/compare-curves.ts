import { curveName, type SceneComparison } from '#core/scene';

/** A curve of a plot: points with a value above 0. */
export interface Curve {
  readonly name: string;
  /** CSS colour and dashes of the line. */
  readonly colour: string;
  readonly dash: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The article's three curves come first, in the strong colours. */
const looks = [
  { colour: 'var(--meaning-error)', dash: '' },
  { colour: 'var(--meaning-warning)', dash: '' },
  { colour: 'var(--meaning-good)', dash: '' },
  { colour: 'var(--meaning-moving)', dash: '6 3' },
  { colour: 'var(--meaning-selection)', dash: '6 3' },
  { colour: 'var(--meaning-info)', dash: '2 2' },
  { colour: 'var(--text-quiet)', dash: '2 2' },
] as const;

/** Returns the curves of figure 2: time of a later step, or of the only one, by number of instances. */
export function figureCurves({ broad }: SceneComparison): readonly Curve[] {
  const names = [...new Set(broad.map(curveName))];
  return names.map((name, i) => ({
    name,
    ...looks[i % looks.length]!,
    points: broad
      .filter((row) => curveName(row) === name)
      .map(({ instances, laterMilliseconds, firstMilliseconds }) => ({ x: instances, y: laterMilliseconds ?? firstMilliseconds }))
      .filter(({ y }) => y > 0),
  }));
}

/** Returns the curves of figure 3: time of the surfaces, before and after leaf compression. */
export function leafCurves({ leaves }: SceneComparison): readonly Curve[] {
  const of = (name: 'millisecondsBefore' | 'millisecondsAfter'): Curve['points'] =>
    leaves.map((row) => ({ x: row.instances, y: row[name] })).filter(({ y }) => y > 0);
  return [
    { name: 'with leaves', ...looks[1], points: of('millisecondsBefore') },
    { name: 'leaf-free', ...looks[2], points: of('millisecondsAfter') },
  ];
}
