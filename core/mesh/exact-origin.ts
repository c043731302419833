import type { Vec3 } from '../math/vec3.ts';
import type { Bounds } from './bounds.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/**
 * Returns a corner of a box that can be subtracted from every position in it without rounding. An axis along which the box is not far from 0,
 * compared with its side, has 0. Source: Sterbenz, "Floating-Point Computation" (1974): y − x is exact for x ≤ y ≤ 2x.
 */
export function exactOrigin({ min, max }: Bounds): Vec3 {
  const along = (k: 0 | 1 | 2): number => {
    if (min[k] > 0 && max[k] <= 2 * min[k]) return min[k];
    return max[k] < 0 && min[k] >= 2 * max[k] ? max[k] : 0;
  };
  return [along(0), along(1), along(2)];
}

/** Returns positions (3·N) minus an origin; the same array if that is 0. */
export function positionsFrom(positions: Float64Array, origin: Vec3): Float64Array {
  if (origin.every((value) => value === 0)) return positions;
  return positions.map((value, i) => value - origin[i % 3]!);
}

/** Returns a mesh with positions minus an origin; the same mesh if that is 0. */
export function meshFrom(mesh: TriangleMesh, origin: Vec3): TriangleMesh {
  const positions = positionsFrom(mesh.positions, origin);
  return positions === mesh.positions ? mesh : { ...mesh, positions };
}
