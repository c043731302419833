import { multiply } from '../../math/matrix.ts';
import { inverseTransform, type Transform } from '../../math/transform.ts';

/** Returns the transform that places instance j in the space of instance i, rounded. @param matrices (16·n) scene from mesh */
export function relativePlacement(matrices: Float64Array, i: number, j: number): Transform {
  const product = multiply(inverseTransform(matrixOf(matrices, i)), matrixOf(matrices, j));
  // The product of affine matrices is affine; rounding must not change its last row.
  return product.map((value, k) => (k === 15 ? 1 : k % 4 === 3 ? 0 : value));
}

/**
 * As `relativePlacement`, of matrices whose determinants leave the range of f64: both are scaled by a power of two first, which changes no
 * digit of the product.
 */
export function scaledRelativePlacement(matrices: Float64Array, i: number, j: number): Transform {
  const both = Float64Array.from([...matrixOf(matrices, i), ...matrixOf(matrices, j)]);
  let largest = 0;
  for (let k = 0; k < 11; k++) if (k % 4 !== 3) largest = Math.max(largest, Math.abs(both[k]));
  const scale = 2 ** Math.min(1023, -Math.floor(Math.log2(largest)));
  for (let k = 0; k < 32; k++) if (k % 4 !== 3) both[k] *= scale;
  return relativePlacement(both, 0, 1);
}

function matrixOf(matrices: Float64Array, i: number): Transform {
  return Array.from(matrices.subarray(16 * i, 16 * i + 16));
}
