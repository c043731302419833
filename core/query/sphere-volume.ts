import { pointBoxDistanceSq } from '../shape/sphere-box.ts';
import type { Tree } from '../tree/layout.ts';
import { readNodeBox } from '../tree/node-box.ts';

/**
 * The radius with which a sphere about (x, y, z), rounded differences from a tree's origin, culls no volume that it
 * touches: the differences are half a unit off at most, each way, and the squares of distances are rounded.
 */
export function paddedRadius(radius: number, x: number, y: number, z: number): number {
  return (radius + 2 ** -51 * Math.max(Math.abs(x), Math.abs(y), Math.abs(z))) * (1 + 2 ** -50);
}

/** Whether a sphere about (x, y, z) with a `paddedRadius` may touch a node's volume. `box` (6) is scratch. Hot. */
export function sphereReachesVolume(tree: Tree, node: number, x: number, y: number, z: number, reach: number, box: Float32Array): boolean {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
      readNodeBox(tree, node, box);
      // Never `<=`: where squares overflow, both sides are infinite and nothing may be culled.
      return !(pointBoxDistanceSq(box, 0, x, y, z) > reach * reach + 1e-290);
  }
}
