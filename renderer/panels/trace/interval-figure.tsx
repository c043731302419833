import type { JSX } from 'preact';
import type { Separation } from '#core/pair';
import type { TraceFormat } from '#core/query';

interface IntervalFigureProps {
  readonly separation: Separation;
  readonly name: string;
  readonly format: TraceFormat;
}

/** The intervals of two nodes along the axis that separates them, with the gap between. */
export function IntervalFigure({ separation, name, format }: IntervalFigureProps): JSX.Element {
  const { intervalA, intervalB, gap } = separation;
  const low = Math.min(intervalA[0], intervalB[0]);
  const span = Math.max(intervalA[1], intervalB[1]) - low || 1;
  const at = (value: number): number => 4 + (292 * (value - low)) / span;
  const [from, to] = intervalA[1] < intervalB[0] ? [intervalA[1], intervalB[0]] : [intervalB[1], intervalA[0]];
  const bar = (y: number, [begin, end]: readonly [number, number], side: 'a' | 'b'): JSX.Element => (
    <>
      <rect class={`bar ${side}`} x={at(begin)} y={y} width={Math.max(2, at(end) - at(begin))} height={9} rx={2} />
      <text class="side" x={at(begin) + 3} y={y + 8}>
        {side.toUpperCase()}
      </text>
    </>
  );
  return (
    <figure class="trace-axis" data-testid="trace-axis">
      <svg viewBox="0 0 300 38" role="img" aria-label={`Intervals along ${name}`}>
        {gap > 0 && <rect class="gap" x={at(from)} y={0} width={Math.max(1, at(to) - at(from))} height={38} />}
        {bar(5, intervalA, 'a')}
        {bar(22, intervalB, 'b')}
      </svg>
      <figcaption>
        <span>
          Axis: <b>{name}</b>
        </span>
        <span>
          A {format.length(intervalA[0])} to {format.length(intervalA[1])}
        </span>
        <span>
          B {format.length(intervalB[0])} to {format.length(intervalB[1])}
        </span>
        <span>
          Gap <b>{format.length(gap)}</b>
        </span>
      </figcaption>
    </figure>
  );
}
