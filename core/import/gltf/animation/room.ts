import { refuse } from '../../refuse.ts';

/** A few bytes can be named by many channels, targets and instances; all arrays of the animations together have so many numbers at most. */
const mostNumbers = 2 ** 26;

/** Counts what is asked for; @throws InspectorError `too-large` when it is too much. */
export type Room = (numbers: number, pointer: string) => void;

export function roomFor(): Room {
  let taken = 0;
  return (numbers, pointer) => {
    taken += numbers;
    if (taken > mostNumbers) throw refuse('too-large', `they have more than ${mostNumbers} numbers`, 'Split the scene into several files', { pointer });
  };
}
