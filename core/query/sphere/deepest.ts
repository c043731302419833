import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { sphereTouch } from './record.ts';
import type { Sphere } from './query.ts';

/**
 * Returns the deepest of the first `count` triangles, which are known to touch; of equally deep triangles the lowest. Depths are
 * those of `sphereTouch`, computed without a record where plain f64 is certain. `count` is 1 or more; `scratch` has 4 numbers.
 * Hot: every step of a push-out calls it.
 */
export function deepestTriangle(
  mesh: TriangleMesh,
  triangles: ArrayLike<number>,
  count: number,
  sphere: Sphere,
  scratch: Float64Array,
): number {
  const { positions, indices } = mesh;
  const { center, radius } = sphere;
  let deepest = triangles[0];
  let maxDepth = -1;
  let minSq = Infinity;
  for (let i = 0; i < count; i++) {
    const triangle = triangles[i];
    const at = 3 * triangle;
    closestPointTriangle(center[0], center[1], center[2], positions, 3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2], scratch);
    const x = scratch[0];
    const y = scratch[1];
    const z = scratch[2];
    const isCertain = scratch[3] === 1;
    // Squares rule out most of the others; the slack is larger than both roundings.
    if (isCertain && x * x + y * y + z * z > minSq) continue;
    const distance = isCertain ? Math.hypot(x, y, z) : sphereTouch(mesh, triangle, sphere, false, scratch).distance;
    const depth = Math.max(0, radius - distance);
    if (depth < maxDepth || (depth === maxDepth && triangle > deepest)) continue;
    deepest = triangle;
    maxDepth = depth;
    // Depths may be equal although the distances differ slightly.
    const reach = distance + radius * 2 ** -50;
    minSq = reach * reach * (1 + 2 ** -40) + 1e-290;
  }
  return deepest;
}
