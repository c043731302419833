import { bigDot, bigMinus, bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { length } from '../../math/vec3.ts';
import type { Plane } from './query.ts';

/** Bound on the rounding error of a height, as a part of the sizes it is computed from: more than 16 roundings. */
const relativeError = 2 ** -48;
/** Products below it may have lost digits to underflow. */
const underflow = 1e-290;

/** A plane or slab with the numbers that its tests use. */
export interface Slab {
  readonly plane: Plane;
  /** Mesh units. */
  readonly thickness: number;
  /** Half the thickness times the length of the normal, rounded. */
  readonly reach: number;
}

export function slabOf(plane: Plane, thickness: number): Slab {
  return { plane, thickness, reach: (thickness / 2) * length(plane.normal) };
}

/** Returns the exact side of a point: 1 above the slab, -1 under it, 0 in it, with both faces. Hot. */
export function sideOfSlab({ plane, thickness, reach }: Slab, x: number, y: number, z: number): -1 | 0 | 1 {
  const [nx, ny, nz] = plane.normal;
  const [px, py, pz] = plane.point;
  const height = nx * (x - px) + ny * (y - py) + nz * (z - pz);
  const size =
    Math.abs(nx) * (Math.abs(x) + Math.abs(px)) + Math.abs(ny) * (Math.abs(y) + Math.abs(py)) + Math.abs(nz) * (Math.abs(z) + Math.abs(pz));
  const error = relativeError * (size + reach) + underflow;
  const away = Math.abs(height) - reach;
  // After an overflow neither holds.
  if (away > error) return height > 0 ? 1 : -1;
  if (away < -error) return 0;
  return exactSideOfSlab(plane, thickness, x, y, z);
}

/** Compares `height` with `thickness / 2 · |normal|` by their squares, which need no root. */
export function exactSideOfSlab({ normal, point }: Plane, thickness: number, x: number, y: number, z: number): -1 | 0 | 1 {
  const { integers } = scaledIntegers([...normal, ...point, x, y, z, thickness]);
  const n = bigPoint(integers, 0);
  const twice = 2n * bigDot(n, bigMinus(bigPoint(integers, 6), bigPoint(integers, 3)));
  const wide = integers[9] * integers[9] * bigDot(n, n);
  if (twice * twice <= wide) return 0;
  return twice > 0n ? 1 : -1;
}
