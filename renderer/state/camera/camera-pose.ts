import { axisVector, type SignedAxis } from '#core/mesh';
import type { Vec3 } from '#core/math';

export type Projection = 'perspective' | 'orthographic';

/**
 * Where a camera is and what it looks at, as plain data. The space is that of the target. The picture of an orthographic camera has
 * the scale that a perspective one has at its target.
 */
export interface CameraPose {
  /** The point that the camera orbits and looks at. */
  readonly target: Vec3;
  /** From the camera to the target. */
  readonly distance: number;
  /** Angle about the up axis: 0 for a camera in front of the target, a quarter turn for one to its right. */
  readonly azimuthRadians: number;
  /** Angle of the camera above the target, from −π/2 to π/2. */
  readonly elevationRadians: number;
  readonly projection: Projection;
}

/** The camera that all linked views share, in world space. */
export interface SharedCamera {
  readonly pose: CameraPose;
  /** Whether views show a short transition to it. */
  readonly glides: boolean;
  /** The view that moved the camera; `null` for a command. */
  readonly by: object | null;
  /** Whether the pose was saved: it has priority over the framing of meshes that have just been opened. */
  readonly isRestored?: true;
}

/** A named pose, in world space. */
export interface CameraBookmark {
  readonly name: string;
  readonly pose: CameraPose;
}

/** The axes of a world, for a camera: orthogonal, of length 1, right-handed. */
export interface CameraFrame {
  readonly right: Vec3;
  readonly up: Vec3;
  /** From the target to a camera at azimuth 0. */
  readonly front: Vec3;
}

/** Returns the axes of a world whose up axis is given. With +Z up, the front is −Y, as in Blender. */
export function frameOf(up: SignedAxis): CameraFrame {
  const { vector } = axisVector(up);
  switch (up) {
    case '+y':
      return { right: [1, 0, 0], up: vector, front: [0, 0, 1] };
    case '-y':
      return { right: [1, 0, 0], up: vector, front: [0, 0, -1] };
    case '+z':
      return { right: [1, 0, 0], up: vector, front: [0, -1, 0] };
    case '-z':
      return { right: [1, 0, 0], up: vector, front: [0, 1, 0] };
    case '+x':
      return { right: [0, -1, 0], up: vector, front: [0, 0, 1] };
    case '-x':
      return { right: [0, 1, 0], up: vector, front: [0, 0, 1] };
  }
}

/** The axes of a camera, of length 1: right, up, and back from the target to the camera. */
export interface CameraAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly back: Vec3;
}

/** Returns the axes of a camera; they are defined straight above and below the target too. */
export function axesOf({ azimuthRadians, elevationRadians }: CameraPose, { right, up, front }: CameraFrame): CameraAxes {
  const [sinA, cosA] = [Math.sin(azimuthRadians), Math.cos(azimuthRadians)];
  const [sinE, cosE] = [Math.sin(elevationRadians), Math.cos(elevationRadians)];
  const outward = sum([right, sinA], [front, cosA]);
  return {
    right: sum([right, cosA], [front, -sinA]),
    up: sum([outward, -sinE], [up, cosE]),
    back: sum([outward, cosE], [up, sinE]),
  };
}

/** Returns the position of a camera. */
export function eyeOf(pose: CameraPose, frame: CameraFrame): Vec3 {
  return sum([pose.target, 1], [axesOf(pose, frame).back, pose.distance]);
}

/** Returns a sum of vectors with factors. */
export function sum(...terms: readonly (readonly [vector: Vec3, by: number])[]): Vec3 {
  const along = (axis: 0 | 1 | 2): number => terms.reduce((total, [vector, by]) => total + vector[axis] * by, 0);
  return [along(0), along(1), along(2)];
}
