import { closedLoopCount, type ContactCurves, curveCount, curveEndTexts, type CurveKind, curveKinds, endsOfCurve } from '#core/pair';
import { formatMany } from './format-number.ts';

/** `3 closed loops, 1 open curve`; `null` for none. */
export function loopsText(lines: ContactCurves): string | null {
  const closed = closedLoopCount(lines);
  const open = curveCount(lines) - closed;
  const texts = [closed === 0 ? '' : formatMany(closed, 'closed loop'), open === 0 ? '' : formatMany(open, 'open curve')];
  return texts.filter((text) => text !== '').join(', ') || null;
}

export function lineKind({ kinds }: ContactCurves, line: number): CurveKind {
  return curveKinds[kinds[line]!]!;
}

/** Why a line is not closed: `ends at a coplanar contact, and where the surfaces only touch`; empty for a loop. */
export function lineEndsText(lines: ContactCurves, line: number): string {
  const ends = endsOfCurve(lines, line)?.map((end) => curveEndTexts[end]);
  if (ends === undefined) return '';
  return ends[0] === ends[1] ? `ends ${ends[0]}` : `ends ${ends.join(', and ')}`;
}
