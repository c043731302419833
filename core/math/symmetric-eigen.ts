import type { Vec3 } from './vec3.ts';

export interface SymmetricEigen {
  /** Ascending. */
  readonly values: Vec3;
  /** Their unit eigenvectors, right-handed. */
  readonly vectors: readonly [Vec3, Vec3, Vec3];
}

/** A symmetric 3 x 3 matrix converges in fewer sweeps. */
const maxSweeps = 50;

/**
 * Returns eigenvalues and eigenvectors of a symmetric 3 x 3 matrix (9) of finite numbers. Each Jacobi rotation makes one off-diagonal
 * element 0 (Golub & Van Loan, "Matrix Computations", 8.5).
 */
export function symmetricEigen(matrix: readonly number[]): SymmetricEigen {
  const a = Float64Array.from(matrix);
  const v = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < maxSweeps && (a[1] !== 0 || a[2] !== 0 || a[5] !== 0); sweep++) {
    rotate(a, v, 0, 1);
    rotate(a, v, 0, 2);
    rotate(a, v, 1, 2);
  }
  const order = [0, 1, 2].sort((i, j) => a[4 * i] - a[4 * j]);
  const values = order.map((i) => a[4 * i]) as [number, number, number];
  const [first, second] = order.map((i): Vec3 => [v[i], v[3 + i], v[6 + i]]) as [Vec3, Vec3, Vec3];
  const third: Vec3 = [
    first[1] * second[2] - first[2] * second[1],
    first[2] * second[0] - first[0] * second[2],
    first[0] * second[1] - first[1] * second[0],
  ];
  return { values, vectors: [first, second, third] };
}

/** Makes a[p][q] 0, and rotates the eigenvectors (columns of `v`) with it. */
function rotate(a: Float64Array, v: Float64Array, p: number, q: number): void {
  const offDiagonal = a[3 * p + q];
  if (offDiagonal === 0) return;
  const app = a[4 * p];
  const aqq = a[4 * q];
  // Too small to change the diagonal: counts as 0.
  if (Math.abs(offDiagonal) < 1e-20 * (Math.abs(app) + Math.abs(aqq))) {
    a[3 * p + q] = a[3 * q + p] = 0;
    return;
  }
  const half = (aqq - app) / (2 * offDiagonal);
  const tangent = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.sqrt(half * half + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const r = 3 - p - q;
  const arp = a[3 * r + p];
  const arq = a[3 * r + q];
  a[4 * p] = app - tangent * offDiagonal;
  a[4 * q] = aqq + tangent * offDiagonal;
  a[3 * p + q] = a[3 * q + p] = 0;
  a[3 * r + p] = a[3 * p + r] = cosine * arp - sine * arq;
  a[3 * r + q] = a[3 * q + r] = sine * arp + cosine * arq;
  for (let k = 0; k < 3; k++) {
    const vp = v[3 * k + p];
    const vq = v[3 * k + q];
    v[3 * k + p] = cosine * vp - sine * vq;
    v[3 * k + q] = sine * vp + cosine * vq;
  }
}
