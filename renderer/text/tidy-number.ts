/**
 * Returns a number without the rounding error of arithmetic, where a much shorter one is within it: 0.3 for 0.30000000000000004. The
 * difference is at most half a unit of the 15th digit. Numbers that need all their digits, such as 1/3, stay as they are.
 */
export function tidyNumber(value: number): number {
  if (!Number.isFinite(value)) return value;
  const tidy = Number(value.toPrecision(15));
  return String(tidy).length + minSaved <= String(value).length ? tidy : value;
}

/** Characters that the shorter number saves. */
const minSaved = 3;
