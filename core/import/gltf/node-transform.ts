import { matrixOfTrs } from '../../math/trs.ts';
import type { Matrix } from '../../math/transform.ts';
import type { GltfNode } from './document.ts';

/**
 * Returns the node's own matrix, or T·R·S. The quaternion is used as written, because normalising it would move
 * vertices.
 */
export function parentFromNode(node: GltfNode): Matrix {
  if (node.matrix !== undefined) return node.matrix;
  const [tx = 0, ty = 0, tz = 0] = node.translation ?? [];
  const [x = 0, y = 0, z = 0, w = 1] = node.rotation ?? [];
  const [sx = 1, sy = 1, sz = 1] = node.scale ?? [];
  return matrixOfTrs([tx, ty, tz], [x, y, z, w], [sx, sy, sz]);
}
