/**
 * A value as the one JSON document that `--json` prints: numbers as the shortest text that reads back as the same f64,
 * non-finite ones as `null`, -0 as 0. (ECMAScript's own rules for `JSON.stringify`.)
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
