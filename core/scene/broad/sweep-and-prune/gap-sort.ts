/** The gaps of Shell's sort (Ciura 2001, continued by a factor of 2.25), largest first, up to a million elements. */
export const shellGaps = [1_017_970, 452_431, 201_080, 89_369, 39_719, 17_653, 7846, 3487, 1550, 701, 301, 132, 57, 23, 10, 4, 1] as const;

/** One gap: insertion sort. */
export const insertionGaps = [1] as const;

/** Returns the comparisons of `gapSort` that do not depend on the keys: one for each element at each gap. */
export function gapComparisons(length: number, gaps: readonly number[]): number {
  let comparisons = 0;
  for (const gap of gaps) if (gap === 1 || gap < length) comparisons += Math.max(0, length - gap);
  return comparisons;
}

/**
 * Sorts the range [from, to) of `keys` in ascending order, and `order` with it. Returns the number of elements moved by a gap: the swaps
 * of the article. Hot.
 * @param gaps descending; the last one is 1.
 */
export function gapSort(keys: Float64Array, order: Uint32Array, from: number, to: number, gaps: readonly number[]): number {
  let moves = 0;
  for (const gap of gaps) {
    if (gap > 1 && gap >= to - from) continue;
    for (let at = from + gap; at < to; at++) {
      const key = keys[at];
      if (keys[at - gap] <= key) continue;
      const element = order[at];
      let hole = at;
      while (hole - gap >= from && keys[hole - gap] > key) {
        keys[hole] = keys[hole - gap];
        order[hole] = order[hole - gap];
        hole -= gap;
        moves++;
      }
      keys[hole] = key;
      order[hole] = element;
    }
  }
  return moves;
}
