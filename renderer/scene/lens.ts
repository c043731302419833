/**
 * How a view pictures what its camera sees, in CSS pixels from its upper left corner: a point that lies a right of the axis, b above
 * it and d ahead is drawn at `center + focal·(a, −b)/d`. The centre need not be the middle of the view. `isMirrored` draws a to the left:
 * so what has left-handed coordinates looks as it is meant, while no coordinate changes.
 */
export interface Lens {
  readonly width: number;
  readonly height: number;
  readonly focal: number;
  readonly center: readonly [x: number, y: number];
  readonly isMirrored: boolean;
}

/** A rectangle of the view, CSS pixels from its upper left corner. */
export interface ViewRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The angle that the whole height of a view takes, degrees. */
export const viewDegrees = 38;
const halfTangent = Math.tan((viewDegrees * Math.PI) / 360);

/** With its centre in the middle of a rectangle of the view. */
export function lensOver({ left, top, right, bottom }: ViewRect, width: number, height: number, isMirrored = false): Lens {
  return { width, height, focal: height / 2 / halfTangent, center: [(left + right) / 2, (top + bottom) / 2], isMirrored };
}

export function lensOf(width: number, height: number): Lens {
  return lensOver({ left: 0, top: 0, right: width, bottom: height }, width, height);
}

/** A centre lower than this in the view is lifted: most of what is turned about it would be out of sight. */
const lowestCenter = 0.85;

/**
 * The lens of the same view in another size. `still`: each thing is drawn where it was drawn, as far as the view still reaches;
 * else it grows and shrinks with the height of the view.
 */
export function resizedLens(lens: Lens, width: number, height: number, still: boolean): Lens {
  const [x, y] = lens.center;
  const { isMirrored } = lens;
  if (still) return { width, height, isMirrored, focal: lens.focal, center: [x, Math.min(y, lowestCenter * height)] };
  const [across, down] = [width / lens.width, height / lens.height];
  return { width, height, isMirrored, focal: lens.focal * down, center: [x * across, y * down] };
}

/** Between two lenses of one view: 0 is the first, 1 the second. */
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
