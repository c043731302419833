import type { Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** The pose of a node relative to its parent. */
export interface NodePose {
  readonly parentFromNode: Matrix;
  /** Rotation and scale by themselves; left out if no child inherits them. */
  readonly rotation?: Matrix;
  readonly scale?: Vec3;
}
