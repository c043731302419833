import type { Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { RayOptions } from '../options/ray-options.ts';
import type { AabbTree } from '../tree/layout.ts';

/** A ray or, with a finite `far`, a segment: `origin + t·direction`, 0 ≤ t ≤ far, direction at length 1, mesh units. */
export interface Ray {
  readonly origin: Vec3;
  /** Need not have length 1: it is normalised, and `far` and distances are Euclidean. */
  readonly direction: Vec3;
  /** `Infinity` for a ray. */
  readonly far: number;
}

export interface RayHit {
  /** Import index. */
  readonly triangle: number;
  /** Euclidean, from the origin, mesh units. */
  readonly distance: number;
  readonly position: Vec3;
  /** Unit normal by the winding, never flipped towards the origin. */
  readonly normal: Vec3;
  /** Weights of the three vertices, in their order; their sum is 1. */
  readonly barycentric: Vec3;
  /** Index of the part; `null` where no part holds the triangle. */
  readonly part: number | null;
}

export interface RayStats {
  /** Boxes tested, the root's included. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface RayAnswer {
  /** By (distance, triangle). At most one for `first` and `any`. */
  readonly hits: readonly RayHit[];
  readonly stats: RayStats;
}

/**
 * STUB: being written. Q1: the triangles that a ray meets.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, origin, or a far end below 0 or NaN.
 */
export declare function raycast(tree: AabbTree, mesh: TriangleMesh, ray: Ray, options: RayOptions): RayAnswer;
