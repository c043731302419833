/** Pairs of triangles as they are found: as many as are wanted, and no more memory than they need. */
export interface PairList {
  readonly max: number;
  /** (2·n and more) */
  pairs: Uint32Array;
  /** Words of `pairs` in use. */
  words: number;
}

export function createPairList(max: number): PairList {
  return { max, pairs: new Uint32Array(512), words: 0 };
}

/** Keeps a pair if there is room for it. */
export function addPair(list: PairList, a: number, b: number): void {
  if (list.words >= 2 * list.max) return;
  if (list.words === list.pairs.length) {
    const grown = new Uint32Array(2 * list.words);
    grown.set(list.pairs);
    list.pairs = grown;
  }
  list.pairs[list.words++] = a;
  list.pairs[list.words++] = b;
}
