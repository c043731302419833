import type { Place } from '../../error.ts';
import { refuse } from '../refuse.ts';

/** A few bytes can be named by many channels, targets and instances; all arrays of the animations together have so many numbers at most. */
const mostNumbers = 2 ** 26;

/** Counts what is asked for at a place, or at a JSON pointer; @throws InspectorError `too-large` when it is too much. */
export type Room = (numbers: number, place: Place | string) => void;

export function roomFor(): Room {
  let taken = 0;
  return (numbers, place) => {
    taken += numbers;
    if (taken > mostNumbers) throw refuse('too-large', `they have more than ${mostNumbers} numbers`, 'Split the scene into several files', typeof place === 'string' ? { pointer: place } : place);
  };
}
