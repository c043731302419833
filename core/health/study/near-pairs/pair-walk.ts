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
  /** The search ends after this many comparisons of boxes, and at the other limits that follow from it: see `walkLimits`. */
  readonly maxTests: number;
}

/** The limits of a walk. Each triangle may have as many near and decided pairs as in real files, so large files never reach the limits. */
export interface WalkLimits {
  readonly boxes: number;
  /** Pairs of triangles with near boxes. */
  readonly near: number;
  /** Pairs that only the exact tests of the caller decide, for each of these tests. */
  readonly decided: number;
}

/** Work of a pair of triangles in comparisons of boxes: some 1 ns, 30 ns and 1 µs. */
const boxesPerNear = 32;
const boxesPerDecided = 1024;
/** Levels of games, made of brushes that overlap, have up to 45 and 38. */
const nearPerTriangle = 256;
const decidedPerTriangle = 64;
/** Signs of coordinates beyond 2^±300 take this many times as long: see `orientation.ts`. */
const extremeCost = 16;

/** Returns the limits of a walk over triangles; `isExtreme` if some have coordinates that expansions cannot hold. */
export function walkLimits(maxTests: number, triangles: number, isExtreme: boolean): WalkLimits {
  const decided = maxTests / boxesPerDecided + decidedPerTriangle * triangles;
  return {
    boxes: maxTests,
    near: maxTests / boxesPerNear + nearPerTriangle * triangles,
    decided: isExtreme ? decided / extremeCost : decided,
  };
}

/** The triangles that a walk visits. */
export interface WalkedTriangles {
  readonly topology: MeshTopology;
  readonly live: LiveTriangles;
  /** Whether coordinates are too large or too small for exact expansions; computed at its first use. */
  readonly isExtreme: () => boolean;
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
  /** Whether the walk has reached a limit of boxes or of near pairs. */
  readonly isSpent: () => boolean;
  /** Whether most of its near pairs are apart: a walk by more exact boxes needs fewer comparisons. */
  readonly isCoarse: () => boolean;
  /** Bits of `pairTests` that pairs are walked for. */
  readonly wanted: number;
  /** Each test gets at most this many pairs. No other walk has fewer pairs that need it. */
  readonly maxDecided: number;
  /** Goes on for these tests only. */
  readonly narrow: (tests: number) => void;
}

/** How a walk ended, as bits of `pairTests`. */
export interface WalkEnd {
  /** Tests that got all of their pairs. */
  readonly complete: number;
  /** Tests that got as many pairs as they may: another walk would not get farther. */
  readonly crowded: number;
}

/** Calls `look` for every pair of a walk, with the tests that it needs. @throws whatever `progress` throws. */
export function walkPairs(walk: PairWalk, progress: Progress, look: (i: number, j: number, tests: number) => void): WalkEnd {
  const { pairs, tests, wanted, maxDecided } = walk;
  const { intersect, overlap } = pairTests;
  let open = wanted;
  let done = 0;
  let intersections = 0;
  let overlaps = 0;
  while (done < 1 && open !== 0 && !walk.isSpent()) {
    const words = walk.next();
    const before = open;
    for (let i = 0; i < words; i += 2) {
      const due = tests[i >> 1] & open;
      if ((due & intersect) !== 0 && ++intersections >= maxDecided) open &= ~intersect;
      if ((due & overlap) !== 0 && ++overlaps >= maxDecided) open &= ~overlap;
      if (due !== 0) look(pairs[i], pairs[i + 1], due);
    }
    if (open !== before) walk.narrow(open);
    done = walk.progress();
    progress(done);
  }
  return { complete: done === 1 ? open : 0, crowded: wanted & ~open };
}
