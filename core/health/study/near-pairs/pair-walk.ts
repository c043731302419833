import type { MeshTopology } from '../../../mesh/topology.ts';
import type { Progress } from '../../../progress.ts';
import type { LiveTriangles } from '../live-triangles.ts';

/** The bits of what is tested of a pair of triangles: whether they intersect, and whether they overlap in nearly one plane. One walk may serve both. */
export const pairTests = { intersect: 1, overlap: 2 } as const;

/** Which pairs are searched for. */
export interface PairWalkQuery {
  /** Bits of `pairTests`. */
  readonly tests: number;
  /** The bounding boxes of a pair are at most this far apart on every axis. */
  readonly distance: number;
  /** The search ends after this many comparisons of boxes. */
  readonly maxTests: number;
}

/** The triangles that a walk visits. */
export interface WalkedTriangles {
  readonly topology: MeshTopology;
  readonly live: LiveTriangles;
  /** (V) see `simpleStars`; computed at its first use. */
  readonly simpleStars: () => Uint8Array;
}

/**
 * A walk over the candidate pairs. It leaves out pairs that share a vertex with a simple star, and pairs that a floating-point test proves
 * apart. Each pair that intersects or overlaps comes once, in no particular order; which other pairs come depends on the walk.
 */
export interface PairWalk {
  /** Two words for each pair: positions in the list of live triangles. */
  readonly pairs: Uint32Array;
  /** One for each pair: bits of `pairTests` that it needs. */
  readonly tests: Uint8Array;
  /** Writes the next pairs into `pairs`. Returns the number of words, which may be 0 before the end. */
  readonly next: () => number;
  /** Finished fraction; 1 only at the end. */
  readonly progress: () => number;
  /** Whether the walk has used up its comparisons. */
  readonly isSpent: () => boolean;
}

/** Calls `look` for every pair of a walk, with the tests that it needs. Returns whether the walk is complete. @throws whatever `progress` throws. */
export function walkPairs(walk: PairWalk, progress: Progress, look: (i: number, j: number, tests: number) => void): boolean {
  const { pairs, tests } = walk;
  let done = 0;
  while (done < 1 && !walk.isSpent()) {
    const words = walk.next();
    for (let i = 0; i < words; i += 2) look(pairs[i], pairs[i + 1], tests[i >> 1]);
    done = walk.progress();
    progress(done);
  }
  return done === 1;
}
