import type { OptionTable, OptionValues } from './option.ts';

/** Options of Bézier patches (catalogue S3). */
export const patchOptions = {
  tolerance: {
    type: 'length',
    title: 'Tolerance',
    meaning:
      'Maximum distance between the curved surface and its triangles. 0 is a thousandth of the diagonal of the control points. Small values need many triangles: a tenth of the distance needs ten times as many.',
    min: 0,
    default: 0,
    summary: 'Maximum distance of the triangles; 0 is a thousandth of the size',
  },
} as const satisfies OptionTable;

export type PatchOptions = OptionValues<typeof patchOptions>;
