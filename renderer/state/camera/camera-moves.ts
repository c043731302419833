/** Moves of a camera: each returns the pose after it. */
import type { Vec3 } from '#core/math';
import { axesOf, type CameraFrame, type CameraPose, eyeOf, sum } from './camera-pose.ts';

const quarter = Math.PI / 2;
const turn = 2 * Math.PI;

/** Rotates the camera about its target: to its right and up. The elevation stops straight above and below. */
export function orbited(pose: CameraPose, rightRadians: number, upRadians: number): CameraPose {
  return {
    ...pose,
    azimuthRadians: wrapped(pose.azimuthRadians + rightRadians),
    elevationRadians: Math.min(quarter, Math.max(-quarter, pose.elevationRadians + upRadians)),
  };
}

/** Rotates the camera about itself, so that it looks farther to the right and up; its target moves. */
export function looked(pose: CameraPose, frame: CameraFrame, rightRadians: number, upRadians: number): CameraPose {
  const next = orbited(pose, -rightRadians, -upRadians);
  return { ...next, target: sum([eyeOf(pose, frame), 1], [axesOf(next, frame).back, -pose.distance]) };
}

/** Moves camera and target along the axes of the camera: to the right, up, and forward. */
export function shifted(pose: CameraPose, frame: CameraFrame, [right, up, forward]: Vec3): CameraPose {
  const axes = axesOf(pose, frame);
  return { ...pose, target: sum([pose.target, 1], [axes.right, right], [axes.up, up], [axes.back, -forward]) };
}

/** Moves camera and target as `shifted`, with `up` along the up axis of the world, as a person flies. */
export function flown(pose: CameraPose, frame: CameraFrame, [right, up, forward]: Vec3): CameraPose {
  const next = shifted(pose, frame, [right, 0, forward]);
  return { ...next, target: sum([next.target, 1], [frame.up, up]) };
}

/** Share of the distance that remains after one notch of the wheel towards a surface. */
const notchShare = 0.72;

/** What a dolly needs to know of the scene. */
export interface DollyGround {
  /** From the camera to the surface under the pointer, along the ray through it; `null` for none. */
  readonly surface: number | null;
  /** Direction of that ray, length 1. */
  readonly direction: Vec3;
  /** The smallest step of a notch, so that a camera passes through what is in front of it. */
  readonly minStep: number;
}

/**
 * Moves a perspective camera along a ray by notches of the wheel, towards the surface under the pointer for positive ones. Each notch
 * takes a fixed share of the distance, at least `minStep`: the camera goes through the surface, and its target moves ahead.
 */
export function dollied(pose: CameraPose, frame: CameraFrame, notches: number, ground: DollyGround): CameraPose {
  const { back } = axesOf(pose, frame);
  const { direction, minStep } = ground;
  const cosine = -(direction[0] * back[0] + direction[1] * back[1] + direction[2] * back[2]);
  const reach = ground.surface ?? pose.distance / Math.max(cosine, 0.1);
  const exact = reach * (1 - notchShare ** notches);
  const step = Math.abs(exact) < minStep * Math.abs(notches) ? minStep * notches : exact;
  const eye = sum([eyeOf(pose, frame), 1], [direction, step]);
  const distance = Math.max((reach - step) * cosine, minStep);
  return { ...pose, distance, target: sum([eye, 1], [back, -distance]) };
}

/**
 * Scales the picture of an orthographic camera by notches of the wheel about a point of the picture. `offset` is that point from the
 * target, along the right and up axes of the camera.
 */
export function zoomed(pose: CameraPose, frame: CameraFrame, notches: number, offset: readonly [right: number, up: number]): CameraPose {
  const share = notchShare ** notches;
  return { ...shifted(pose, frame, [offset[0] * (1 - share), offset[1] * (1 - share), 0]), distance: pose.distance * share };
}

/** Sets the distance of the target along the view direction; the camera stays. */
export function focusedAt(pose: CameraPose, frame: CameraFrame, distance: number): CameraPose {
  if (!(distance > 0) || !Number.isFinite(distance)) return pose;
  return { ...pose, distance, target: sum([pose.target, 1], [axesOf(pose, frame).back, pose.distance - distance]) };
}

/** Returns the pose between two, for a transition: 0 is the first, 1 the second. It turns the short way. */
export function mixedPose(from: CameraPose, to: CameraPose, share: number): CameraPose {
  if (share >= 1) return to;
  const mix = (a: number, b: number): number => a + (b - a) * share;
  return {
    target: [mix(from.target[0], to.target[0]), mix(from.target[1], to.target[1]), mix(from.target[2], to.target[2])],
    // The picture is scaled evenly.
    distance:
      from.distance > 0 && to.distance > 0 ? from.distance * (to.distance / from.distance) ** share : mix(from.distance, to.distance),
    azimuthRadians: from.azimuthRadians + wrapped(to.azimuthRadians - from.azimuthRadians) * share,
    elevationRadians: mix(from.elevationRadians, to.elevationRadians),
    projection: to.projection,
  };
}

/** Returns an angle in −π to π. */
export function wrapped(radians: number): number {
  const rest = radians % turn;
  return rest > Math.PI ? rest - turn : rest < -Math.PI ? rest + turn : rest;
}
