import { pairStepText } from '#core/pair';
import { stepText, type TraceFormat } from '#core/query';
import { documentOf } from '../../commands/actions.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import type { Store } from '../../state/store/store.ts';
import type { TracedOne, TracedPair } from '../../state/trace/traced.ts';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { shownLength, withLengthSign } from '../../text/shown-unit.ts';

/** Returns how numbers of a recorded query are shown: lengths in the unit of its document, of a pair in that of A. A sweep has times instead. */
export function traceFormat(store: Store, traced: TracedOne | TracedPair): TraceFormat {
  if (traced.kind === 'one' && traced.query.kind === 'sweep') return { length: (value) => formatNumber(value, 4), count: formatCount };
  const units = unitsOf(store, documentOf(store, traced.kind === 'one' ? traced.document : traced.documentA));
  const number = (value: number): string => formatNumber(shownLength(units, value), 4);
  // The numbers of winding numbers are errors.
  const isLength = traced.kind === 'pair' || traced.query.kind !== 'inside';
  return { length: (value) => (isLength ? withLengthSign(number(value), units) : number(value)), count: formatCount };
}

/** Returns a sentence on a step. */
export function textOfStep(traced: TracedOne | TracedPair, step: number, format: TraceFormat): string {
  return traced.kind === 'one'
    ? stepText(traced.trace, traced.tree, traced.query.kind, step, format)
    : pairStepText(traced.trace, traced.query, step, format);
}
