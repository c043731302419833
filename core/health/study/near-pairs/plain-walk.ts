import { nextOverlaps, overlapProgress, startOverlapSearch } from '../boxes/overlapping-boxes.ts';
import { walkLimits, type PairWalkQuery, type PairWalk, type WalkedTriangles } from './pair-walk.ts';

/** Words of one batch: two for each pair of overlapping boxes. */
const batchWords = 1 << 14;

/** Returns a walk by f64 boxes, in TypeScript. */
export function plainWalk(
  { topology, live, simpleStars, isExtreme }: WalkedTriangles,
  { tests, distance, maxTests }: PairWalkQuery,
): PairWalk {
  const search = startOverlapSearch(live.hierarchy(), distance);
  const pairs = new Uint32Array(batchWords);
  const needed = new Uint8Array(batchWords / 2).fill(tests);
  const simple = simpleStars();
  const limits = walkLimits(maxTests, live.triangles.length, isExtreme());
  // Nothing but its boxes has proven these pairs apart: few need more than the first bound of a sign.
  const maxPairs = isExtreme() ? limits.decided : limits.near / 8;
  return {
    pairs,
    tests: needed,
    next: () => withoutStars(pairs, nextOverlaps(search, pairs), topology.corners, live.triangles, simple),
    progress: () => overlapProgress(search),
    isSpent: () => search.tests >= limits.boxes,
    isCoarse: () => false,
    wanted: tests,
    maxDecided: maxPairs,
    narrow: (left) => void needed.fill(left),
  };
}

/** Keeps the pairs that share no vertex with a simple star. Returns the number of words left of the first `words`. Hot. */
function withoutStars(pairs: Uint32Array, words: number, corners: Uint32Array, live: Uint32Array, simple: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < words; i += 2) {
    const a = 3 * live[pairs[i]];
    const b = 3 * live[pairs[i + 1]];
    const b0 = corners[b];
    const b1 = corners[b + 1];
    const b2 = corners[b + 2];
    let isApart = false;
    for (let k = a; k < a + 3; k++) {
      const corner = corners[k];
      if ((corner === b0 || corner === b1 || corner === b2) && simple[corner] === 1) isApart = true;
    }
    if (isApart) continue;
    pairs[kept] = pairs[i];
    pairs[kept + 1] = pairs[i + 1];
    kept += 2;
  }
  return kept;
}
