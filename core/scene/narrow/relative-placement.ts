import { InspectorError } from '../../error.ts';
import { multiply } from '../../math/matrix.ts';
import { checkTransform, inverseTransform, type Transform } from '../../math/transform.ts';

/** Returns the transform that places instance j in the space of instance i, rounded. @param matrices (16·n) scene from mesh */
export function relativePlacement(matrices: Float64Array, i: number, j: number): Transform {
  const product = multiply(inverseTransform(matrixOf(matrices, i)), matrixOf(matrices, j));
  // The product of affine matrices is affine; rounding must not change its last row.
  return product.map((value, k) => (k === 15 ? 1 : k % 4 === 3 ? 0 : value));
}

/**
 * As `relativePlacement`, of matrices whose determinants leave the range of f64. The linear part of each is scaled by a power of two to a size
 * near 1, and the product is scaled back. As long as the elements of a matrix do not differ by more than the range of f64 among themselves, and
 * the product is in it, no digit changes.
 */
export function scaledRelativePlacement(matrices: Float64Array, i: number, j: number): Transform {
  const [a, ofA] = scaledToOne(matrixOf(matrices, i));
  const [b, ofB] = scaledToOne(matrixOf(matrices, j));
  const both = Float64Array.from([...a, ...b]);
  // Translations are not scaled: the linear part of the product has the scales of both, and its translation that of the inverse.
  return relativePlacement(both, 0, 1).map((value, k) => (k % 4 === 3 ? value : k > 11 ? value * 2 ** ofA : value * 2 ** (ofA - ofB)));
}

/** Returns a matrix whose linear part is multiplied by a power of two, and the exponent of that power. */
function scaledToOne(matrix: Transform): readonly [matrix: Transform, exponent: number] {
  const exponent = Math.min(1023, -Math.floor(Math.log2(largestOf(matrix, 0))));
  return [matrix.map((value, k) => (k < 11 && k % 4 !== 3 ? value * 2 ** exponent : value)), exponent];
}

/** Returns the placement of j in the space of i; `null` if its numbers leave the range of f64, or flatten a mesh. */
export function pairPlacement(matrices: Float64Array, i: number, j: number): Transform | null {
  const isPlain = isOfPlainSize(matrices, i) && isOfPlainSize(matrices, j);
  const placed = isPlain ? relativePlacement(matrices, i, j) : scaledRelativePlacement(matrices, i, j);
  // Below, smaller elements lose digits.
  if (largestOf(placed, 0) < minPlaced) return null;
  try {
    return checkTransform(placed);
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    return null;
  }
}

/** Largest elements in this range have determinants and inverses of full precision. */
const maxPlain = 2 ** 300;

const minPlaced = 2 ** -960;

function isOfPlainSize(matrices: Float64Array, i: number): boolean {
  const largest = largestOf(matrices, 16 * i);
  return largest <= maxPlain && largest * maxPlain >= 1;
}

/** Returns the largest absolute value of the linear part of a matrix. */
function largestOf(matrices: ArrayLike<number>, from: number): number {
  let largest = 0;
  for (let k = 0; k < 11; k++) if (k % 4 !== 3) largest = Math.max(largest, Math.abs(matrices[from + k]));
  return largest;
}

function matrixOf(matrices: Float64Array, i: number): Transform {
  return Array.from(matrices.subarray(16 * i, 16 * i + 16));
}
