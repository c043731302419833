import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';

/** The point of a mesh that is closest to a query point. */
export interface ClosestPoint extends TriangleFeature {
  /** Import index; of equally close triangles the lowest. */
  readonly triangle: number;
  /** Lies on the feature of the triangle. */
  readonly position: Vec3;
  readonly distance: number;
  /** Unit vector from `position` to the query point; `null` if the two coincide. */
  readonly direction: Vec3 | null;
  /** Index of the part; `null` where no part has the triangle. */
  readonly part: number | null;
}

export interface ClosestOptions {
  /** Triangles farther away are ignored, in mesh units. Default: infinity. */
  readonly maxDistance: number;
  /** Any triangle, for instance the last result; see `closestPointInto`. Default: none. */
  readonly startAt: number;
}

export interface ClosestStats {
  /** Nodes whose volume was tested, including the root. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface ClosestResult {
  /** `null` where no triangle is within the maximum distance. */
  readonly closest: ClosestPoint | null;
  readonly stats: ClosestStats;
}
