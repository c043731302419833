/** A growing list of triangle pairs with a limit. */
export interface TrianglePairList {
  readonly max: number;
  /** (2·n or more) */
  pairs: Uint32Array;
  /** Words of `pairs` in use. */
  words: number;
}

export function createPairList(max: number): TrianglePairList {
  return { max, pairs: new Uint32Array(512), words: 0 };
}

/** Adds a pair unless the list is full. Returns whether it did. */
export function addPair(list: TrianglePairList, a: number, b: number): boolean {
  if (list.words >= 2 * list.max) return false;
  if (list.words === list.pairs.length) {
    const grown = new Uint32Array(2 * list.words);
    grown.set(list.pairs);
    list.pairs = grown;
  }
  list.pairs[list.words++] = a;
  list.pairs[list.words++] = b;
  return true;
}

/** Fewer pairs than this part of the triangles are sorted by comparison. */
const fewPairs = 1 / 64;

/**
 * Returns (n) the positions of the pairs, ascending by their first triangle, then by their second. Many pairs are sorted by counting: a million pairs
 * of objects would be sorted in seconds.
 */
export function pairOrder({ pairs, words }: TrianglePairList, triangles: number): Uint32Array {
  let order = Uint32Array.from({ length: words / 2 }, (_, i) => i);
  if (order.length < fewPairs * triangles) {
    return order.sort((a, b) => pairs[2 * a] - pairs[2 * b] || pairs[2 * a + 1] - pairs[2 * b + 1] || a - b);
  }
  for (const word of [1, 0]) {
    const next = new Uint32Array(triangles + 1);
    for (const pair of order) next[pairs[2 * pair + word] + 1]++;
    for (let i = 1; i <= triangles; i++) next[i] += next[i - 1];
    const sorted = new Uint32Array(order.length);
    for (const pair of order) sorted[next[pairs[2 * pair + word]]++] = pair;
    order = sorted;
  }
  return order;
}
