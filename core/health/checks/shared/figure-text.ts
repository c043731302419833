/** A measure as text for a sentence: four significant digits; lists have all of them. */
export function figureText(value: number): string {
  return String(Number(value.toPrecision(4)));
}
