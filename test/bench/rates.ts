import type { Figures } from './bench-task.ts';
import type { CompareResult } from './compare.ts';

/** How many queries a task measures: `measured`. Tests have no rounds, and measure an eighth of them; of thousands a 64th, unless all tests run. */
export function countOf(measured: number, rounds: number): number {
  if (rounds > 0) return measured;
  const isFullRun = process.env['BOXWOOD_TEST_MODE'] === 'full';
  return Math.ceil(measured / (isFullRun || measured <= 1000 ? 8 : 64));
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
