import type { OptionTable, OptionValues } from './option.ts';

/** Options of the tests of two convex hulls (catalogue P7). */
export const convexPairOptions = {
  margin: {
    type: 'length',
    title: 'Margin',
    meaning: 'Radius of the balls by which both hulls are enlarged, as the convex radius of engines. 0 tests the hulls themselves.',
    min: 0,
    default: 0,
    summary: 'Radius by which both hulls are enlarged: the convex radius of engines',
  },
} as const satisfies OptionTable;

export type ConvexPairOptions = OptionValues<typeof convexPairOptions>;
