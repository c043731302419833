/**
 * Returns a whole text as a decimal number; blanks around it are allowed. Any other text gives NaN. Uses the grammar of
 * `readNumber`.
 */
export function parseNumberText(text: string | undefined): number {
  return text !== undefined && decimal.test(text) ? Number(text) : Number.NaN;
}

/** Returns a whole text as numbers with blanks between them. Words that are not numbers become NaN. */
export function parseNumbers(text: string): number[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/).map(parseNumberText);
}

const decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
