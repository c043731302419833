import { dot, type Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';
import type { CameraAxes } from '../state/camera/camera-pose.ts';

/** Tangents of half the angles of view. */
export interface ViewAngles {
  readonly tanX: number;
  readonly tanY: number;
}

/**
 * Returns the minimum distance from the centre of a box at which the whole box is in view. The box fills `share` of the view.
 * Exact for the eight corners: |x| ≤ (distance − z)·tan. For a picture without perspective the depth of corners has no effect.
 */
export function fitDistance(bounds: Bounds, axes: CameraAxes, angles: ViewAngles, share = 0.9, isParallel = false): number {
  const half: Vec3 = [0, 1, 2].map((axis) => (bounds.max[axis]! - bounds.min[axis]!) / 2) as unknown as Vec3;
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const point: Vec3 = [corner & 1 ? half[0] : -half[0], corner & 2 ? half[1] : -half[1], corner & 4 ? half[2] : -half[2]];
    const back = isParallel ? 0 : dot(point, axes.back);
    distance = Math.max(
      distance,
      Math.abs(dot(point, axes.right)) / (angles.tanX * share) + back,
      Math.abs(dot(point, axes.up)) / (angles.tanY * share) + back,
    );
  }
  return distance;
}

/** Bounds of what is drawn, view space. */
export interface DrawnBounds extends Bounds {
  /** From the eye to the nearest point of what is drawn; left out if only the bounds are known. */
  readonly nearest?: number;
}

/** Minimum ratio of near to far plane: 24 bits of depth allow this at the far end. */
const minNearShare = 1e-6;
/** Near plane, as a share of the far plane, that leaves enough depth precision everywhere. */
const goodNearShare = 1e-4;

/**
 * Returns near and far planes around everything drawn, as tight as 24 bits of depth require. Nothing is cut off that is farther from the
 * eye than a ten-thousandth of the far plane.
 * @param boxes what is drawn, in the space of `eye`
 * @param focus distance to the target of the camera; inside a box whose nearest point is unknown the near plane is at 1/200 of it
 * @param cosine of the angle between the axis of the picture and its farthest corner; 0 if unknown
 */
export function depthRange(eye: Vec3, back: Vec3, boxes: readonly DrawnBounds[], focus: number, cosine = 0): { near: number; far: number } {
  let near = Infinity;
  let far = 0;
  let isKnown = true;
  for (const box of boxes) {
    const [min, max] = depthsOf(eye, back, box);
    const away = box.nearest ?? distanceTo(eye, box);
    if (away === 0 && box.nearest === undefined) isKnown = false;
    // No point in the picture is less deep than its distance times the cosine.
    near = Math.min(near, Math.max(min, away * cosine));
    far = Math.max(far, max);
  }
  if (!(far > 0)) return { near: focus * 0.005, far: Math.max(focus * 10, Number.MIN_VALUE) };
  far *= 1.01;
  const atFocus = Math.min(focus, far) * 0.005;
  return { near: Math.max(near * 0.99, isKnown ? Math.min(atFocus, far * goodNearShare) : atFocus, far * minNearShare), far };
}

/** Returns near and far planes around everything drawn for a camera without perspective: the near plane can be behind the camera. */
export function parallelRange(eye: Vec3, back: Vec3, boxes: readonly Bounds[], focus: number): { near: number; far: number } {
  const depths = boxes.map((box) => depthsOf(eye, back, box));
  const near = Math.min(...depths.map(([min]) => min));
  const far = Math.max(...depths.map(([, max]) => max));
  if (!(far >= near) || !Number.isFinite(far - near)) return { near: -focus, far: 3 * focus };
  const room = 0.01 * (far - near) || focus;
  return { near: near - room, far: far + room };
}

/** Returns the smallest and largest depth of a box. */
function depthsOf(eye: Vec3, back: Vec3, box: Bounds): readonly [min: number, max: number] {
  let min = 0;
  let max = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = (eye[axis]! - box.min[axis]!) * back[axis]!;
    const high = (eye[axis]! - box.max[axis]!) * back[axis]!;
    min += Math.min(low, high);
    max += Math.max(low, high);
  }
  return [min, max];
}

/** Returns the distance from a point to a box; 0 inside. */
function distanceTo(point: Vec3, { min, max }: Bounds): number {
  return Math.hypot(...point.map((value, axis) => Math.max(min[axis]! - value, value - max[axis]!, 0)));
}

/** A smooth start and end, 0..1 to 0..1. */
export function ease(share: number): number {
  const t = Math.min(Math.max(share, 0), 1);
  return t * t * (3 - 2 * t);
}
