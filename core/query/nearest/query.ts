import type { ClosestPoint, ClosestStats } from '../closest/query.ts';

export interface NearestResult {
  /** By distance in exact arithmetic, equally close ones by triangle. Fewer than wanted where the mesh or the maximum distance has no more. */
  readonly closest: readonly ClosestPoint[];
  readonly stats: ClosestStats;
}

export interface NearestOptions {
  /** Triangles farther away are ignored, in mesh units. Default: infinity. */
  readonly maxDistance: number;
}
