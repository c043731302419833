/**
 * A sum whose rounding errors are kept beside it: (2) total, error. Neumaier, "Rundungsfehleranalyse einiger Verfahren zur
 * Summation endlicher Summen" (1974). Adding a million terms loses no more digits than adding two.
 */
export type CompensatedSum = Float64Array;

export function createSum(): CompensatedSum {
  return new Float64Array(2);
}

/** Hot. */
export function addToSum(sum: CompensatedSum, value: number): void {
  addToSums(sum, 0, value);
}

/** The same for one of several sums (2·n) behind each other. Hot. */
export function addToSums(sums: Float64Array, i: number, value: number): void {
  const before = sums[2 * i];
  const after = before + value;
  sums[2 * i + 1] += Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before;
  sums[2 * i] = after;
}

/** The sum as one f64; an infinity or NaN where a term, or the total, is none. */
export function sumOf(sum: CompensatedSum): number {
  const total = sum[0] + sum[1];
  // Once the total has overflowed, its error is infinite the other way or NaN.
  return Number.isNaN(total) ? sum[0] : total;
}
