import { growableF64, pushF64, takeF64 } from '../growable.ts';
import { readNumber } from './read-number.ts';
import { textCursor } from './text-cursor.ts';

const blank = 32;

/**
 * Returns numbers with blanks or line ends between them, read by `readNumber`. Words that are not numbers become NaN.
 */
export function readNumberList(text: string): Float64Array {
  const bytes = new TextEncoder().encode(text);
  const cursor = textCursor(bytes);
  const values = growableF64(bytes.length >> 3);
  for (;;) {
    while (cursor.at < cursor.end && bytes[cursor.at] <= blank) cursor.at++;
    if (cursor.at >= cursor.end) return takeF64(values);
    pushF64(values, readNumber(cursor));
  }
}
