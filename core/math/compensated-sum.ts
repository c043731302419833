/**
 * A sum with its rounding error: (2) total, error. A sum of a million terms loses no more digits than a sum of two. Source: Neumaier,
 * "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen" (1974).
 */
export type CompensatedSum = Float64Array;

export function createSum(): CompensatedSum {
  return new Float64Array(2);
}

/** Adds a value to a sum. Hot. */
export function addToSum(sum: CompensatedSum, value: number): void {
  addToSums(sum, 0, value);
}

/** Adds a value to sum i of several consecutive sums (2·n). Hot. */
export function addToSums(sums: Float64Array, i: number, value: number): void {
  const before = sums[2 * i];
  const after = before + value;
  sums[2 * i + 1] += Math.abs(before) >= Math.abs(value) ? before - after + value : value - after + before;
  sums[2 * i] = after;
}

/** Returns the sum as one f64; an infinity or NaN if a term or the total is not finite. */
export function sumOf(sum: CompensatedSum): number {
  const total = sum[0] + sum[1];
  // After an overflow of the total, its error has the opposite infinity or is NaN.
  return Number.isNaN(total) ? sum[0] : total;
}
