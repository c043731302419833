import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../mesh/triangle-sets.ts';
import { boxesOfTriangles } from './boxes/boxes-of-triangles.ts';

/** (6·count) min then max of the box of each set of finite triangles. */
export function setBoxes(mesh: TriangleMesh, { count, setOf, triangles }: TriangleSets): Float64Array {
  const ofTriangles = boxesOfTriangles(mesh, triangles);
  const boxes = new Float64Array(6 * count);
  for (let at = 0; at < boxes.length; at += 6) boxes.fill(Infinity, at, at + 3).fill(-Infinity, at + 3, at + 6);
  for (let i = 0; i < triangles.length; i++) {
    const at = 6 * setOf[triangles[i]];
    for (let k = 0; k < 3; k++) {
      boxes[at + k] = Math.min(boxes[at + k], ofTriangles[6 * i + k]);
      boxes[at + 3 + k] = Math.max(boxes[at + 3 + k], ofTriangles[6 * i + 3 + k]);
    }
  }
  return boxes;
}

/** (count) diagonal of the box of each set. */
export function setDiagonals(mesh: TriangleMesh, sets: TriangleSets): Float64Array {
  const boxes = setBoxes(mesh, sets);
  return Float64Array.from({ length: sets.count }, (_, set) => {
    const at = 6 * set;
    return Math.hypot(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
  });
}
