/** A box as f64 min x, min y, min z, −max x, −max y, −max z. With negated maxima a box grows by three minima of two numbers each. */
export const boxBytes: usize = 48;

export function clearBox(box: usize): void {
  const none = f64x2.splat(f64.POSITIVE_INFINITY);
  storeBox(box, none, none, none);
}

/** Extends a box by another. */
// @ts-ignore: decorator
@inline
export function growBox(box: usize, by: usize): void {
  v128.store(box, f64x2.pmin(v128.load(box), v128.load(by)));
  v128.store(box, f64x2.pmin(v128.load(box, 16), v128.load(by, 16)), 16);
  v128.store(box, f64x2.pmin(v128.load(box, 32), v128.load(by, 32)), 32);
}

// @ts-ignore: decorator
@inline
export function copyBox(to: usize, from: usize): void {
  storeBox(to, v128.load(from), v128.load(from, 16), v128.load(from, 32));
}

/** Writes a box of three pairs. */
// @ts-ignore: decorator
@inline
export function storeBox(box: usize, a: v128, b: v128, c: v128): void {
  v128.store(box, a);
  v128.store(box, b, 16);
  v128.store(box, c, 32);
}

/** Writes bounds (x and y, and z) as a box. */
// @ts-ignore: decorator
@inline
export function storeBounds(box: usize, low: v128, lowZ: v128, high: v128, highZ: v128): void {
  v128.store(box, low);
  v128.store64_lane(box, lowZ, 0, 16);
  v128.store(box, f64x2.neg(high), 24);
  v128.store64_lane(box, f64x2.neg(highZ), 0, 40);
}

/** Returns half the area of a box of three pairs. */
// @ts-ignore: decorator
@inline
export function halfArea(a: v128, b: v128, c: v128): f64 {
  const x = -f64x2.extract_lane(b, 1) - f64x2.extract_lane(a, 0);
  const y = -f64x2.extract_lane(c, 0) - f64x2.extract_lane(a, 1);
  const z = -f64x2.extract_lane(c, 1) - f64x2.extract_lane(b, 0);
  return x * y + y * z + z * x;
}

/** Returns the centre of a box on an axis. */
// @ts-ignore: decorator
@inline
export function centreOf(box: usize, axis: usize): f64 {
  return load<f64>(box + (axis << 3)) * 0.5 - load<f64>(box + (axis << 3), 24) * 0.5;
}

/** Returns the length of a side of a box. */
// @ts-ignore: decorator
@inline
export function sideOf(box: usize, axis: usize): f64 {
  return -load<f64>(box + (axis << 3), 24) - load<f64>(box + (axis << 3));
}
