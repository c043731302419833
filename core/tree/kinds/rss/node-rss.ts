import { nextF32, previousF32, roundDownF32, roundUpF32 } from '../../../math/round-f32.ts';
import type { KindFormat, Tree } from '../../layout.ts';

/**
 * Words of a node: f32 centre x y z relative to the origin, f32 radius, f32 half sizes of the rectangle, its two axes (six f32), link and count.
 * The volume is the set of points within the radius of the rectangle, which has the points centre + s·u + t·v with |s| and |t| up to the half sizes.
 * This is exact, although f32 axes are only nearly orthonormal.
 */
export const rssWords = 14;
export const rssRadiusWord = 3;
export const rssHalfWord = 4;
export const rssAxesWord = 6;

export const rssFormat: KindFormat = {
  kind: 'rss',
  code: 12,
  layout: 'binary',
  volume: 'rss',
  nodeWords: rssWords,
  hasGrid: false,
  isOrderPacked: false,
};

/** Writes the axis-aligned box (6) around the volume of a node. Hot. */
export function readRssBox({ nodesF32 }: Tree, node: number, out: Float32Array): void {
  const at = node * rssWords;
  const radius = nodesF32[at + rssRadiusWord];
  const a = nodesF32[at + rssHalfWord];
  const b = nodesF32[at + rssHalfWord + 1];
  for (let k = 0; k < 3; k++) {
    const size = Math.abs(nodesF32[at + rssAxesWord + k]) * a + Math.abs(nodesF32[at + rssAxesWord + 3 + k]) * b + radius;
    // One f32 step further out, because sums are rounded.
    out[k] = previousF32(roundDownF32(nodesF32[at + k] - size));
    out[k + 3] = nextF32(roundUpF32(nodesF32[at + k] + size));
  }
}
