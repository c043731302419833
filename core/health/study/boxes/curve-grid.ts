/** A grid along one axis: its lower end, and its cells per unit. */
export interface CurveGrid {
  readonly low: number;
  readonly cellsPerUnit: number;
}

/** Number of positions in a sample. */
export const sampleSize = 1024;
/** One position of this many is ignored on either side of a sample. */
export const ignoredPart = 16;
/** Margin of the grid on either side, as a multiple of the extent of most positions. */
const reach = 4;

/**
 * Returns a grid that covers most of a sample of positions, with a margin. Positions farther out fall into the outer cells, so a stray
 * triangle far away does not put all others into one cell. Sorts the sample.
 */
export function curveGrid(sample: Float64Array, cells: number): CurveGrid {
  sample.sort();
  const from = sample[Math.floor(sample.length / ignoredPart)];
  const to = sample[Math.ceil(sample.length - sample.length / ignoredPart) - 1];
  const extent = to - from;
  // All at one position: the grid only separates other positions from it.
  const size = extent > 0 ? (2 * reach + 1) * extent : 1;
  return { low: from - reach * extent, cellsPerUnit: cells / size };
}
