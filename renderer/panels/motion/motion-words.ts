import type { ContactEvent, MotionRival, MotionState, RivalVerdict } from '#core/sweep';
import { formatNumber } from '../../text/format-number.ts';

/** States in words. */
export const motionStateText: Readonly<Record<MotionState, string>> = {
  apart: 'apart',
  startsTouching: 'starts touching',
  hit: 'hit',
  near: 'near',
  undecided: 'undecided',
};

/** What the states mean, for tooltips. */
export const motionStateMeaning: Readonly<Record<MotionState, string>> = {
  apart: 'No contact during the whole motion, proven',
  startsTouching: 'In contact at the start',
  hit: 'Free before the interval, in contact at its end',
  near: 'Closer than the tolerance, and no contact found',
  undecided: 'The proof ends at this time, farther than the tolerance from contact',
};

const eventNames: Readonly<Record<ContactEvent['kind'], string>> = {
  start: 'Starts touching',
  hit: 'First contact',
  near: 'Near',
  undecided: 'Undecided',
  begins: 'Contact begins',
  ends: 'Contact ends',
  closest: 'Closest',
};

/** `First contact 0.49`, `Contact ends 0.51 to 0.52 (sampled)`. */
export function eventText({ kind, from, to, isProven }: ContactEvent): string {
  const times = isProven || from === to ? formatNumber(from, 4) : `${formatNumber(from, 3)} to ${formatNumber(to, 3)}`;
  return `${eventNames[kind]} ${times}${isProven ? '' : ' (sampled)'}`;
}

const verdicts: Readonly<Record<RivalVerdict, string>> = {
  agrees: 'agrees',
  misses: 'misses the contact',
  late: 'late',
  early: 'early',
  invents: 'no contact there',
};

/** `misses the contact`, `late: 0.98`. The time that the method took is apart. */
export function rivalText({ time, verdict }: MotionRival): string {
  return time === null ? verdicts[verdict] : `${verdicts[verdict]}: ${formatNumber(time, 4)}`;
}
