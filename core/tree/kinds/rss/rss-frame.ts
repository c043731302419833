import { skewSlack } from '../obb/node-obb.ts';
import { rssAxesWord, rssHalfWord, rssRadiusWord } from './node-rss.ts';

/** Numbers of a box as `node-obb.ts` lays it out: centre, half sizes, three axes. */
export const rssFrameWords = 15;

/** Writes the box around the volume of a node along the axes of its rectangle, as an oriented box. `at` is the first word of the node. Hot. */
export function rssFrame(words: Float32Array, at: number, out: Float64Array): void {
  const radius = words[at + rssRadiusWord];
  const a = words[at + rssHalfWord];
  const b = words[at + rssHalfWord + 1];
  const grown = radius + skewSlack * (radius + a + b);
  for (let k = 0; k < 3; k++) out[k] = words[at + k];
  out[3] = a + grown;
  out[4] = b + grown;
  out[5] = grown;
  const u = at + rssAxesWord;
  const v = u + 3;
  for (let k = 0; k < 6; k++) out[6 + k] = words[u + k];
  out[12] = words[u + 1] * words[v + 2] - words[u + 2] * words[v + 1];
  out[13] = words[u + 2] * words[v] - words[u] * words[v + 2];
  out[14] = words[u] * words[v + 1] - words[u + 1] * words[v];
}
