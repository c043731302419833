/** Returns a measure with four significant digits, for a sentence. Lists show all digits. */
export function figureText(value: number): string {
  return String(Number(value.toPrecision(4)));
}
