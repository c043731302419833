const sweeps = 12;

/**
 * Writes the eigenvectors of a symmetric matrix (6: xx, yy, zz, xy, yz, zx) into `axes` (9), each of length 1 up to
 * rounding, by Jacobi's method (1846). A diagonal matrix gives the coordinate axes.
 */
export function principalAxes(symmetric: Float64Array, axes: Float64Array): void {
  const [xx, yy, zz, xy, yz, zx] = symmetric as unknown as [number, number, number, number, number, number]; // six of six
  const a = Float64Array.of(xx, xy, zx, xy, yy, yz, zx, yz, zz);
  const v = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let p = 0; p < 2; p++) for (let q = p + 1; q < 3; q++) rotate(a, v, p, q);
  }
  // The columns of v are the vectors.
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) axes[3 * i + k] = v[3 * k + i];
}

/** Rotates rows and columns p and q so that their common element becomes 0. */
function rotate(a: Float64Array, v: Float64Array, p: number, q: number): void {
  const off = a[3 * p + q];
  // Nothing to rotate for a negligible element, or NaN.
  if (!(Math.abs(off) > 1e-18 * (Math.abs(a[4 * p]) + Math.abs(a[4 * q])))) return;
  const theta = (a[4 * q] - a[4 * p]) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const x = a[3 * k + p];
    const y = a[3 * k + q];
    a[3 * k + p] = c * x - s * y;
    a[3 * k + q] = s * x + c * y;
  }
  for (let k = 0; k < 3; k++) {
    const x = a[3 * p + k];
    const y = a[3 * q + k];
    a[3 * p + k] = c * x - s * y;
    a[3 * q + k] = s * x + c * y;
  }
  for (let k = 0; k < 3; k++) {
    const x = v[3 * k + p];
    const y = v[3 * k + q];
    v[3 * k + p] = c * x - s * y;
    v[3 * k + q] = s * x + c * y;
  }
}
