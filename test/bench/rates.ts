import type { Figures } from './bench-task.ts';
import type { CompareResult } from './compare.ts';

/** How many queries a task measures: `measured`, and an eighth of them in tests, which have no rounds. */
export function countOf(measured: number, rounds: number): number {
  return rounds === 0 ? Math.ceil(measured / 8) : measured;
}

/** How many of `count` are done in a second, in thousands or millions. */
export function perSecond(comparison: CompareResult<unknown, unknown>, count: number, inUnit: 1e3 | 1e6): Figures {
  return figures(comparison, (milliseconds) => count / (milliseconds / 1000) / inUnit);
}

/** Milliseconds of one of `count`. */
export function each(comparison: CompareResult<unknown, unknown>, count = 1): Figures {
  return figures(comparison, (milliseconds) => milliseconds / count);
}

/** What does not vary. */
export function fixed(ours: number, theirs: number): Figures {
  return { ours, theirs, oursMedian: ours, theirsMedian: theirs };
}

function figures(
  { oursMilliseconds, theirsMilliseconds }: CompareResult<unknown, unknown>,
  figure: (milliseconds: number) => number,
): Figures {
  return {
    ours: figure(oursMilliseconds.min),
    theirs: figure(theirsMilliseconds.min),
    oursMedian: figure(oursMilliseconds.median),
    theirsMedian: figure(theirsMilliseconds.median),
  };
}
