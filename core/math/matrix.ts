import type { Matrix } from './transform.ts';

/** Returns a · b of 4 x 4 matrices, column-major, each sum from left to right. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      out.push(sum);
    }
  }
  return out;
}

/** Whether the matrix mirrors, so that the winding must be flipped. */
export function mirrors(m: Matrix): boolean {
  const determinant = m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2]);
  return determinant < 0;
}
