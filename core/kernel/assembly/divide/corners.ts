/** Minima and maxima of the three corners of a triangle, given their addresses: x and y, and z twice. */

// @ts-ignore: decorator
@inline
export function lowOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmin(v128.load(c), f64x2.pmin(v128.load(b), v128.load(a)));
}

// @ts-ignore: decorator
@inline
export function highOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmax(v128.load(c), f64x2.pmax(v128.load(b), v128.load(a)));
}

// @ts-ignore: decorator
@inline
export function lowZOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmin(v128.load64_splat(c, 16), f64x2.pmin(v128.load64_splat(b, 16), v128.load64_splat(a, 16)));
}

// @ts-ignore: decorator
@inline
export function highZOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmax(v128.load64_splat(c, 16), f64x2.pmax(v128.load64_splat(b, 16), v128.load64_splat(a, 16)));
}
