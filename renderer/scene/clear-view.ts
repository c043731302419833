import type { Vec3 } from '#core/math';
import { axesOf, type CameraFrame, type CameraPose, sum } from '../state/camera/camera-pose.ts';
import { cubeDirections, lookingFrom } from '../state/camera/standard-views.ts';

/** What is to be seen. */
export interface Sight {
  /** Points of it, at most some dozens. */
  readonly points: readonly Vec3[];
  readonly center: Vec3;
  /** Of the eye from the centre. */
  readonly distance: number;
  /** The camera keeps its side where this share of the points is seen from there. */
  readonly enoughToStay: number;
}

/** Whether the surface leaves the line between an eye and a point free. All are in one space. */
export type IsSeen = (eye: Vec3, point: Vec3) => boolean;

/** Another side is good enough with this share. */
const enough = 0.5;

/**
 * Returns a pose that sees the points. The camera keeps its pose if enough of them are seen from there. Otherwise it looks from the nearest
 * direction of the view cube that half of them are seen from, or from the best one. Only the angles change.
 */
export function clearView(pose: CameraPose, frame: CameraFrame, sight: Sight, isSeen: IsSeen): CameraPose {
  const { points, center, distance, enoughToStay } = sight;
  if (points.length === 0) return pose;
  const seenFrom = (from: CameraPose): number => {
    const eye = sum([center, 1], [axesOf(from, frame).back, distance]);
    return points.filter((point) => isSeen(eye, point)).length;
  };
  let best = { pose, seen: seenFrom(pose) };
  if (best.seen >= enoughToStay * points.length) return pose;
  const { back } = axesOf(pose, frame);
  const nearness = (other: CameraPose): number => axesOf(other, frame).back.reduce((total, value, k) => total + value * back[k]!, 0);
  const others = cubeDirections.map((direction) => lookingFrom(pose, direction)).sort((a, b) => nearness(b) - nearness(a));
  for (const other of others) {
    const seen = seenFrom(other);
    if (seen > best.seen) best = { pose: other, seen };
    if (seen >= enough * points.length) break;
  }
  return best.pose;
}
