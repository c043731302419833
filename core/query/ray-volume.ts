import { rayBoxEntry } from '../shape/ray-box.ts';
import type { RaySetup } from '../shape/ray-setup.ts';
import type { Tree } from '../tree/layout.ts';
import { readNodeBox } from '../tree/node-box.ts';

/**
 * Distance at which a ray enters a node's volume, 0 when it starts inside, `Infinity` when it misses or enters beyond
 * `limit`. A lower bound: no volume is missed that the exact ray meets. `box` (6) is scratch. Hot.
 */
export function rayVolumeEntry(tree: Tree, node: number, ray: RaySetup, limit: number, box: Float32Array): number {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed': {
      readNodeBox(tree, node, box);
      const { nearWord: nw, farWord: fw, nearOrigin: no, farOrigin: fo, nearInverse: ni, farInverse: fi } = ray;
      return rayBoxEntry(
        box, 0, nw[0], nw[1], nw[2], fw[0], fw[1], fw[2],
        no[0], no[1], no[2], fo[0], fo[1], fo[2], ni[0], ni[1], ni[2], fi[0], fi[1], fi[2], limit,
      );
    }
  }
}
