import type { Tree } from './layout.ts';
import { readNodeBox } from './node-box.ts';
import { halfWord, obbWords } from './kinds/obb/node-obb.ts';
import { radiusWord, sphereWords } from './kinds/sphere/node-sphere.ts';

/**
 * Half the surface of a node's volume, mesh units squared: the factor 2 falls out of every ratio. That of a k-DOP is taken as
 * that of the box around it. `scratch` has 6 numbers.
 */
export function halfArea(tree: Tree, node: number, scratch: Float32Array): number {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
    case 'wide':
    case 'dop6':
    case 'dop14':
    case 'dop18':
    case 'dop26': {
      readNodeBox(tree, node, scratch);
      const x = scratch[3] - scratch[0];
      const y = scratch[4] - scratch[1];
      const z = scratch[5] - scratch[2];
      return x * y + y * z + z * x;
    }
    case 'sphere': {
      const radius = tree.nodesF32[node * sphereWords + radiusWord];
      return 2 * Math.PI * radius * radius;
    }
    case 'obb': {
      const at = node * obbWords + halfWord;
      const x = 2 * tree.nodesF32[at];
      const y = 2 * tree.nodesF32[at + 1];
      const z = 2 * tree.nodesF32[at + 2];
      return x * y + y * z + z * x;
    }
  }
}
