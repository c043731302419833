import { scaledIntegers } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Bounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/**
 * All coordinates of a mesh, and of the box around it, as integers of one power of two: `value = integer · 2^exponent`. Every sign that
 * an error bound leaves open is decided by them.
 */
export interface ExactSpace {
  readonly positions: Float64Array;
  /** (3·V + 6) vertices, then the box: min x y z, max x y z. */
  readonly integers: readonly bigint[];
  readonly exponent: number;
  /** Around the mesh with a margin on every side. */
  readonly box: Bounds;
}

/** Part of the largest extent by which the box is larger than the mesh, on each side. */
const margin = 1 / 8;

/** Returns the exact coordinates of a mesh with the given bounds. Vertices that are not finite become 0: no triangle in use has them. */
export function createExactSpace({ positions }: TriangleMesh, bounds: Bounds): ExactSpace {
  const box = withMargin(bounds);
  const values = Array.from(positions, (value) => (Number.isFinite(value) ? value : 0));
  values.push(...box.min, ...box.max);
  return { positions, ...scaledIntegers(values), box };
}

function withMargin({ min, max }: Bounds): Bounds {
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  // Never less than the spacing of the coordinates.
  const size = Math.max(...[...min, ...max].map(Math.abs));
  const by = Math.max(extent * margin, size * 2 ** -40, Number.MIN_VALUE);
  const moved = (corner: Vec3, step: number): Vec3 => [corner[0] + step, corner[1] + step, corner[2] + step];
  return { min: moved(min, -by), max: moved(max, by) };
}
