import { pointBoxDistanceSq } from '../../shape/sphere-box.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { directionsOf, slabsOf } from '../../tree/kinds/dop/dop-directions.ts';
import { axesSlack, axesWord, halfWord, obbWords } from '../../tree/kinds/obb/node-obb.ts';
import { rssWords } from '../../tree/kinds/rss/node-rss.ts';
import { rssDistance } from '../../tree/kinds/rss/rss-distance.ts';
import { radiusWord, sphereWords } from '../../tree/kinds/sphere/node-sphere.ts';
import { relativePadding } from '../volume-padding.ts';

/**
 * Returns a lower bound of the squared distance from (x, y, z), relative to the tree's origin, to a node's volume; 0 inside.
 * `paddedRadius` covers its rounding. NaN or infinite where squares overflow: comparisons must not cull then. `box` (6) is
 * scratch. Hot.
 */
export function volumeDistanceSq(tree: Tree, node: number, x: number, y: number, z: number, box: Float32Array): number {
  switch (tree.volume) {
    case 'box':
      readNodeBox(tree, node, box);
      return pointBoxDistanceSq(box, 0, x, y, z);
    case 'sphere':
      return squareOf(fromSphere(tree.nodesF32, node * sphereWords, x, y, z));
    case 'obb':
      return squareOf(fromObb(tree.nodesF32, node * obbWords, x, y, z));
    case 'rss':
      return squareOf(rssDistance(tree.nodesF32, node * rssWords, x, y, z));
    case 'dop': {
      readNodeBox(tree, node, box);
      const slabs = slabsOf(tree);
      const away = fromSlabs(tree.nodesF32, node * tree.nodeWords, slabs, directionsOf(tree), x, y, z);
      return Math.max(pointBoxDistanceSq(box, 0, x, y, z), squareOf(away));
    }
  }
}

function squareOf(distance: number): number {
  return distance > 0 ? distance * distance : 0;
}

function fromSphere(words: Float32Array, at: number, x: number, y: number, z: number): number {
  const dx = x - words[at];
  const dy = y - words[at + 1];
  const dz = z - words[at + 2];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(words[at]) + Math.abs(words[at + 1]) + Math.abs(words[at + 2]);
  return (
    Math.sqrt(dx * dx + dy * dy + dz * dz) * (1 - relativePadding) - words[at + radiusWord] * (1 + relativePadding) - relativePadding * size
  );
}

/** Measures in the box's frame, whose rounded axes change lengths by up to `axesSlack`. */
function fromObb(words: Float32Array, at: number, x: number, y: number, z: number): number {
  const dx = x - words[at];
  const dy = y - words[at + 1];
  const dz = z - words[at + 2];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(words[at]) + Math.abs(words[at + 1]) + Math.abs(words[at + 2]);
  let square = 0;
  for (let i = 0; i < 3; i++) {
    const axis = at + axesWord + 3 * i;
    const out = Math.abs(words[axis] * dx + words[axis + 1] * dy + words[axis + 2] * dz) - words[at + halfWord + i];
    if (out > 0) square += out * out;
  }
  return (Math.sqrt(square) - relativePadding * size) * (1 - 4 * axesSlack);
}

/** Measures from the slabs other than those along the axes, which form the box. */
function fromSlabs(words: Float32Array, at: number, slabs: number, directions: Int8Array, x: number, y: number, z: number): number {
  const padding = relativePadding * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  let max = 0;
  for (let slab = 3; slab < slabs; slab++) {
    const dx = directions[3 * slab];
    const dy = directions[3 * slab + 1];
    const dz = directions[3 * slab + 2];
    const value = dx * x + dy * y + dz * z;
    const out = Math.max(words[at + slab] - value, value - words[at + slabs + slab]) - padding;
    if (out > 0) max = Math.max(max, (out / Math.sqrt(dx * dx + dy * dy + dz * dz)) * (1 - relativePadding));
  }
  return max;
}
