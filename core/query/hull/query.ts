import type { Vec3 } from '../../math/vec3.ts';
import type { HalfSpaces } from '../../shape/half-spaces.ts';

/** The convex hull of points, which may lie in a plane, on a line or in one place. */
export interface PointHull {
  readonly points: readonly Vec3[];
  /** Its half-spaces, from `prepareHull`. Without them each query finds them, which takes longer than the query itself. */
  readonly spaces?: HalfSpaces;
}
