import type { Vec3 } from '../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/** An axis-aligned box in mesh units. */
export interface Bounds {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Box of the finite triangles; `null` when there is none. Vertices that no finite triangle uses do not count. */
export function meshBounds(mesh: TriangleMesh): Bounds | null {
  const { positions, indices } = mesh;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  const triangles = triangleCount(mesh);
  for (let t = 0; t < triangles; t++) {
    if (!isFiniteTriangle(mesh, t)) continue;
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const at = 3 * indices[i];
      const x = positions[at];
      const y = positions[at + 1];
      const z = positions[at + 2];
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      if (z < minZ) minZ = z;
      if (z > maxZ) maxZ = z;
    }
  }
  return minX === Infinity ? null : { min: [minX, minY, minZ], max: [maxX, maxY, maxZ] };
}

/** The middle of a box: the origin that f32 copies are recentred by, so that map coordinates keep their precision. */
export function boundsCenter(bounds: Bounds): Vec3 {
  const { min, max } = bounds;
  return [min[0] / 2 + max[0] / 2, min[1] / 2 + max[1] / 2, min[2] / 2 + max[2] / 2];
}

/** Half the diagonal of a box, mesh units; finite for every finite box whose half diagonal is. */
export function boundsRadius({ min, max }: Bounds): number {
  return Math.hypot(max[0] / 2 - min[0] / 2, max[1] / 2 - min[1] / 2, max[2] / 2 - min[2] / 2);
}
