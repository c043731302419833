import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';
import type { FirstTests } from '../volume/first-tests.ts';
import type { MotionPath } from './path.ts';

/** One side of the nearest pair of features. */
export interface MotionFeature extends TriangleFeature {
  /** Import index. */
  readonly triangle: number;
  /** In the space of A, at `time`. */
  readonly point: Vec3;
}

/** The triangles that come into contact, or nearest. Any pair in contact where the meshes start touching; else the same through every tree. */
export interface MotionWitness {
  readonly a: MotionFeature;
  readonly b: MotionFeature;
  /** Distance of the two points; 0 where the triangles intersect. */
  readonly distance: number;
}

/**
 * - `apart`: proven free of contact, and never closer than about the tolerance.
 * - `startsTouching`: in contact at time 0.
 * - `hit`: free before the interval, in contact at its end.
 * - `near`: closer than the tolerance at `time`, and no contact found.
 * - `undecided`: rounding or the limit of steps stops the proof at `time`, farther than the tolerance from contact.
 */
export type MotionState = 'apart' | 'startsTouching' | 'hit' | 'near' | 'undecided';

export interface MotionStats {
  readonly nodePairsTested: number;
  readonly trianglePairsTested: number;
  /** Proven steps of pairs of triangles. */
  readonly steps: number;
  /** Segments of time. */
  readonly segments: number;
}

/** Proofs of separation, which `checkMotionProof` verifies without the search. */
export interface MotionProof {
  /** (7·n) triangle of A, of B, first and last time, direction (3) from A to B of two planes between them. */
  readonly rows: Float64Array;
  readonly segments: number;
}

export interface MotionResult {
  readonly state: MotionState;
  /** Fraction of the motion, 0 to 1: the lower end of the interval; `null` if the meshes stay apart. */
  readonly time: number | null;
  /** No contact before the first time, proven. Contact at the second one for a hit; otherwise it only ends the part that was examined. */
  readonly interval: readonly [lo: number, hi: number] | null;
  /** End of the part of the motion that is proven free of contact; 1 for all of it. */
  readonly freeUntil: number;
  /** The values that were used, in mesh units of A. */
  readonly tolerance: number;
  readonly separation: number;
  readonly witness: MotionWitness | null;
  readonly path: MotionPath;
  readonly stats: MotionStats;
  /** Swept volumes that were tested before the search. */
  readonly firstTests: FirstTests;
  /** `null` unless it was wanted. */
  readonly proof: MotionProof | null;
}
