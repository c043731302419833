import { multiply } from '../../math/matrix.ts';
import { inverseTransform, type Transform } from '../../math/transform.ts';

/** Returns the transform that places instance j in the space of instance i, rounded. @param matrices (16·n) scene from mesh */
export function relativePlacement(matrices: Float64Array, i: number, j: number): Transform {
  const product = multiply(inverseTransform(matrixOf(matrices, i)), matrixOf(matrices, j));
  // The product of affine matrices is affine; rounding must not change its last row.
  return product.map((value, k) => (k === 15 ? 1 : k % 4 === 3 ? 0 : value));
}

function matrixOf(matrices: Float64Array, i: number): Transform {
  return Array.from(matrices.subarray(16 * i, 16 * i + 16));
}
