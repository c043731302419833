import { endsOfLine, lineCount, loopCount, type ContactLines } from '#core/pair/contact/contact-curves';
import { lineEndTexts } from '#core/pair/contact/curve-ends';
import { lineKinds, type LineKind } from '#core/pair/contact/segment-kinds';
import { formatMany } from './format-number.ts';

/** `3 closed loops, 1 open line`; `null` for none. */
export function loopsText(lines: ContactLines): string | null {
  const closed = loopCount(lines);
  const open = lineCount(lines) - closed;
  const texts = [closed === 0 ? '' : formatMany(closed, 'closed loop'), open === 0 ? '' : formatMany(open, 'open line')];
  return texts.filter((text) => text !== '').join(', ') || null;
}

export function lineKind({ kinds }: ContactLines, line: number): LineKind {
  return lineKinds[kinds[line]!]!;
}

/** Why a line is not closed: `ends at a coplanar contact, and where the surfaces only touch`; empty for a loop. */
export function lineEndsText(lines: ContactLines, line: number): string {
  const ends = endsOfLine(lines, line)?.map((end) => lineEndTexts[end]);
  if (ends === undefined) return '';
  return ends[0] === ends[1] ? `ends ${ends[0]}` : `ends ${ends.join(', and ')}`;
}
