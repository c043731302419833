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
 * Returns a radius that is large enough to cull no volume that the sphere touches. (x, y, z) is its centre minus the tree's
 * origin, rounded: each difference is wrong by half a unit at most, and the squared distances are rounded.
 */
export function paddedRadius(radius: number, x: number, y: number, z: number): number {
  return (radius + 2 ** -51 * Math.max(Math.abs(x), Math.abs(y), Math.abs(z))) * (1 + 2 ** -50);
}

/** More than squares lose to underflow. */
const minSquare = 1e-290;

/**
 * Whether a sphere about (x, y, z) with a `paddedRadius` may touch a node's volume. `box` (6) is scratch. Comparisons are not
 * `<=`: where squares overflow, both sides are infinite, and nothing may be culled. Hot.
 */
export function sphereReachesVolume(tree: Tree, node: number, x: number, y: number, z: number, reach: number, box: Float32Array): boolean {
  switch (tree.volume) {
    case 'box':
      readNodeBox(tree, node, box);
      return !(pointBoxDistanceSq(box, 0, x, y, z) > reach * reach + minSquare);
    case 'sphere':
      return reachesSphere(tree.nodesF32, node * sphereWords, x, y, z, reach);
    case 'obb':
      return reachesObb(tree.nodesF32, node * obbWords, x, y, z, reach);
    case 'rss':
      // The distance is rounded down already.
      return !(rssDistance(tree.nodesF32, node * rssWords, x, y, z) > reach);
    case 'dop':
      readNodeBox(tree, node, box);
      return (
        !(pointBoxDistanceSq(box, 0, x, y, z) > reach * reach + minSquare) &&
        reachesSlabs(tree.nodesF32, node * tree.nodeWords, slabsOf(tree), directionsOf(tree), x, y, z, reach)
      );
  }
}

function reachesSphere(words: Float32Array, at: number, x: number, y: number, z: number, reach: number): boolean {
  const dx = x - words[at];
  const dy = y - words[at + 1];
  const dz = z - words[at + 2];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(words[at]) + Math.abs(words[at + 1]) + Math.abs(words[at + 2]);
  const sum = (reach + words[at + radiusWord]) * (1 + relativePadding) + relativePadding * size;
  return !(dx * dx + dy * dy + dz * dz > sum * sum + minSquare);
}

/** Tests in the box's frame, whose rounded axes change lengths by up to `axesSlack`. */
function reachesObb(words: Float32Array, at: number, x: number, y: number, z: number, reach: number): boolean {
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
  const limit = reach * (1 + 4 * axesSlack) + relativePadding * size;
  return !(square > limit * limit + minSquare);
}

/** Tests the slabs other than those along the axes, which were tested as a box. */
function reachesSlabs(
  words: Float32Array,
  at: number,
  slabs: number,
  directions: Int8Array,
  x: number,
  y: number,
  z: number,
  reach: number,
): boolean {
  const padding = relativePadding * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  for (let slab = 3; slab < slabs; slab++) {
    const dx = directions[3 * slab];
    const dy = directions[3 * slab + 1];
    const dz = directions[3 * slab + 2];
    const value = dx * x + dy * y + dz * z;
    const limit = reach * Math.sqrt(dx * dx + dy * dy + dz * dz) * (1 + relativePadding) + padding;
    if (value - limit > words[at + slabs + slab] || value + limit < words[at + slab]) return false;
  }
  return true;
}
