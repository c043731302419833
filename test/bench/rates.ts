import type { Figures } from './bench-task.ts';
import type { RaceResult } from './race.ts';

/** How many of `count` are done in a second, in thousands or millions. */
export function perSecond(race: RaceResult<unknown, unknown>, count: number, inUnit: 1e3 | 1e6): Figures {
  return figures(race, (milliseconds) => count / (milliseconds / 1000) / inUnit);
}

/** Milliseconds of one of `count`. */
export function each(race: RaceResult<unknown, unknown>, count = 1): Figures {
  return figures(race, (milliseconds) => milliseconds / count);
}

/** What does not vary. */
export function fixed(ours: number, theirs: number): Figures {
  return { ours, theirs, oursMedian: ours, theirsMedian: theirs };
}

function figures(
  { oursMilliseconds, theirsMilliseconds }: RaceResult<unknown, unknown>,
  figure: (milliseconds: number) => number,
): Figures {
  return {
    ours: figure(oursMilliseconds.least),
    theirs: figure(theirsMilliseconds.least),
    oursMedian: figure(oursMilliseconds.median),
    theirsMedian: figure(theirsMilliseconds.median),
  };
}
