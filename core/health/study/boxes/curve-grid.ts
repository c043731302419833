/** A grid along one axis: its low end, and its cells a unit. */
export interface CurveGrid {
  readonly low: number;
  readonly cellsPerUnit: number;
}

/** So many places tell where most are. */
export const sampleSize = 1024;
/** The grid reaches so many times the extent of most places beyond them, on either side. */
const reach = 4;

/**
 * The grid of so many cells that covers what most of a sample of places lie in, and a good deal around it; what lies farther out falls into its
 * outer cells. So one stray triangle far away does not push all others into one cell. The sample is sorted.
 */
export function curveGrid(sample: Float64Array, cells: number): CurveGrid {
  sample.sort();
  // A sixteenth on either side may be anywhere.
  const from = sample[Math.floor(sample.length / 16)];
  const to = sample[Math.ceil((sample.length * 15) / 16) - 1];
  const extent = to - from;
  // All in one place: what lies apart from it is told from it, and nothing else.
  const size = extent > 0 ? (2 * reach + 1) * extent : 1;
  return { low: from - reach * extent, cellsPerUnit: cells / size };
}
