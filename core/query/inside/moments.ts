/**
 * A cluster of triangles as its far field (26 numbers): centre, radius, area, a bound of the rounding, spread, then moments. These are the moments of
 * the area normals `n` about the centre, of order 0 (3 numbers), 1 (6, symmetric) and 2 (10, symmetric):
 *
 *     D_i = Σ n_i     Q_ij = Σ ȳ_i n_j     T_ijk = Σ mean(y_i y_j) n_k     y = x − centre, symmetric parts only
 *
 * Source: Barill et al., "Fast Winding Numbers for Soups and Clouds" (2018). The error bound is not from there; see `farFieldBound`.
 */
export const momentNumbers = 26;
export const radiusNumber = 3;
export const areaNumber = 4;
export const roundingNumber = 5;
/** Mean over the area of the third power of the distance from the centre, rounded up. */
export const spreadNumber = 6;
const normalAt = 7;
const firstAt = 10;
const secondAt = 16;
/** Of the 6 numbers of a symmetric matrix: row and column. */
const pairs = [0, 0, 0, 1, 0, 2, 1, 1, 1, 2, 2, 2] as const;
/** Of the 10 numbers of a symmetric tensor: its three indices. */
const triples = [0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1, 1, 0, 1, 2, 0, 2, 2, 1, 1, 1, 1, 1, 2, 1, 2, 2, 2, 2, 2] as const;

/** Number of the matrix entry (i, j). */
const pairOf = [0, 1, 2, 1, 3, 4, 2, 4, 5] as const;

/** Adds a triangle to the moments at `at`, whose centre is set. `corners` (9) are scaled; `n` (3) is its area normal. */
export function addTriangleMoments(moments: Float64Array, at: number, corners: Float64Array, normal: Float64Array): void {
  const y = new Float64Array(12);
  for (let k = 0; k < 3; k++) {
    for (let corner = 0; corner < 3; corner++) y[3 * corner + k] = corners[3 * corner + k] - moments[at + k];
    y[9 + k] = (y[k] + y[3 + k] + y[6 + k]) / 3;
    moments[at + normalAt + k] += normal[k];
  }
  for (let m = 0; m < 6; m++) {
    const i = pairs[2 * m];
    const j = pairs[2 * m + 1];
    moments[at + firstAt + m] += (y[9 + i] * normal[j] + y[9 + j] * normal[i]) / 2;
  }
  for (let m = 0; m < 10; m++) {
    const i = triples[3 * m];
    const j = triples[3 * m + 1];
    const k = triples[3 * m + 2];
    moments[at + secondAt + m] +=
      (meanProduct(y, i, j) * normal[k] + meanProduct(y, j, k) * normal[i] + meanProduct(y, k, i) * normal[j]) / 3;
  }
}

/** Mean of y_i·y_j over a triangle: exact for its corners and centroid. */
function meanProduct(y: Float64Array, i: number, j: number): number {
  return (y[i] * y[j] + y[3 + i] * y[3 + j] + y[6 + i] * y[6 + j] + 9 * y[9 + i] * y[9 + j]) / 12;
}

/** Adds the moments at `from` to those at `at`, about the centre of the latter. */
export function addMoments(moments: Float64Array, at: number, from: number): void {
  const d = [moments[from] - moments[at], moments[from + 1] - moments[at + 1], moments[from + 2] - moments[at + 2]] as const;
  const n = from + normalAt;
  const q = from + firstAt;
  for (let m = 0; m < 10; m++) {
    const i = triples[3 * m];
    const j = triples[3 * m + 1];
    const k = triples[3 * m + 2];
    const ofFirst =
      d[i] * moments[q + pairOf[3 * j + k]!] + d[j] * moments[q + pairOf[3 * i + k]!] + d[k] * moments[q + pairOf[3 * i + j]!];
    const ofNormal = d[i] * d[j] * moments[n + k] + d[j] * d[k] * moments[n + i] + d[k] * d[i] * moments[n + j];
    moments[at + secondAt + m] += moments[from + secondAt + m] + (2 * ofFirst + ofNormal) / 3;
  }
  for (let m = 0; m < 6; m++) {
    const i = pairs[2 * m];
    const j = pairs[2 * m + 1];
    moments[at + firstAt + m] += moments[q + m] + (d[i] * moments[n + j] + d[j] * moments[n + i]) / 2;
  }
  for (let k = 0; k < 3; k++) moments[at + normalAt + k] += moments[n + k];
  moments[at + areaNumber] += moments[from + areaNumber];
  moments[at + roundingNumber] += moments[from + roundingNumber];
}

/**
 * Returns the solid angle of a cluster seen from a point, by its moments up to order 2. (x, y, z) is the centre minus the point and
 * `inverse` one over its length. Hot.
 */
export function farField(moments: Float64Array, at: number, x: number, y: number, z: number, inverse: number): number {
  const ux = x * inverse;
  const uy = y * inverse;
  const uz = z * inverse;
  const n = at + normalAt;
  const q = at + firstAt;
  const t = at + secondAt;
  const xx = ux * ux;
  const yy = uy * uy;
  const zz = uz * uz;
  const order0 = moments[n] * ux + moments[n + 1] * uy + moments[n + 2] * uz;
  const trace = moments[q] + moments[q + 3] + moments[q + 5];
  const form =
    moments[q] * xx +
    moments[q + 3] * yy +
    moments[q + 5] * zz +
    2 * (moments[q + 1] * ux * uy + moments[q + 2] * ux * uz + moments[q + 4] * uy * uz);
  const traces =
    (moments[t] + moments[t + 3] + moments[t + 5]) * ux +
    (moments[t + 1] + moments[t + 6] + moments[t + 8]) * uy +
    (moments[t + 2] + moments[t + 7] + moments[t + 9]) * uz;
  const cube =
    moments[t] * xx * ux +
    moments[t + 6] * yy * uy +
    moments[t + 9] * zz * uz +
    3 *
      (moments[t + 1] * xx * uy +
        moments[t + 2] * xx * uz +
        moments[t + 3] * ux * yy +
        moments[t + 5] * ux * zz +
        moments[t + 7] * yy * uz +
        moments[t + 8] * uy * zz) +
    6 * moments[t + 4] * ux * uy * uz;
  return inverse * inverse * (order0 + inverse * (trace - 3 * form + inverse * (7.5 * cube - 4.5 * traces)));
}

/**
 * Returns the error of `farField` per unit of area of the cluster, rounding apart. `ratio` is its radius over the distance of its centre, below 1,
 * and `spread` the mean of |y|³.
 *
 * The potential of a unit charge, 1/|x − p|, is a series of solid harmonics |y|^k·P_k(cos γ)/R^(k+1). By the inequality of Bernstein and Szegő for
 * trigonometric polynomials, T'² + k²T² ≤ k²·max T², the gradient of each term is at most k·|y|^(k−1)/R^(k+1). Orders 0 to 2 are the terms
 * k = 1 to 3; the rest, with |y|^(k−1) at most |y|³·r^(k−4),
 * adds up to |y|³/R⁵ · (4 − 3ρ)/(1 − ρ)². Hot.
 */
export function farFieldBound(ratio: number, spread: number, inverse: number): number {
  const rest = 1 - ratio;
  const square = inverse * inverse;
  return (spread * square * square * inverse * (4 - 3 * ratio)) / (rest * rest);
}
