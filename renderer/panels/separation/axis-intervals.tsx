import type { JSX } from 'preact';
import type { ListedAxis } from '#core/convex';
import { formatNumber } from '../../text/format-number.ts';
import { shownLength, type ShownUnit, withLengthSign } from '../../text/shown-unit.ts';
import { lengthDigits } from './length-digits.ts';

const size = { width: 360, height: 58, margin: 6 } as const;

/** Both intervals on an axis as bars, and their overlap or gap. */
export function AxisIntervals({ axis, units }: { axis: ListedAxis; units: ShownUnit }): JSX.Element {
  const { intervalA, intervalB, gap } = axis;
  const low = Math.min(intervalA[0], intervalB[0]);
  const high = Math.max(intervalA[1], intervalB[1]);
  const x = (value: number): number => size.margin + (high > low ? (value - low) / (high - low) : 0.5) * (size.width - 2 * size.margin);
  const number = (value: number): string => formatNumber(shownLength(units, value), lengthDigits);
  const length = (value: number): string => withLengthSign(number(value), units);
  // The axis is from A to B: between them is the end of A and the start of B.
  const [from, to] = gap > 0 ? [intervalA[1], intervalB[0]] : [intervalB[0], intervalA[1]];
  const bar = (className: string, [start, end]: readonly [number, number], y: number): JSX.Element => (
    <rect class={className} x={x(start)} width={Math.max(2, x(end) - x(start))} y={y} height={12} />
  );
  return (
    <figure class="separation-intervals">
      <svg width={size.width} height={size.height} aria-hidden="true">
        {bar(gap > 0 ? 'gap' : 'overlap', [from, to], 0)}
        <rect class={gap > 0 ? 'gap' : 'overlap'} x={x(from)} width={Math.max(2, x(to) - x(from))} y={0} height={size.height} />
        {bar('of-a', intervalA, 10)}
        {bar('of-b', intervalB, 34)}
      </svg>
      <figcaption data-testid="separation-intervals">
        A {number(intervalA[0])} to {length(intervalA[1])}, B {number(intervalB[0])} to {length(intervalB[1])}:{' '}
        {gap > 0 ? `gap ${length(gap)}` : `overlap ${length(-gap)}`}
      </figcaption>
    </figure>
  );
}
