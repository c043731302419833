import { matrixOfTrs } from '../../math/trs.ts';
import type { Vec3 } from '../../math/vec3.ts';

/** A rigid placement: the unit axes of the shape and its origin. The axes are right-handed. */
export interface ShapePose {
  readonly position: Vec3;
  readonly axes: readonly [Vec3, Vec3, Vec3];
}

export const identityPose: ShapePose = {
  position: [0, 0, 0],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

/** Returns the unit quaternion (x, y, z, w) of the axes, with w of 0 or more. Source: Shepperd, "Quaternion from Rotation Matrix" (1978). */
export function quaternionOf({ axes: [x, y, z] }: ShapePose): readonly [number, number, number, number] {
  const trace = x[0] + y[1] + z[2];
  const choices = [
    [1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]],
    [y[0] + x[1], 1 - x[0] + y[1] - z[2], z[1] + y[2], z[0] - x[2]],
    [z[0] + x[2], z[1] + y[2], 1 - x[0] - y[1] + z[2], x[1] - y[0]],
    [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace],
  ] as const;
  // The largest component divides the others without loss.
  const largest = [0, 1, 2, 3].reduce((best, k) => (choices[k]![k]! > choices[best]![best]! ? k : best), 3);
  const [a, b, c, d] = choices[largest]!;
  const scale = (d < 0 ? -1 : 1) / Math.hypot(a, b, c, d);
  // Adding 0 makes 0 of -0.
  return [a * scale + 0, b * scale + 0, c * scale + 0, d * scale + 0];
}

/** Returns the angles in radians about the fixed axes X, Y and Z, in this order, as URDF's `rpy`. */
export function rollPitchYaw({ axes: [x, y, z] }: ShapePose): Vec3 {
  const pitch = Math.atan2(-x[2], Math.hypot(x[0], x[1]));
  // Looking along an axis, only the sum of the other two angles is known.
  if (Math.hypot(x[0], x[1]) < 1e-9) return [Math.atan2(-z[1], y[1]) + 0, pitch, 0];
  return [Math.atan2(y[2], z[2]) + 0, pitch + 0, Math.atan2(x[1], x[0]) + 0];
}

/** Returns the pose whose axis Z is the axis Y of another one: for engines whose round shapes lie along Z. */
export function alongZ({ position, axes: [x, y, z] }: ShapePose): ShapePose {
  return { position, axes: [x, [-z[0] + 0, -z[1] + 0, -z[2] + 0], y] };
}

/** Returns a pose that is given in the space of another one, in the space of that. */
export function poseWithin(outer: ShapePose, { position, axes }: ShapePose): ShapePose {
  const rotated = (v: Vec3): Vec3 => {
    const along = (k: 0 | 1 | 2): number => outer.axes[0][k] * v[0] + outer.axes[1][k] * v[1] + outer.axes[2][k] * v[2];
    return [along(0), along(1), along(2)];
  };
  const moved = rotated(position).map((value, k) => value + outer.position[k]!) as unknown as Vec3;
  return { position: moved, axes: [rotated(axes[0]), rotated(axes[1]), rotated(axes[2])] };
}

/** Returns the pose of a unit quaternion (x, y, z, w). */
export function poseOfRotation(position: Vec3, [x, y, z, w]: readonly [number, number, number, number]): ShapePose {
  const m = matrixOfTrs(position, [x, y, z, w], [1, 1, 1]);
  return {
    position,
    axes: [
      [m[0]!, m[1]!, m[2]!],
      [m[4]!, m[5]!, m[6]!],
      [m[8]!, m[9]!, m[10]!],
    ],
  };
}
