import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../layout.ts';

/**
 * Returns (9·T) the corners of the triangles in leaf order, relative to the tree's origin. The relative error of each
 * coordinate is at most 2^-53. The tree is of kind `aabb`.
 */
export function localCorners({ leafOrder, origin }: Tree, { positions, indices }: TriangleMesh): Float64Array {
  const corners = new Float64Array(9 * leafOrder.length);
  const [x, y, z] = origin;
  for (let i = 0, to = 0; i < leafOrder.length; i++) {
    const triangle = 3 * leafOrder[i];
    for (let corner = 0; corner < 3; corner++, to += 3) {
      const at = 3 * indices[triangle + corner];
      corners[to] = positions[at] - x;
      corners[to + 1] = positions[at + 1] - y;
      corners[to + 2] = positions[at + 2] - z;
    }
  }
  return corners;
}
