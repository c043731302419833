/**
 * Sums and products of unevaluated pairs of f64: (2) head and tail, about 106 bits. Relative errors are below 2⁻¹⁰⁰ without cancellation. Source:
 * Dekker, "A Floating-Point Technique for Extending the Available Precision" (1971). Hot; pairs are numbers 2·i and 2·i + 1 of an array.
 */

/** Writes p − q of two f64, exactly. */
export function pairOfDifference(out: Float64Array, i: number, p: number, q: number): void {
  const head = p - q;
  const part = head - p;
  out[2 * i] = head;
  out[2 * i + 1] = p - (head - part) - (q + part);
}

/** Adds the product of pairs p and q of `from`, times `sign`, to pair i of `out`. */
export function addPairProduct(out: Float64Array, i: number, from: Float64Array, p: number, q: number, sign: number): void {
  const a = from[2 * p];
  const b = from[2 * q];
  const head = a * b;
  addPair(out, i, sign * head, sign * (productError(a, b, head) + (a * from[2 * q + 1] + from[2 * p + 1] * b)));
}

/** Adds the product of pair p of `from` and an f64 to pair i of `out`. */
export function addPairTimes(out: Float64Array, i: number, from: Float64Array, p: number, factor: number): void {
  const a = from[2 * p];
  const head = a * factor;
  addPair(out, i, head, productError(a, factor, head) + from[2 * p + 1] * factor);
}

function addPair(out: Float64Array, i: number, head: number, tail: number): void {
  const before = out[2 * i];
  const sum = before + head;
  const part = sum - before;
  const rest = before - (sum - part) + (head - part) + (out[2 * i + 1] + tail);
  out[2 * i] = sum + rest;
  out[2 * i + 1] = rest - (out[2 * i] - sum);
}

/** Writes the cross product of the vectors of three pairs each, from pairs p and q on, to three pairs from i on. */
export function pairCross(s: Float64Array, i: number, p: number, q: number): void {
  s.fill(0, 2 * i, 2 * i + 6);
  for (let k = 0; k < 3; k++) {
    const next = k === 2 ? 0 : k + 1;
    const last = k === 0 ? 2 : k - 1;
    addPairProduct(s, i + k, s, p + next, q + last, 1);
    addPairProduct(s, i + k, s, p + last, q + next, -1);
  }
}

/** Writes the product of the vectors of three pairs each, from pairs p and q on, to pair i. */
export function pairDot(s: Float64Array, i: number, p: number, q: number): void {
  s.fill(0, 2 * i, 2 * i + 2);
  for (let k = 0; k < 3; k++) addPairProduct(s, i, s, p + k, q + k, 1);
}

/** As `pairDot`, with a vector of three f64. */
export function pairDotTimes(s: Float64Array, i: number, p: number, factors: Float64Array): void {
  s.fill(0, 2 * i, 2 * i + 2);
  for (let k = 0; k < 3; k++) addPairTimes(s, i, s, p + k, factors[k]);
}

/** Writes the quotient of pairs p and q to pair i. */
export function pairQuotient(s: Float64Array, i: number, p: number, q: number): void {
  const top = s[2 * p];
  const bottom = s[2 * q];
  const head = top / bottom;
  const product = head * bottom;
  const rest = top - product - productError(head, bottom, product) + (s[2 * p + 1] - head * s[2 * q + 1]);
  s[2 * i] = head;
  s[2 * i + 1] = rest / bottom;
}

/** Returns the f64 nearest to a pair with an error of at most `slack`; NaN where that does not decide. */
export function roundedPair(s: Float64Array, i: number, slack: number): number {
  const head = s[2 * i];
  const tail = s[2 * i + 1];
  const low = head + (tail - slack);
  return low === head + (tail + slack) ? low : Number.NaN;
}

/** Returns the largest absolute head of a vector of three pairs. */
export function largestOfPairs(s: Float64Array, i: number): number {
  return Math.max(Math.abs(s[2 * i]), Math.abs(s[2 * i + 2]), Math.abs(s[2 * i + 4]));
}

const splitter = 2 ** 27 + 1;

/** Returns p·q − head, where head is p·q rounded; exact without overflow and underflow. */
export function productError(p: number, q: number, head: number): number {
  const bigP = splitter * p;
  const highP = bigP - (bigP - p);
  const lowP = p - highP;
  const bigQ = splitter * q;
  const highQ = bigQ - (bigQ - q);
  const lowQ = q - highQ;
  return lowP * lowQ - (head - highP * highQ - lowP * highQ - highP * lowQ);
}
