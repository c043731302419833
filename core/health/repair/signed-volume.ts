import { addToSum, createSum, sumOf } from '../../math/compensated-sum.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Returns the volume between triangles and a vertex, in mesh units cubed; positive if they face away from it. */
export function signedVolumeOf({ positions, indices }: TriangleMesh, triangles: ArrayLike<number>, about: number): number {
  const [x, y, z] = [positions[3 * about], positions[3 * about + 1], positions[3 * about + 2]];
  const sum = createSum();
  for (let i = 0; i < triangles.length; i++) {
    const at = 3 * triangles[i];
    const [a, b, c] = [3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]];
    const [ax, ay, az] = [positions[a] - x, positions[a + 1] - y, positions[a + 2] - z];
    const [bx, by, bz] = [positions[b] - x, positions[b + 1] - y, positions[b + 2] - z];
    const [cx, cy, cz] = [positions[c] - x, positions[c + 1] - y, positions[c + 2] - z];
    addToSum(sum, ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
  }
  return sumOf(sum) / 6;
}
