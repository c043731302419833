import { lineCount, loopCount, type ContactLines } from '#core/pair/contact-lines';
import { formatMany } from './format-number.ts';

/** `3 closed loops, 1 open line`; `null` for none. */
export function loopsText(lines: ContactLines): string | null {
  const closed = loopCount(lines), open = lineCount(lines) - closed;
  const texts = [closed === 0 ? '' : formatMany(closed, 'closed loop'), open === 0 ? '' : formatMany(open, 'open line')];
  return texts.filter((text) => text !== '').join(', ') || null;
}
