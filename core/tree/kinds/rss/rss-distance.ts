import { axesSlack } from '../obb/node-obb.ts';
import { rssAxesWord, rssHalfWord, rssRadiusWord } from './node-rss.ts';

/** Bound on the relative rounding error of a length, as in `core/query/volume-padding.ts`. */
const relativeSlack = 2 ** -46;

/**
 * Returns a lower bound of the distance from (x, y, z), relative to the tree's origin, to the volume of a node; below 0 inside, and NaN where squares overflow. It measures along the axes
 * of the rectangle and its normal, which change lengths by up to `axesSlack`. `at` is the first word of the node. Hot.
 */
export function rssDistance(words: Float32Array, at: number, x: number, y: number, z: number): number {
  const dx = x - words[at];
  const dy = y - words[at + 1];
  const dz = z - words[at + 2];
  const u = at + rssAxesWord;
  const v = u + 3;
  const a = words[at + rssHalfWord];
  const b = words[at + rssHalfWord + 1];
  const skew = 2 * axesSlack * (a + b);
  const outU = Math.max(0, Math.abs(words[u] * dx + words[u + 1] * dy + words[u + 2] * dz) - a - skew);
  const outV = Math.max(0, Math.abs(words[v] * dx + words[v + 1] * dy + words[v + 2] * dz) - b - skew);
  const outW =
    (words[u + 1] * words[v + 2] - words[u + 2] * words[v + 1]) * dx +
    (words[u + 2] * words[v] - words[u] * words[v + 2]) * dy +
    (words[u] * words[v + 1] - words[u + 1] * words[v]) * dz;
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(words[at]) + Math.abs(words[at + 1]) + Math.abs(words[at + 2]) + a + b;
  const square = outU * outU + outV * outV + outW * outW;
  if (!(square < Infinity)) return NaN;
  const apart = (Math.sqrt(square) - relativeSlack * size) * (1 - 4 * axesSlack);
  return apart - words[at + rssRadiusWord] * (1 + relativeSlack) - 1e-290;
}
