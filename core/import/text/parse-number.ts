/** A whole text as a decimal number, blanks around it allowed; NaN for any other text. The same grammar as `readNumber`. */
export function parseNumber(text: string | undefined): number {
  return text !== undefined && decimal.test(text) ? Number(text) : Number.NaN;
}

/** A whole text as numbers with blanks between them; NaN for words that are none. */
export function parseNumbers(text: string): number[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/).map(parseNumber);
}

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
