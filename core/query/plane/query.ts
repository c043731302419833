import type { Vec3 } from '../../math/vec3.ts';

/** The plane through a point. The normal may have any length above 0. */
export interface Plane {
  readonly point: Vec3;
  readonly normal: Vec3;
}

export interface PlaneStats {
  /** Nodes whose volume was tested, including the root. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface PlaneResult {
  /** Import indices, ascending; at most one for `any`. */
  readonly triangles: Uint32Array;
  readonly stats: PlaneStats;
}
