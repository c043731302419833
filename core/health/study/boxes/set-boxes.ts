import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../../mesh/triangle-sets.ts';

/** Returns (6·count) min then max of the box of each set of finite triangles. */
export function setBoxes({ positions, indices }: TriangleMesh, { count, setOf, triangles }: TriangleSets): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let at = 0; at < boxes.length; at += 6) boxes.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
  for (let i = 0; i < triangles.length; i++) {
    const triangle = triangles[i];
    const at = 6 * setOf[triangle];
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      const from = 3 * indices[corner];
      for (let k = 0; k < 3; k++) {
        const value = positions[from + k];
        if (value < boxes[at + k]) boxes[at + k] = value;
        if (value > boxes[at + 3 + k]) boxes[at + 3 + k] = value;
      }
    }
  }
  return boxes;
}

/** Returns (count) the diagonal of the box of each set. */
export function setDiagonals(mesh: TriangleMesh, sets: TriangleSets): Float64Array {
  const boxes = setBoxes(mesh, sets);
  return Float64Array.from({ length: sets.count }, (_, set) => {
    const at = 6 * set;
    return Math.hypot(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
  });
}
