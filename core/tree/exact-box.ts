import type { Bounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { nodeRange } from './node-range.ts';

/** Returns the exact box of the triangles below a node, f64, source space, without the rounding of stored volumes. O(triangles below). */
export function exactBox(tree: Tree, { positions, indices }: TriangleMesh, node: number): Bounds {
  const { first, count } = nodeRange(tree, node);
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = first; i < first + count; i++) {
    const triangle = triangleAt(tree, i);
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      for (let k = 0; k < 3; k++) {
        const value = positions[3 * indices[corner] + k];
        if (value < min[k]!) min[k] = value;
        if (value > max[k]!) max[k] = value;
      }
    }
  }
  return { min, max };
}
