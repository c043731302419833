import type { Vec3 } from '../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/** An axis-aligned box in mesh units. */
export interface Bounds {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** Returns the box of the finite triangles; `null` without any. Vertices that no finite triangle uses do not count. */
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

/** Returns the centre of a box. f32 copies are relative to it, so that map coordinates keep their precision. */
export function boundsCenter(bounds: Bounds): Vec3 {
  const { min, max } = bounds;
  return [min[0] / 2 + max[0] / 2, min[1] / 2 + max[1] / 2, min[2] / 2 + max[2] / 2];
}

/** Returns half the diagonal of a box in mesh units, without an overflow of intermediate results. */
export function boundsRadius({ min, max }: Bounds): number {
  return Math.hypot(max[0] / 2 - min[0] / 2, max[1] / 2 - min[1] / 2, max[2] / 2 - min[2] / 2);
}

/** Returns a box with room on every side: a part of its diagonal. */
export function grownBounds({ min, max }: Bounds, part: number): Bounds {
  const room = part * Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return { min: [min[0] - room, min[1] - room, min[2] - room], max: [max[0] + room, max[1] + room, max[2] + room] };
}
