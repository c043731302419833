import type { TextCursor } from './text-cursor.ts';

/**
 * Reads a whole decimal number with an optional sign at the cursor, and stops at the first byte that is not a digit.
 * Returns NaN without digits. Very large numbers become some number above 2^53. Hot.
 */
export function readInteger(cursor: TextCursor): number {
  const { bytes, end } = cursor;
  let at = cursor.at;
  let negative = false;
  if (at < end && (bytes[at] === 45 || bytes[at] === 43)) negative = bytes[at++] === 45;
  const start = at;
  let value = 0;
  for (; at < end && bytes[at] >= 48 && bytes[at] <= 57; at++) value = value * 10 + (bytes[at] - 48);
  if (at === start) return NaN;
  cursor.at = at;
  return negative ? -value : value;
}
