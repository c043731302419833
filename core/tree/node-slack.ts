import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { exactBox } from './exact-box.ts';
import type { Tree } from './layout.ts';
import { readNodeBox } from './node-box.ts';

/**
 * Returns how far each side of the box around a node's volume is outside the exact box of its triangles. The order is min x y z, max x y z,
 * in mesh units. For boxes this is the effect of rounding; for other volumes also of their shape. O(triangles below).
 */
export function nodeSlack(tree: Tree, mesh: TriangleMesh, node: number): readonly number[] {
  const { min, max } = exactBox(tree, mesh, node);
  const box = new Float32Array(6);
  readNodeBox(tree, node, box);
  const low = [0, 1, 2].map((k) => min[k]! - tree.origin[k]! - box[k]);
  const high = [0, 1, 2].map((k) => box[k + 3] - (max[k]! - tree.origin[k]!));
  return [...low, ...high];
}
