import type { Tree } from './layout.ts';
import { readNodeBox } from './node-box.ts';

/** Half the surface of a node's volume, mesh units squared: the factor 2 falls out of every ratio. `scratch` has 6 numbers. */
export function halfArea(tree: Tree, node: number, scratch: Float32Array): number {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed': {
      readNodeBox(tree, node, scratch);
      const x = scratch[3] - scratch[0], y = scratch[4] - scratch[1], z = scratch[5] - scratch[2];
      return x * y + y * z + z * x;
    }
  }
}
