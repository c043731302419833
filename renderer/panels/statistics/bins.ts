/** One bar of a histogram: the values `from` to `to`, both included. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Name of the bar below it, instead of its values. */
  readonly name?: string;
}

/** A value and how often it occurs. */
export type Occurrence = readonly [value: number, count: number];

/** More bars than this are not distinguishable in a panel 280 pixels wide. */
const maxBins = 40;

/** Returns bars from the first value that occurs to the last; neighbours share a bar when there are too many. `pairs` ascend. */
export function binsOf(pairs: readonly Occurrence[]): readonly Bin[] {
  const occurring = pairs.filter(([, count]) => count > 0);
  const first = occurring[0]?.[0];
  const last = occurring.at(-1)?.[0];
  if (first === undefined || last === undefined) return [];
  const width = Math.ceil((last - first + 1) / maxBins);
  const counts = new Array<number>(Math.ceil((last - first + 1) / width)).fill(0);
  for (const [value, count] of occurring) counts[Math.floor((value - first) / width)]! += count;
  return counts.map((count, i) => {
    const from = first + i * width;
    return { from, to: Math.min(last, from + width - 1), count };
  });
}

/** Returns the mean of values with their counts; 0 for none. */
export function meanOf(pairs: readonly Occurrence[]): number {
  let total = 0;
  let sum = 0;
  for (const [value, count] of pairs) {
    total += count;
    sum += value * count;
  }
  return total === 0 ? 0 : sum / total;
}
