import type { Vec3 } from '#core/math';
import type { CameraFrame, CameraPose } from './camera-pose.ts';

export const standardViews = ['front', 'back', 'right', 'left', 'top', 'bottom'] as const;
export type StandardView = (typeof standardViews)[number];

/** A direction to look from: a face, an edge or a corner of the view cube. Each number is −1, 0 or 1, along right, up and front. */
export type CubeDirection = Vec3;

/** The direction of each standard view, from the target to the camera. */
export const directionOf: Readonly<Record<StandardView, CubeDirection>> = {
  front: [0, 0, 1],
  back: [0, 0, -1],
  right: [1, 0, 0],
  left: [-1, 0, 0],
  top: [0, 1, 0],
  bottom: [0, -1, 0],
};

/** Returns the pose that looks at the same target from a direction. From straight above or below, the front is at the lower edge. */
export function lookingFrom(pose: CameraPose, [right, up, front]: CubeDirection): CameraPose {
  const isVertical = right === 0 && front === 0;
  return {
    ...pose,
    azimuthRadians: isVertical ? 0 : Math.atan2(right, front),
    elevationRadians: Math.atan2(up, Math.hypot(right, front)),
  };
}

/** Returns the direction of the view cube that a camera is nearest to. */
export function nearestDirection({ azimuthRadians, elevationRadians }: CameraPose): CubeDirection {
  const outward = Math.cos(elevationRadians);
  const exact = [outward * Math.sin(azimuthRadians), Math.sin(elevationRadians), outward * Math.cos(azimuthRadians)];
  let best: CubeDirection = directionOf.front;
  let closest = -Infinity;
  for (const direction of cubeDirections) {
    const cosine = direction.reduce((total, value, axis) => total + value * exact[axis]!, 0) / Math.hypot(...direction);
    if (cosine <= closest + 1e-9) continue;
    closest = cosine;
    best = direction;
  }
  return best;
}

/** The 26 directions of the view cube: faces, then edges, then corners. */
export const cubeDirections: readonly CubeDirection[] = [-1, 0, 1]
  .flatMap((right) => [-1, 0, 1].flatMap((up) => [-1, 0, 1].map((front): CubeDirection => [right, up, front])))
  .filter((direction) => sides(direction) > 0)
  .sort((a, b) => sides(a) - sides(b));

function sides(direction: CubeDirection): number {
  return direction.filter((value) => value !== 0).length;
}

/** Returns the name of a direction: `Front`, `Top front right`. */
export function directionName([right, up, front]: CubeDirection): string {
  const words = [
    up > 0 ? 'top' : up < 0 ? 'bottom' : '',
    front > 0 ? 'front' : front < 0 ? 'back' : '',
    right > 0 ? 'right' : right < 0 ? 'left' : '',
  ].filter((word) => word !== '');
  return words.join(' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** Returns the direction next to one on the view cube: a step of 45° to the right or up. At the top and bottom it stops. */
export function nextDirection(direction: CubeDirection, rightSteps: number, upSteps: number): CubeDirection {
  const [right, up, front] = direction;
  const isVertical = right === 0 && front === 0;
  const eighth = Math.PI / 4;
  const azimuth = (isVertical ? 0 : Math.round(Math.atan2(right, front) / eighth)) + rightSteps;
  const level = Math.max(-2, Math.min(2, (isVertical ? 2 * up : up) + upSteps));
  if (Math.abs(level) === 2) return [0, Math.sign(level), 0];
  const round = (value: number): number => (Math.abs(value) < 0.5 ? 0 : Math.sign(value));
  return [round(Math.sin(azimuth * eighth)), Math.sign(level), round(Math.cos(azimuth * eighth))];
}

/** Returns a direction as a vector of the world, length 1. */
export function worldDirection([right, up, front]: CubeDirection, frame: CameraFrame): Vec3 {
  const size = Math.hypot(right, up, front);
  const along = (axis: 0 | 1 | 2): number => (frame.right[axis] * right + frame.up[axis] * up + frame.front[axis] * front) / size;
  return [along(0), along(1), along(2)];
}
