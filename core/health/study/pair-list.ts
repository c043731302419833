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

/** Adds a pair unless the list is full. */
export function addPair(list: TrianglePairList, a: number, b: number): void {
  if (list.words >= 2 * list.max) return;
  if (list.words === list.pairs.length) {
    const grown = new Uint32Array(2 * list.words);
    grown.set(list.pairs);
    list.pairs = grown;
  }
  list.pairs[list.words++] = a;
  list.pairs[list.words++] = b;
}
