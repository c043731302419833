import type { OptionTable, OptionValues } from './option.ts';

/** Options of a BSP tree (catalogue T13). */
export const bspOptions = {
  planes: {
    type: 'choice',
    title: 'Splitting planes',
    group: 'Tree',
    meaning: 'How the splitting plane of a node is chosen.',
    choices: {
      axis: {
        title: 'Axis first',
        meaning: 'Axis-aligned planes through the median vertex while a node has many polygons, then the plane with the fewest splits.',
      },
      balance: { title: 'Balance', meaning: 'The polygon plane with the most equal numbers of polygons on its sides.' },
      splits: { title: 'Fewest splits', meaning: 'The polygon plane that splits the fewest polygons.' },
      random: { title: 'Autopartition', meaning: 'The plane of a random polygon, with a fixed seed.' },
    },
    default: 'axis',
    summary: 'How splitting planes are chosen',
    choiceSummaries: {
      axis: 'median axis planes first, then the fewest splits',
      balance: 'equal numbers of polygons on both sides',
      splits: 'fewest polygons split',
      random: 'random polygons (autopartition), fixed seed',
    },
  },
  maxSplits: {
    type: 'integer',
    title: 'Max splits',
    group: 'Tree',
    meaning: 'Limit of polygon splits. A tree that needs more is refused, because its memory grows with them.',
    unit: 'splits',
    min: 0,
    max: 10_000_000,
    default: 500_000,
    summary: 'Limit of polygon splits',
  },
} as const satisfies OptionTable;

export type BspOptions = OptionValues<typeof bspOptions>;
