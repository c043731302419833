import type { Vec3 } from '#core/math';
import type { HeatPicture } from './heat-messages.ts';

/** Where the view's camera stands and what it sees, world space; `right` and `up` have length 1. */
export interface ViewCamera {
  readonly position: Vec3;
  readonly right: Vec3;
  readonly up: Vec3;
  /** To what the middle of the view shows at distance 1 along the camera's axis, which need not be in the middle. */
  readonly forward: Vec3;
  /** Half the height and the width of what is seen at distance 1; of an orthographic camera, at every distance. */
  readonly tanY: number;
  readonly tanX: number;
  /** Whether all rays have the direction `forward`, and start in the plane of `right` and `up` through `position`. */
  readonly isParallel?: boolean;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** A picture of what the rays of the view cost, for the tree and the camera that it was made with. */
export interface HeatImage {
  readonly picture: HeatPicture;
  readonly camera: ViewCamera;
}
