/** One bar: the values `from` to `to`, both included. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** More bars than this cannot be told apart in a panel of 280 pixels. */
const mostBins = 40;

/** Bars from the first value that occurs to the last; neighbours share a bar when there are too many. */
export function binsOf(counts: readonly number[]): readonly Bin[] {
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return [];
  const last = counts.findLastIndex((count) => count > 0);
  const width = Math.ceil((last - first + 1) / mostBins);
  const bins: Bin[] = [];
  for (let from = first; from <= last; from += width) {
    const to = Math.min(last, from + width - 1);
    bins.push({ from, to, count: counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0) });
  }
  return bins;
}

/** Mean of the values 0, 1, 2, … that occur so many times; 0 for none. */
export function meanOf(counts: readonly number[]): number {
  let total = 0;
  let sum = 0;
  for (const [value, count] of counts.entries()) {
    total += count;
    sum += value * count;
  }
  return total === 0 ? 0 : sum / total;
}
