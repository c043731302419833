import { rayBoxEntry } from '../../shape/ray-box.ts';
import type { RaySetup } from '../../shape/ray-setup.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { directionsOf, slabsOf } from '../../tree/kinds/dop/dop-directions.ts';
import { axesWord, halfWord, obbWords } from '../../tree/kinds/obb/node-obb.ts';
import { rssWords } from '../../tree/kinds/rss/node-rss.ts';
import { rssFrame, rssFrameWords } from '../../tree/kinds/rss/rss-frame.ts';
import { radiusWord, sphereWords } from '../../tree/kinds/sphere/node-sphere.ts';
import { relativePadding } from '../volume-padding.ts';

/** Values that all volume tests of one ray and one tree share, in addition to `RaySetup`. One record is reused for all rays. */
export interface RayVolumeSetup {
  readonly ray: RaySetup;
  /** (6) the box of a node. */
  readonly box: Float32Array;
  /** The box around a rounded rectangle, along its axes. */
  readonly rss: Float64Array;
  /** (3) the ray's origin relative to that of the tree. */
  readonly local: Float64Array;
  /** Bound on the rounding error of a length in a test, and of a point of the ray within the tree. */
  padding: number;
  /** For each slab of a k-DOP, as in `RaySetup`: words of the near and far planes, origins and inverse directions. */
  readonly nearWord: Int32Array;
  readonly farWord: Int32Array;
  readonly nearOrigin: Float64Array;
  readonly farOrigin: Float64Array;
  readonly nearInverse: Float64Array;
  readonly farInverse: Float64Array;
}

const maxSlabs = 13;
/** Bound on the relative rounding error of a quotient. */
const quotientSlack = 2 ** -50;

export function createRayVolumeSetup(ray: RaySetup): RayVolumeSetup {
  return {
    ray,
    box: new Float32Array(6),
    rss: new Float64Array(rssFrameWords),
    local: new Float64Array(3),
    padding: 0,
    nearWord: new Int32Array(maxSlabs),
    farWord: new Int32Array(maxSlabs),
    nearOrigin: new Float64Array(maxSlabs),
    farOrigin: new Float64Array(maxSlabs),
    nearInverse: new Float64Array(maxSlabs),
    farInverse: new Float64Array(maxSlabs),
  };
}

/** Prepares a ray for the volumes of a tree that has nodes. `setup.ray` is set up already, and `setup.box` is the root's box. Hot. */
export function setupRayVolumes(setup: RayVolumeSetup, tree: Tree): void {
  const { ray, box, local } = setup;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    local[k] = ray.origin[k] - tree.origin[k]!;
    size += Math.abs(local[k]) + Math.abs(ray.origin[k]) + Math.max(Math.abs(box[k]), Math.abs(box[k + 3]));
  }
  setup.padding = size * relativePadding + 1e-300;
  switch (tree.volume) {
    case 'dop':
      return setupSlabs(setup, slabsOf(tree), directionsOf(tree));
    default:
      // The other kinds need no slabs.
      return;
  }
}

function setupSlabs(setup: RayVolumeSetup, slabs: number, directions: Int8Array): void {
  const { ray, local, padding } = setup;
  const [dx, dy, dz] = ray.direction as unknown as readonly [number, number, number]; // three of three
  for (let slab = 0; slab < slabs; slab++) {
    const x = directions[3 * slab];
    const y = directions[3 * slab + 1];
    const z = directions[3 * slab + 2];
    const from = x * local[0] + y * local[1] + z * local[2];
    const inverse = 1 / (x * dx + y * dy + z * dz);
    const isForward = inverse > 0;
    setup.nearWord[slab] = isForward ? slab : slabs + slab;
    setup.farWord[slab] = isForward ? slabs + slab : slab;
    setup.nearOrigin[slab] = isForward ? from + padding : from - padding;
    setup.farOrigin[slab] = isForward ? from - padding : from + padding;
    setup.nearInverse[slab] = inverse * (1 - quotientSlack);
    setup.farInverse[slab] = inverse * (1 + quotientSlack);
  }
}

