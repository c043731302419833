import type { Vec3 } from '../../math/vec3.ts';
import type { PairStats } from '../pairs/result.ts';

/** Two points, one of each mesh, at the distance of the meshes. */
export interface DistanceWitness {
  /** Triangles, import indices. */
  readonly a: number;
  readonly b: number;
  /** Points of them, in the space of A; one point where the surfaces intersect. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

export interface DistanceResult {
  /** Mesh units of A; 0 where the surfaces intersect; `null` if a mesh has no triangle that is finite after placement. */
  readonly distance: number | null;
  /** `null` if the distance is. */
  readonly witness: DistanceWitness | null;
  readonly stats: PairStats;
}
