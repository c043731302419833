import type { Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';

/** A camera's axes, each of length 1: to the right, up, and back towards the eye. */
export interface CameraAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly back: Vec3;
}

/** Tangents of half the angles of view. */
export interface ViewAngles {
  readonly tanX: number;
  readonly tanY: number;
}

/**
 * Returns the minimum distance from the centre of a box at which the whole box is in view. The box fills `share` of the view.
 * Exact for the eight corners: |x| ≤ (distance − z)·tan.
 */
export function fitDistance(bounds: Bounds, axes: CameraAxes, angles: ViewAngles, share = 0.9): number {
  const half: Vec3 = [0, 1, 2].map((axis) => (bounds.max[axis]! - bounds.min[axis]!) / 2) as unknown as Vec3;
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const point: Vec3 = [corner & 1 ? half[0] : -half[0], corner & 2 ? half[1] : -half[1], corner & 4 ? half[2] : -half[2]];
    const back = dot(point, axes.back);
    distance = Math.max(
      distance,
      Math.abs(dot(point, axes.right)) / (angles.tanX * share) + back,
      Math.abs(dot(point, axes.up)) / (angles.tanY * share) + back,
    );
  }
  return distance;
}

/** Minimum ratio of near to far plane: 24 bits of depth allow this at the far end. */
const minNearShare = 1e-6;

/**
 * Returns near and far planes around everything drawn, as tight as 24 bits of depth require.
 * @param boxes bounds of what is drawn, in the space of `eye`
 * @param focus distance to the target of the camera; inside a box the near plane is at 1/200 of it
 */
export function depthRange(eye: Vec3, back: Vec3, boxes: readonly Bounds[], focus: number): { near: number; far: number } {
  let near = Infinity;
  let far = 0;
  for (const box of boxes) {
    let min = 0;
    let max = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = (eye[axis]! - box.min[axis]!) * back[axis]!;
      const high = (eye[axis]! - box.max[axis]!) * back[axis]!;
      min += Math.min(low, high);
      max += Math.max(low, high);
    }
    near = Math.min(near, min);
    far = Math.max(far, max);
  }
  if (!(far > 0)) return { near: focus * 0.005, far: Math.max(focus * 10, Number.MIN_VALUE) };
  far *= 1.01;
  return { near: Math.max(near * 0.99, Math.min(focus, far) * 0.005, far * minNearShare), far };
}

/** A smooth start and end, 0..1 to 0..1. */
export function ease(share: number): number {
  const t = Math.min(Math.max(share, 0), 1);
  return t * t * (3 - 2 * t);
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
