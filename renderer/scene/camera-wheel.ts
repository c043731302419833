import type { Vec3 } from '#core/math';
import { dollied, zoomed } from '../state/camera/camera-moves.ts';
import type { CameraRig } from './camera-rig.ts';
import { tangentsThrough } from './lens.ts';

/** The surface under a pixel; distances in view units. */
export interface SurfaceAhead {
  /** From the eye, along the ray. */
  readonly distance: number;
  /** Longest side of its triangle. */
  readonly size: number;
}

/** Smallest step of a notch, as a share of the size of the scene. */
const stepShare = 0.03;
/** The step is not larger than this share of the triangle under the pointer, so that small details can be approached. */
const triangleShare = 0.5;
/** Smallest step as a share of the size of the scene, however small the triangle. */
const minShare = 1e-5;

/**
 * Moves the camera by notches of the wheel towards a pixel, through surfaces; an orthographic picture is scaled about it. `size` is
 * half the diagonal of the scene in view units. A `fine` step has no minimum: it never passes the surface.
 */
export function wheelCamera(
  rig: CameraRig,
  pixel: readonly [x: number, y: number],
  notches: number,
  { ahead, size, fine }: { readonly ahead: SurfaceAhead | null; readonly size: number; readonly fine: boolean },
): void {
  const { camera, frame } = rig;
  if (rig.pose.projection === 'orthographic') {
    const [across, upward] = tangentsThrough(rig.lens, pixel);
    return rig.change('jump', (pose) => zoomed(pose, frame, notches, [across * pose.distance, upward * pose.distance]));
  }
  const direction: Vec3 = camera.rayThrough(pixel).direction.toArray();
  const whole = stepShare * size;
  const step = Math.max(Math.min(whole, triangleShare * (ahead?.size ?? Infinity)), minShare * size);
  const ground = { surface: ahead?.distance ?? null, direction, minStep: fine ? 0 : step };
  rig.change('jump', (pose) => {
    const next = dollied(pose, frame, notches, ground);
    return next.distance > 0 ? next : pose;
  });
}

/** Pixels of a wheel event that count as one notch. */
const pixelsPerNotch = 100;
/** Lines and pages of devices that scroll by them. */
const pixelsPerUnit = [1, 100 / 3, 100] as const;

/** Returns how far a wheel event scrolls to the right and down, CSS pixels. */
export function scrollOf({
  deltaX,
  deltaY,
  deltaMode,
}: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode'>): readonly [x: number, y: number] {
  const unit = pixelsPerUnit[deltaMode] ?? 1;
  return [deltaX * unit, deltaY * unit];
}

/** Pixels of a pinch on a trackpad that count as one notch: the picture then scales as the fingers move apart. */
const pixelsPerPinch = 33;

/** Returns the notches of a pinch on a trackpad; positive ones move towards the scene. */
export function pinchNotches({ deltaY }: Pick<WheelEvent, 'deltaY'>): number {
  return Math.max(-5, Math.min(5, -deltaY / pixelsPerPinch));
}

/** Returns the notches of a wheel event; positive ones move towards the scene. */
export function notchesOf({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const notches = (-deltaY * (pixelsPerUnit[deltaMode] ?? 1)) / pixelsPerNotch;
  return Math.max(-5, Math.min(5, notches));
}
