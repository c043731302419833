import type { Matrix } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** How a node stands in its parent. */
export interface LocalPose {
  readonly parentFromNode: Matrix;
  /** Its turn and its scale alone; left out where no node needs its parent's. */
  readonly rotation?: Matrix;
  readonly scale?: Vec3;
}
