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
  /** Pairs that only the exact tests of the caller decide. */
  readonly decided: number;
}

/** Work of a pair of triangles in comparisons of boxes. */
const boxesPerNear = 8;
const boxesPerDecided = 256;
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
  /** Whether the walk has reached a limit. */
  readonly isSpent: () => boolean;
  /** Whether it has reached the limit of pairs that only exact tests decide: no other walk has fewer of them. */
  readonly isCrowded: () => boolean;
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
