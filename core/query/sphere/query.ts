import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleFeature } from '../../shape/triangle-feature.ts';

/** A closed ball in mesh units and source space. */
export interface Sphere {
  readonly center: Vec3;
  /** 0 or more; 0 is a point. */
  readonly radius: number;
}

/** What the caller knows about the mesh. `isClosed(mesh)` computes it; once per mesh is enough. */
export interface SurfaceFacts {
  readonly isClosed: boolean;
}

/** Contact of a sphere and a triangle. */
export interface SphereTouch extends TriangleFeature {
  /** Import index. */
  readonly triangle: number;
  /** Point of the triangle closest to the centre; it lies on the feature. */
  readonly point: Vec3;
  /** Distance from the closest point to the centre. */
  readonly distance: number;
  /** radius − distance, at least 0. */
  readonly depth: number;
  /**
   * Unit vector from the closest point to the centre; if they coincide, the face normal by the winding. If the centre is
   * inside a closed mesh and off the triangle, the vector is reversed, so that it points outwards.
   */
  readonly direction: Vec3;
  /** Index of the part; `null` where no part has the triangle. */
  readonly part: number | null;
}

export interface SphereStats {
  /** Nodes whose volume was tested, including the root. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface SphereResult {
  /** Ascending by triangle. */
  readonly touches: readonly SphereTouch[];
  /** Whether the centre lies inside a closed mesh, not on its surface; `null` for an open mesh, or where it is unknown. */
  readonly isCenterInside: boolean | null;
  /** Of the overlap query alone, without the rays for `isCenterInside`. */
  readonly stats: SphereStats;
}
