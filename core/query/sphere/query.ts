import type { Vec3 } from '../../math/vec3.ts';
import type { SphereTouch } from './record.ts';

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
