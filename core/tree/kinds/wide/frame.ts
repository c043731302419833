import type { Vec3 } from '../../../math/vec3.ts';

/**
 * The frame of a wide tree: its f32 numbers are (source − origin) · scale, in −1..1. The scale is a power of two, so that
 * one set of error bounds is valid for meshes of every size.
 */
export interface WideFrame {
  readonly origin: Vec3;
  readonly scale: number;
}

/** Minimum padding of a box around its vertices, in frame units: the error bound of the f32 slab test. */
export const boxPadding = 2 ** -20;

/** A mesh farther from 0 than this multiple of its half size gets an origin of its own. */
const maxOffset = 4;
/** With a larger exponent a coordinate could overflow f64. */
const maxExponent = 1000;

/**
 * Returns the frame for the exact box (6) of the finite triangles. If all source coordinates are f32 (`isSourceF32`), the origin is
 * chosen so that no bits are lost: then the tree holds the exact vertices.
 */
export function chooseFrame(bounds: Float64Array, isSourceF32: boolean): WideFrame {
  const size = Math.max(...[0, 1, 2].map((k) => bounds[k + 3] / 2 - bounds[k] / 2));
  const originOf = (k: 0 | 1 | 2): number => {
    const middle = bounds[k] / 2 + bounds[k + 3] / 2;
    if (!isSourceF32) return middle;
    return Math.max(Math.abs(bounds[k]), Math.abs(bounds[k + 3])) <= maxOffset * size ? 0 : Math.fround(middle);
  };
  // Never −0: the sign depends on the order of zeros of both signs.
  const origin: Vec3 = [originOf(0) + 0, originOf(1) + 0, originOf(2) + 0];
  const reach = Math.max(...[0, 1, 2].map((k) => Math.max(Math.abs(bounds[k] - origin[k]!), Math.abs(bounds[k + 3] - origin[k]!))));
  return { origin, scale: scaleFor(reach) };
}

/** Returns the largest power of two that scales `reach` to at most 1. */
function scaleFor(reach: number): number {
  if (!(reach > 0)) return 1;
  let exponent = -Math.ceil(Math.log2(reach));
  // The logarithm is rounded.
  while (reach * 2 ** exponent > 1) exponent--;
  while (reach * 2 ** (exponent + 1) <= 1) exponent++;
  return 2 ** Math.max(-maxExponent, Math.min(maxExponent, exponent));
}

/** Returns whether f32 culling is valid in a frame; false where the scale is at its limit. */
export function isSoundFrame({ origin, scale }: WideFrame, bounds: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(bounds[k] - origin[k]!) * scale <= 1 && Math.abs(bounds[k + 3] - origin[k]!) * scale <= 1)) return false;
  }
  return scale >= 2 ** -900 && scale <= 2 ** 900;
}
