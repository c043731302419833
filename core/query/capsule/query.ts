import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';

/** The points within `radius` of a segment, its axis; closed, in mesh units. */
export interface Capsule {
  readonly from: Vec3;
  readonly to: Vec3;
  /** 0 or more; 0 is the segment. */
  readonly radius: number;
}

/** Contact of a capsule and a triangle. */
export interface CapsuleTouch extends TriangleFeature {
  /** Import index. */
  readonly triangle: number;
  /** Point of the triangle closest to the axis. Of several ones, along a parallel face or edge, their middle. Where the axis crosses the triangle, that point. */
  readonly point: Vec3;
  /** Distance of the triangle from the axis; 0 where the axis crosses it. */
  readonly distance: number;
  /** Length of the shortest move after which the capsule only touches the triangle: radius − distance, and more where the axis crosses it. */
  readonly depth: number;
  /** Unit vector of that move. */
  readonly direction: Vec3;
  /** Index of the part; `null` where no part has the triangle. */
  readonly part: number | null;
}
