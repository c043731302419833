import { areFinite, positions } from '../mesh';

/**
 * Minima and maxima of the three corners of a triangle, given the addresses of its vertices. `T` is the type of their coordinates, see `narrow.ts`. Bounds
 * are x and y as f64, with z apart; or x, y and z as f32, in one vector.
 */

/** Returns the address of the vertex at a corner, given the address of its index. */
// @ts-ignore: decorator
@inline
export function vertexOf<T>(corner: usize): usize {
  const vertex = <usize>load<u32>(corner);
  return positions + (sizeof<T>() == 4 ? vertex << 4 : 24 * vertex);
}

/** Returns whether three vertices are finite. */
// @ts-ignore: decorator
@inline
export function areFiniteOf<T>(a: usize, b: usize, c: usize): bool {
  if (sizeof<T>() == 8) return areFinite(a, b, c);
  const p = v128.load(a), q = v128.load(b), r = v128.load(c);
  // A finite number minus itself is 0; NaN and infinities give NaN.
  const sum = f32x4.add(f32x4.add(f32x4.sub(p, p), f32x4.sub(q, q)), f32x4.sub(r, r));
  return !v128.any_true(f32x4.ne(sum, sum));
}

/** Returns the minima of x and y, or of all three with f32. */
// @ts-ignore: decorator
@inline
export function lowOf<T>(a: usize, b: usize, c: usize): v128 {
  if (sizeof<T>() == 4) return f32x4.pmin(v128.load(c), f32x4.pmin(v128.load(b), v128.load(a)));
  return f64x2.pmin(v128.load(c), f64x2.pmin(v128.load(b), v128.load(a)));
}

/** Returns the maxima of x and y, or of all three with f32. */
// @ts-ignore: decorator
@inline
export function highOf<T>(a: usize, b: usize, c: usize): v128 {
  if (sizeof<T>() == 4) return f32x4.pmax(v128.load(c), f32x4.pmax(v128.load(b), v128.load(a)));
  return f64x2.pmax(v128.load(c), f64x2.pmax(v128.load(b), v128.load(a)));
}

/** Returns the minimum of z, twice, with f64. */
// @ts-ignore: decorator
@inline
export function lowZOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmin(v128.load64_splat(c, 16), f64x2.pmin(v128.load64_splat(b, 16), v128.load64_splat(a, 16)));
}

/** Returns the maximum of z, twice, with f64. */
// @ts-ignore: decorator
@inline
export function highZOf(a: usize, b: usize, c: usize): v128 {
  return f64x2.pmax(v128.load64_splat(c, 16), f64x2.pmax(v128.load64_splat(b, 16), v128.load64_splat(a, 16)));
}

/** Returns the upper two of four f32 as f64. */
// @ts-ignore: decorator
@inline
export function upperOf(vector: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<u64>(vector, vector, 1, 1));
}
