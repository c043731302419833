/** The middle one of some values, the lower of two; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? NaN;
}