/**
 * Returns the distance at which a ray enters a node's volume: 0 if it starts inside, `Infinity` if it misses or enters beyond
 * `limit`. It is a lower bound: no volume that the exact ray hits is missed. Comparisons with NaN are false and never cull. Hot.
 */
export function rayVolumeEntry(setup: RayVolumeSetup, tree: Tree, node: number, limit: number): number {
  switch (tree.volume) {
    case 'box': {
      const { box, ray } = setup;
      readNodeBox(tree, node, box);
      const { nearWord: nw, farWord: fw, nearOrigin: no, farOrigin: fo, nearInverse: ni, farInverse: fi } = ray;
      return rayBoxEntry(
        box,
        0,
        nw[0],
        nw[1],
        nw[2],
        fw[0],
        fw[1],
        fw[2],
        no[0],
        no[1],
        no[2],
        fo[0],
        fo[1],
        fo[2],
        ni[0],
        ni[1],
        ni[2],
        fi[0],
        fi[1],
        fi[2],
        limit,
      );
    }
    case 'sphere':
      return sphereEntry(setup, tree.nodesF32, node * sphereWords, limit);
    case 'obb':
      return obbEntry(setup, tree.nodesF32, node * obbWords, limit);
    case 'rss':
      rssFrame(tree.nodesF32, node * rssWords, setup.rss);
      return obbEntry(setup, setup.rss, 0, limit);
    case 'dop':
      return dopEntry(setup, tree.nodesF32, node * tree.nodeWords, slabsOf(tree), limit);
  }
}

/** Uses the component of the way to the centre that is perpendicular to the ray: unlike a difference of squares it stays accurate far away. */
function sphereEntry({ ray, local, padding }: RayVolumeSetup, words: Float32Array, at: number, limit: number): number {
  const { direction } = ray;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const x = words[at] - local[0];
  const y = words[at + 1] - local[1];
  const z = words[at + 2] - local[2];
  const along = x * dx + y * dy + z * dz;
  const px = x - along * dx;
  const py = y - along * dy;
  const pz = z - along * dz;
  // In foreign trees a centre may lie outside the root.
  const radius = (words[at + radiusWord] + relativePadding * (Math.abs(x) + Math.abs(y) + Math.abs(z))) * (1 + relativePadding) + padding;
  const half = radius * radius - (px * px + py * py + pz * pz);
  if (half < 0) return Infinity;
  const reach = Math.sqrt(half) + padding + relativePadding * Math.abs(along);
  const entry = along - reach;
  if (along + reach < 0 || entry > limit) return Infinity;
  return entry > 0 ? entry : 0;
}

function obbEntry({ ray, local, padding }: RayVolumeSetup, words: Float32Array | Float64Array, at: number, limit: number): number {
  const { direction } = ray;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  const x = local[0] - words[at];
  const y = local[1] - words[at + 1];
  const z = local[2] - words[at + 2];
  const nodePadding = padding + relativePadding * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  let entry = 0;
  let exit = limit;
  for (let i = 0; i < 3; i++) {
    const axis = at + axesWord + 3 * i;
    const from = words[axis] * x + words[axis + 1] * y + words[axis + 2] * z;
    const inverse = 1 / (words[axis] * dx + words[axis + 1] * dy + words[axis + 2] * dz);
    const half = words[at + halfWord + i] + nodePadding;
    const near = (inverse > 0 ? -half - from : half - from) * inverse * (1 - quotientSlack);
    const far = (inverse > 0 ? half - from : -half - from) * inverse * (1 + quotientSlack);
    if (near > entry) entry = near;
    if (far < exit) exit = far;
  }
  return entry <= exit ? entry : Infinity;
}

function dopEntry(setup: RayVolumeSetup, words: Float32Array, at: number, slabs: number, limit: number): number {
  const { nearWord, farWord, nearOrigin, farOrigin, nearInverse, farInverse } = setup;
  let entry = 0;
  let exit = limit;
  for (let slab = 0; slab < slabs; slab++) {
    const near = (words[at + nearWord[slab]] - nearOrigin[slab]) * nearInverse[slab];
    if (near > entry) entry = near;
    const far = (words[at + farWord[slab]] - farOrigin[slab]) * farInverse[slab];
    if (far < exit) exit = far;
  }
  return entry <= exit ? entry : Infinity;
}
