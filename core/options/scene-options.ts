import type { OptionTable, OptionValues } from './option.ts';

/** Options of a scene of many objects (catalogue B1 to B4). */
export const sceneOptions = {
  method: {
    type: 'choice',
    title: 'Method',
    meaning: 'How pairs of overlapping boxes are found. All methods find the same pairs.',
    choices: {
      sap: {
        title: 'Sweep and prune',
        meaning: 'Sorts the boxes along three axes, cuts two of them into segments, and sweeps each column of segments along the third.',
      },
      tree: {
        title: 'Dynamic tree',
        meaning:
          'Keeps enlarged boxes in two trees, of static and of moving objects. A box that leaves its enlarged box is inserted again.',
      },
      grid: {
        title: 'Uniform grid',
        meaning: 'Puts the boxes into grids of cells, one grid for each size of boxes, and compares neighbours.',
      },
      brute: { title: 'Brute force', meaning: 'Tests every pair of boxes: the reference of the other methods.' },
    },
    default: 'sap',
    summary: 'How pairs of boxes are found',
    choiceSummaries: {
      sap: 'sweep and prune on three sorted axes',
      tree: 'dynamic trees of enlarged boxes',
      grid: 'grids of cells, one for each size of boxes',
      brute: 'every pair',
    },
  },
  sort: {
    type: 'choice',
    title: 'Sort',
    meaning: 'How sweep and prune sorts an axis. Each step starts from the order of the step before.',
    choices: {
      shell: { title: 'Shell sort', meaning: 'Sorts with shrinking gaps: few moves in any order.' },
      insertion: {
        title: 'Insertion sort',
        meaning: 'Moves each box past its neighbours: fast after small motions, slow in a random order.',
      },
      native: { title: 'Platform sort', meaning: 'The sort of the JavaScript engine, whose moves are not counted.' },
    },
    default: 'shell',
    summary: 'How sweep and prune sorts boxes along an axis; the pairs are the same',
    choiceSummaries: {
      shell: 'fast in any order',
      insertion: 'fast after small motions only',
      native: 'the sort of the JavaScript engine',
    },
  },
  segments: {
    type: 'integer',
    title: 'Segments',
    meaning:
      'Number of segments of an axis in sweep and prune, equal in boxes but for a smaller last one. 1 sweeps whole axes. 0 chooses by the number of boxes. Fewer are used when large boxes would lie in too many.',
    min: 0,
    max: 1024,
    default: 0,
    unit: 'segments',
    zero: 'automatic',
    summary: 'Segments of an axis in sweep and prune; 0 is automatic',
  },
  steps: {
    type: 'integer',
    title: 'Steps',
    meaning: 'Number of steps. The first one has the instances as placed, each further one moves them.',
    min: 1,
    max: 100_000,
    default: 1,
    unit: 'steps',
    summary: 'Steps of motion, with the first as placed',
  },
  narrow: {
    type: 'flag',
    title: 'Narrow phase',
    meaning: 'Tests the surfaces of each pair: bounding spheres first, then tree against tree, exactly.',
    default: false,
    summary: 'Test the surfaces of each pair, exactly',
  },
  threads: {
    type: 'integer',
    title: 'Threads',
    meaning: 'Threads of the narrow phase. The result does not depend on them.',
    min: 1,
    max: 64,
    default: 1,
    unit: 'threads',
    summary: 'Threads of the narrow phase',
  },
} as const satisfies OptionTable;

export type SceneOptions = OptionValues<typeof sceneOptions>;
