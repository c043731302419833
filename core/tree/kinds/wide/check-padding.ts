import { triangleCount, type TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Report } from '../../tree-rules.ts';
import type { Tree } from '../../layout.ts';
import { boxPadding } from './frame.ts';
import { wideRowBytes, wideWidth } from '../../../kernel/index.ts';

/** Tolerance: less than a thousandth of the spare padding. */
const slack = 2 ** -32;

/** Checks that a leaf's box has the padding around its vertices that an f32 slab test needs. */
export function checkPadding(
  tree: Tree,
  mesh: TriangleMesh,
  leaf: number,
  place: number,
  first: number,
  count: number,
  report: Report,
): void {
  const { nodesF32, nodeWords, origin, wide, leafOrder } = tree;
  const { positions, indices } = mesh;
  const triangles = triangleCount(mesh);
  for (let axis = 0; axis < 3; axis++) {
    const at = Math.floor(place / wideWidth) * nodeWords + (2 * axis * wideRowBytes) / 4 + (place % wideWidth);
    const min = nodesF32[at];
    const max = nodesF32[at + wideRowBytes / 4];
    for (let i = first; i < first + count; i++) {
      if (leafOrder[i] >= triangles) continue;
      for (let corner = 3 * leafOrder[i]; corner < 3 * leafOrder[i] + 3; corner++) {
        const value = (positions[3 * indices[corner] + axis] - origin[axis]!) * wide.scale;
        if (min <= value - boxPadding + slack && max >= value + boxPadding - slack) continue;
        report(
          'vertex',
          leaf,
          `triangle ${leafOrder[i]} has a vertex at ${value} on ${'xyz'[axis]} of the frame, too close to the sides of the box, ${min} and ${max}`,
        );
      }
    }
  }
}
