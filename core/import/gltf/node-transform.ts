import type { GltfNode } from './document.ts';

/** A 4 x 4 matrix, column-major, f64. */
export type Matrix = readonly number[];

export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The node's own matrix, or T·R·S with the quaternion as written: normalising it would move vertices. */
export function parentFromNode(node: GltfNode): Matrix {
  if (node.matrix !== undefined) return node.matrix;
  const [tx = 0, ty = 0, tz = 0] = node.translation ?? [];
  const [x = 0, y = 0, z = 0, w = 1] = node.rotation ?? [];
  const [sx = 1, sy = 1, sz = 1] = node.scale ?? [];
  return [
    (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + w * z) * sx, 2 * (x * z - w * y) * sx, 0,
    2 * (x * y - w * z) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + w * x) * sy, 0,
    2 * (x * z + w * y) * sz, 2 * (y * z - w * x) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
    tx, ty, tz, 1,
  ];
}

/** a · b. */
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

/** Whether the matrix mirrors, so that the winding has to be turned. */
export function mirrors(m: Matrix): boolean {
  const determinant =
    m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2]);
  return determinant < 0;
}

/** Places `points` (3·V), summed from left to right as the catalogue defines, at `out[at...]`. Hot. */
export function transformPoints(m: Matrix, points: Float64Array, out: Float64Array, at: number): void {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = m as number[];
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i], y = points[i + 1], z = points[i + 2];
    out[at + i] = m0 * x + m4 * y + m8 * z + m12;
    out[at + i + 1] = m1 * x + m5 * y + m9 * z + m13;
    out[at + i + 2] = m2 * x + m6 * y + m10 * z + m14;
  }
}
