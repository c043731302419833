import { pushThreeF64, type GrowableF64 } from '../growable.ts';
import { readNumber } from './read-number.ts';
import { skipBlanks, type TextCursor } from './text-cursor.ts';

/** Reads three numbers of the line and appends them to `points` (3·n). A missing number is NaN. Hot. */
export function readPoint(cursor: TextCursor, points: GrowableF64): void {
  skipBlanks(cursor);
  const x = readNumber(cursor);
  skipBlanks(cursor);
  const y = readNumber(cursor);
  skipBlanks(cursor);
  const z = readNumber(cursor);
  pushThreeF64(points, x, y, z);
}
