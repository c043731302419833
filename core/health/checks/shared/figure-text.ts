/** Returns a measure with four significant digits and separators of thousands, for a sentence. Lists show all digits. */
export function figureText(value: number): string {
  const rounded = Number(value.toPrecision(4));
  return Math.abs(rounded) < 1e9 && Math.abs(rounded) >= 1000 ? rounded.toLocaleString('en') : String(rounded);
}
