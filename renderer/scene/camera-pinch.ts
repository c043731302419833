import { orbited, shifted, wrapped } from '../state/camera/camera-moves.ts';
import type { CameraPose } from '../state/camera/camera-pose.ts';
import type { Pixel } from '../tools/tool.ts';
import type { CameraRig } from './camera-rig.ts';

/** Two fingers on the view. */
export interface Pinch {
  /** One of them moves. */
  move(before: Pixel, now: Pixel, other: Pixel): void;
}

/** A twist below this angle is a part of another gesture, and does not rotate. */
const twistThreshold = (10 * Math.PI) / 180;
/** Fingers closer than this have no sure direction, CSS pixels. */
const minSpan = 24;

/**
 * Moves the camera by two fingers. What lies between them, at the distance of the target, moves and scales with them. A twist beyond a
 * threshold rotates the camera about the up axis of the world.
 */
export function createPinch(rig: CameraRig): Pinch {
  let twisted = 0;
  return {
    move(before, now, other) {
      // Fingers that move together report one after the other: the angle goes there and back.
      const from = beyondThreshold(twisted);
      twisted += twistOf(before, now, other);
      const angle = beyondThreshold(twisted) - from;
      rig.change('jump', (pose) => {
        const moved = scaled(rig, pose, before, now, other);
        return angle === 0 ? moved : orbited(moved, sideOf(rig, pose) * angle, 0);
      });
    },
  };
}

function beyondThreshold(radians: number): number {
  return Math.sign(radians) * Math.max(Math.abs(radians) - twistThreshold, 0);
}

/** The fingers keep the points of the target plane that they are on, but for a rotation. */
function scaled(rig: CameraRig, pose: CameraPose, before: Pixel, now: Pixel, other: Pixel): CameraPose {
  const [from, to] = [spanOf(before, other), spanOf(now, other)];
  const scale = from > 0 && to > 0 ? from / to : 1;
  const [x0, y0] = fromCenter(rig, before, other);
  const [x1, y1] = fromCenter(rig, now, other);
  const perPixel = pose.distance / rig.lens.focal;
  const next = shifted(pose, rig.frame, [(x0 - scale * x1) * perPixel, (scale * y1 - y0) * perPixel, 0]);
  return { ...next, distance: pose.distance * scale };
}

/** The middle of two fingers from the centre of the lens, CSS pixels. */
function fromCenter({ lens }: CameraRig, [ax, ay]: Pixel, [bx, by]: Pixel): Pixel {
  const side = lens.isMirrored ? -1 : 1;
  return [side * ((ax + bx) / 2 - lens.center[0]), (ay + by) / 2 - lens.center[1]];
}

function twistOf(before: Pixel, now: Pixel, other: Pixel): number {
  if (Math.min(spanOf(before, other), spanOf(now, other)) < minSpan) return 0;
  const angleOf = ([x, y]: Pixel): number => Math.atan2(y - other[1], x - other[0]);
  return wrapped(angleOf(now) - angleOf(before));
}

/** Seen from above the scene follows the fingers; from below, and in a mirrored picture, it does so the other way round. */
function sideOf({ lens }: CameraRig, { elevationRadians }: CameraPose): number {
  return (elevationRadians < 0 ? -1 : 1) * (lens.isMirrored ? -1 : 1);
}

function spanOf([ax, ay]: Pixel, [bx, by]: Pixel): number {
  return Math.hypot(ax - bx, ay - by);
}
