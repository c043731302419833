import { InspectorError } from '../../error.ts';
import { sortNumbers } from '../../math/sort-numbers.ts';
import type { Progress } from '../../progress.ts';

/** A growing list of pairs of boxes, each once, in no order. */
export interface BoxPairs {
  /** (2·n or more) each pair as i, j with i < j. */
  pairs: Uint32Array;
  /** Words of `pairs` in use. */
  words: number;
}

/** More pairs are refused: 256 MiB. */
const maxPairs = 2 ** 25;

export function createBoxPairs(): BoxPairs {
  return { pairs: new Uint32Array(1024), words: 0 };
}

/** Adds a pair. Hot. @throws InspectorError `too-large` for more than 33,554,432 pairs. */
export function addBoxPair(list: BoxPairs, i: number, j: number): void {
  if (list.words === list.pairs.length) growBoxPairs(list);
  const isAscending = i < j;
  list.pairs[list.words] = isAscending ? i : j;
  list.pairs[list.words + 1] = isAscending ? j : i;
  list.words += 2;
}

/** Adds pairs (2·n) with i < j. @throws InspectorError `too-large` as `addBoxPair`. */
export function appendBoxPairs(list: BoxPairs, pairs: Uint32Array): void {
  const words = list.words + pairs.length;
  while (list.pairs.length < words) growBoxPairs(list);
  list.pairs.set(pairs, list.words);
  list.words = words;
}

/** Doubles the room. */
function growBoxPairs(list: BoxPairs): void {
  if (list.pairs.length >= 2 * maxPairs)
    throw new InspectorError({
      code: 'too-large',
      message: `More than ${maxPairs} pairs of boxes overlap`,
      fix: 'Spread the instances, or put those that may overlap into layers that ignore each other',
      location: {},
    });
  const grown = new Uint32Array(2 * list.pairs.length);
  grown.set(list.pairs);
  list.pairs = grown;
}

/** Returns (2·n) the pairs in ascending order. `boxes` is the number of boxes. @throws whatever `progress` throws. */
export function sortedBoxPairs({ pairs, words }: BoxPairs, boxes: number, progress: Progress): Uint32Array {
  const codes = new Float64Array(words / 2);
  for (let at = 0; at < codes.length; at++) codes[at] = pairs[2 * at] * boxes + pairs[2 * at + 1];
  const sorted = sortNumbers(codes, progress);
  const ordered = new Uint32Array(words);
  for (let at = 0; at < sorted.length; at++) {
    ordered[2 * at] = Math.floor(sorted[at] / boxes);
    ordered[2 * at + 1] = sorted[at] % boxes;
  }
  return ordered;
}
