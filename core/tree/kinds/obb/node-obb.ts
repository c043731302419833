import { previousF32, nextF32, roundDownF32, roundUpF32 } from '../../../math/round-f32.ts';
import type { KindFormat, Tree } from '../../layout.ts';

/**
 * Words of a node: f32 centre x y z relative to the origin, f32 half sizes along the three axes, the axes (nine f32),
 * link and count. The box is the set of points p with |axis · (p − centre)| ≤ half size for each axis. This is exact,
 * although f32 axes are only nearly orthonormal.
 */
export const obbWords = 17;
export const halfWord = 3;
export const axesWord = 6;

export const obbFormat: KindFormat = {
  kind: 'obb',
  code: 6,
  layout: 'binary',
  volume: 'obb',
  nodeWords: obbWords,
  hasGrid: false,
  isOrderPacked: false,
};

/** Maximum error of the dot products of two axes. */
export const axesSlack = 2 ** -21;
/** Effect of that error on lengths, relative to the sum of the half sizes, with a factor of 2 to spare. */
export const skewSlack = 2 ** -18;

/** Writes the axis-aligned box (6) around the oriented box of a node. Hot. */
export function readObbBox({ nodesF32 }: Tree, node: number, out: Float32Array): void {
  const at = node * obbWords;
  const p = nodesF32[at + halfWord];
  const q = nodesF32[at + halfWord + 1];
  const r = nodesF32[at + halfWord + 2];
  const slack = skewSlack * (p + q + r);
  for (let k = 0; k < 3; k++) {
    const axis = at + axesWord + k;
    const reach = Math.abs(nodesF32[axis]) * p + Math.abs(nodesF32[axis + 3]) * q + Math.abs(nodesF32[axis + 6]) * r + slack;
    // An infinite size times 0 is NaN. One f32 step further out, because sums are rounded.
    const size = reach === reach ? reach : Infinity;
    out[k] = previousF32(roundDownF32(nodesF32[at + k] - size));
    out[k + 3] = nextF32(roundUpF32(nodesF32[at + k] + size));
  }
}
