import type { Vec3 } from '../../math/vec3.ts';
import type { RayHit } from './record.ts';

/** A ray or, with a finite `far`, a segment: `origin + t·direction`, 0 ≤ t ≤ far, direction at length 1, mesh units. */
export interface Ray {
  readonly origin: Vec3;
  /** Of any length except 0: it is normalised, so `far` and distances are Euclidean. */
  readonly direction: Vec3;
  /** `Infinity` for a ray. */
  readonly far: number;
}

export interface RayStats {
  /** Nodes whose volume was tested, including the root. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface RayResult {
  /** Sorted by (distance, triangle). At most one for `first` and `any`. */
  readonly hits: readonly RayHit[];
  readonly stats: RayStats;
}
