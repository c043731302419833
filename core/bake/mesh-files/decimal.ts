/** Returns the shortest decimal that reads back as the same f64, with the sign of zero; `nan` for what is not finite. Hot. */
export function decimal(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  return value - value === 0 ? `${value}` : 'nan';
}
