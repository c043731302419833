import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';

/** A closed convex shape, relative to the point that moves, in mesh units. */
export type SweptShape =
  | { readonly kind: 'sphere'; readonly radius: number }
  /** The points within `radius` of the segment from −`axis` to `axis`. */
  | { readonly kind: 'capsule'; readonly axis: Vec3; readonly radius: number }
  /** The vectors from the centre to the centres of three sides; they may be 0. */
  | { readonly kind: 'box'; readonly halfEdges: readonly [Vec3, Vec3, Vec3] }
  /** The convex hull of (3·n) points; n is at least 1. */
  | { readonly kind: 'hull'; readonly points: Float64Array };

/** A shape that moves along a straight line without rotation: at time t, from 0 to 1, it is at from + t·(to − from). */
export interface ShapeSweep {
  readonly shape: SweptShape;
  readonly from: Vec3;
  readonly to: Vec3;
}

/** Cost of a sweep. */
export interface SweepStats {
  /** Nodes whose box was tested, including the root. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
  /** Decisions that needed exact arithmetic. */
  readonly exactTests: number;
}

/** First contact of a moving shape with a triangle. */
export interface SweepContact extends TriangleFeature {
  /** Import index: the lowest of the triangles that are touched first, as far as the interval can distinguish them. */
  readonly triangle: number;
  /** Index of the part; `null` where no part has the triangle. */
  readonly part: number | null;
  /** Point of the triangle that is touched. */
  readonly position: Vec3;
  /** Unit vector from the triangle towards the shape. If the shape starts inside, its faces may cut the triangle: then `null`. */
  readonly normal: Vec3 | null;
  /** Position of the shape at `time`. */
  readonly center: Vec3;
}

export interface SweepResult {
  /** `startsInside` if the shape and the surface share a point at time 0; touching counts. */
  readonly state: 'miss' | 'hit' | 'startsInside';
  /** The lower end of the interval; `null` for a miss. */
  readonly time: number | null;
  /** [lo, hi]: no contact before lo, contact at some time from lo to hi, both proven. [0, 0] if the shape starts inside. */
  readonly interval: readonly [lo: number, hi: number] | null;
  /** The limit that was used for the length of the interval, in mesh units along the motion. */
  readonly tolerance: number;
  readonly contact: SweepContact | null;
  readonly stats: SweepStats;
}
