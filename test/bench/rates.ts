import type { RaceResult } from './race.ts';

type Figures = { readonly ours: number; readonly theirs: number };

/** How many of `count` are done in a second, in thousands or millions. */
export function perSecond(race: RaceResult<unknown, unknown>, count: number, inUnit: 1e3 | 1e6): Figures {
  const rate = (milliseconds: number): number => count / (milliseconds / 1000) / inUnit;
  return { ours: rate(race.oursMilliseconds), theirs: rate(race.theirsMilliseconds) };
}

/** Milliseconds of one of `count`. */
export function each(race: RaceResult<unknown, unknown>, count = 1): Figures {
  return { ours: race.oursMilliseconds / count, theirs: race.theirsMilliseconds / count };
}
