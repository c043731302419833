import type { Vec3 } from '../../math/vec3.ts';

/** The convex hull of points, which may lie in a plane, on a line or in one place. */
export interface PointHull {
  readonly points: readonly Vec3[];
}
