import type { CameraLens } from '../state/camera/camera-lens.ts';

/**
 * Projection of a view. A point at `a` to the right of the axis, `b` above it and `d` ahead is drawn at `center + focal·(a, −b)/d`.
 * `isMirrored` flips `a`: left-handed coordinates are then shown as intended, and no coordinate changes.
 */
export interface Lens extends CameraLens {
  readonly isMirrored: boolean;
}

/** A rectangle of the view, CSS pixels from its upper left corner. */
export interface ViewRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Vertical field of view, degrees. */
export const viewDegrees = 38;
const halfTangent = Math.tan((viewDegrees * Math.PI) / 360);

/** Returns a lens whose centre is the middle of a rectangle of the view. */
export function lensOver({ left, top, right, bottom }: ViewRect, width: number, height: number, isMirrored = false): Lens {
  return { width, height, focal: height / 2 / halfTangent, center: [(left + right) / 2, (top + bottom) / 2], isMirrored };
}

export function lensOf(width: number, height: number): Lens {
  return lensOver({ left: 0, top: 0, right: width, bottom: height }, width, height);
}

/** Lowest centre, as a share of the view height. Orbiting a lower one would move most of the scene out of view. */
const lowestCenter = 0.85;

/**
 * Returns the lens of the same view in another size. `keepsScale`: drawn objects keep their pixels; otherwise they scale with
 * the height of the view.
 */
export function resizedLens<Of extends CameraLens>(lens: Of, width: number, height: number, keepsScale: boolean): Of {
  const [x, y] = lens.center;
  if (keepsScale) return { ...lens, width, height, center: [x, Math.min(y, lowestCenter * height)] };
  const [across, down] = [width / lens.width, height / lens.height];
  return { ...lens, width, height, focal: lens.focal * down, center: [x * across, y * down] };
}

/** Interpolates between two lenses of one view: 0 is the first, 1 the second. */
export function mixLenses(from: Lens, to: Lens, share: number): Lens {
  const mix = (a: number, b: number): number => (share === 1 ? b : a + (b - a) * share);
  return {
    width: to.width,
    height: to.height,
    isMirrored: to.isMirrored,
    focal: mix(from.focal, to.focal),
    center: [mix(from.center[0], to.center[0]), mix(from.center[1], to.center[1])],
  };
}

/** Tangents to the right and up under which a pixel is seen. */
export function tangentsThrough(
  { focal, center, isMirrored }: Lens,
  [x, y]: readonly [x: number, y: number],
): readonly [across: number, upward: number] {
  return [(isMirrored ? center[0] - x : x - center[0]) / focal, (center[1] - y) / focal];
}

/** Returns the cosine of the angle between the axis of a lens and its farthest corner. */
export function widestCosine(lens: Lens): number {
  const { width, height } = lens;
  const corners = [0, width].flatMap((x) => [0, height].map((y) => Math.hypot(1, ...tangentsThrough(lens, [x, y]))));
  return 1 / Math.max(...corners);
}
