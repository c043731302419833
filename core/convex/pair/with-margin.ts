import type { ConvexPairResult } from './test-convex-pair.ts';

/** Two hulls, each enlarged by balls of a radius: the convex radius of engines. */
export interface MarginReport {
  readonly radius: number;
  /** Whether the enlarged hulls share a point; touching counts. Rounded. */
  readonly overlap: boolean;
  /** 0 if they overlap. */
  readonly distance: number;
  /** Minimum translation of the enlarged hulls; 0 if they are apart. */
  readonly depth: number;
  /** Whether only the margins overlap: then GJK alone gives the depth, which is why engines have margins. */
  readonly isShallow: boolean;
}

/** Returns the result of two hulls with a margin around each. A margin moves each supporting plane outwards, so depths grow by both radii. */
export function withMargin({ overlap, sat, gjk }: Pick<ConvexPairResult, 'overlap' | 'sat' | 'gjk'>, radius: number): MarginReport {
  const separation = (overlap ? -Math.min(sat.depth, gjk.depth) : gjk.distance) - 2 * radius;
  const doesOverlap = separation <= 0;
  return {
    radius,
    overlap: doesOverlap,
    distance: Math.max(0, separation),
    depth: Math.max(0, -separation),
    isShallow: doesOverlap && !overlap,
  };
}
