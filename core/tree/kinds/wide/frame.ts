import type { Vec3 } from '../../../math/vec3.ts';

/**
 * The frame of a wide tree: its f32 numbers are (source − origin) · scale, and lie in −1..1. The scale is a power of two, so that
 * one set of error bounds serves meshes of every size.
 */
export interface WideFrame {
  readonly origin: Vec3;
  readonly scale: number;
}

/** By how much every box reaches beyond the vertices in it, at least, in units of the frame: what the f32 slab test may lose. */
export const boxPadding = 2 ** -20;

/** A mesh this many times its own half size away from 0 is moved there. */
const maxOffset = 4;
/** Beyond them a coordinate could leave the range of f64. */
const maxExponent = 1000;

/**
 * The frame for the exact box of the finite triangles (6). Where the source is f32 throughout (`isSourceF32`), origins are preferred
 * that lose none of its bits: then the tree holds the very vertices.
 */
export function chooseFrame(bounds: Float64Array, isSourceF32: boolean): WideFrame {
  const size = Math.max(...[0, 1, 2].map((k) => bounds[k + 3] / 2 - bounds[k] / 2));
  const originOf = (k: 0 | 1 | 2): number => {
    const middle = bounds[k] / 2 + bounds[k + 3] / 2;
    if (!isSourceF32) return middle;
    return Math.max(Math.abs(bounds[k]), Math.abs(bounds[k + 3])) <= maxOffset * size ? 0 : Math.fround(middle);
  };
  // Never −0, which depends on the order of zeros of both signs.
  const origin: Vec3 = [originOf(0) + 0, originOf(1) + 0, originOf(2) + 0];
  const reach = Math.max(...[0, 1, 2].map((k) => Math.max(Math.abs(bounds[k] - origin[k]!), Math.abs(bounds[k + 3] - origin[k]!))));
  return { origin, scale: scaleFor(reach) };
}

/** The greatest power of two that keeps `reach` at 1. */
function scaleFor(reach: number): number {
  if (!(reach > 0)) return 1;
  let exponent = -Math.ceil(Math.log2(reach));
  // The logarithm is rounded.
  while (reach * 2 ** exponent > 1) exponent--;
  while (reach * 2 ** (exponent + 1) <= 1) exponent++;
  return 2 ** Math.max(-maxExponent, Math.min(maxExponent, exponent));
}

/** Whether f32 culling can be trusted in it: not where the scale had to stop short. */
export function isSoundFrame({ origin, scale }: WideFrame, bounds: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    if (!(Math.abs(bounds[k] - origin[k]!) * scale <= 1 && Math.abs(bounds[k + 3] - origin[k]!) * scale <= 1)) return false;
  }
  return scale >= 2 ** -900 && scale <= 2 ** 900;
}
