import type { OptionTable, OptionValues } from './option.ts';

/** The list of the worst nodes of a tree. */
export const worstOptions = {
  worst: {
    type: 'integer',
    title: 'Worst nodes',
    group: 'Worst nodes',
    meaning: 'Number of nodes that are listed, the worst first. 0 lists none.',
    unit: 'nodes',
    min: 0,
    max: 100_000,
    default: 0,
    summary: 'Worst nodes to list',
  },
  worstBy: {
    type: 'choice',
    title: 'Worst by',
    group: 'Worst nodes',
    meaning: 'The measure that decides which nodes are the worst.',
    choices: {
      waste: {
        title: 'Waste',
        meaning: 'Share of the expected ray cost of the tree that is spent at the node on rays that hit none of its triangles, at least.',
      },
      cost: {
        title: 'Cost',
        meaning:
          'Share of the expected ray cost of the tree (SAH) that the node itself causes: its box test, or the triangle tests of a leaf.',
      },
      overlap: {
        title: 'Overlap',
        meaning:
          'Share of the node’s box that two of its children both occupy. Rays through it visit both. Above 100 % with many children.',
      },
      empty: {
        title: 'Empty',
        meaning: 'Share of the rays through the node that hit none of its triangles, at least: 1 − 2 · triangle area / surface area.',
      },
      depth: { title: 'Depth', meaning: 'Distance from the root. Deep nodes need more visits.' },
      triangles: { title: 'Triangles', meaning: 'Number of triangles below the node.' },
    },
    default: 'waste',
    summary: 'Order of the list',
  },
} as const satisfies OptionTable;

export type WorstOptions = OptionValues<typeof worstOptions>;
