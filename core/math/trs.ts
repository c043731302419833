import type { Matrix } from './transform.ts';

/** Returns T·R·S with the quaternion (x y z w) as given: normalising it would move vertices. */
export function matrixOfTrs(translation: ArrayLike<number>, rotation: ArrayLike<number>, scale: ArrayLike<number>): Matrix {
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  const sx = scale[0];
  const sy = scale[1];
  const sz = scale[2];
  return [
    (1 - 2 * (y * y + z * z)) * sx,
    2 * (x * y + w * z) * sx,
    2 * (x * z - w * y) * sx,
    0,
    2 * (x * y - w * z) * sy,
    (1 - 2 * (x * x + z * z)) * sy,
    2 * (y * z + w * x) * sy,
    0,
    2 * (x * z + w * y) * sz,
    2 * (y * z - w * x) * sz,
    (1 - 2 * (x * x + y * y)) * sz,
    0,
    translation[0],
    translation[1],
    translation[2],
    1,
  ];
}
