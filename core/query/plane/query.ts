import type { Vec3 } from '../../math/vec3.ts';

/** The plane through a point. The normal may have any length above 0. */
export interface Plane {
  readonly point: Vec3;
  readonly normal: Vec3;
}
