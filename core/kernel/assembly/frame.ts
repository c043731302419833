/**
 * The frame of f32 coordinates: (source − origin) · scale. The scale is a power of two that maps every coordinate of a finite triangle
 * to −1..1, so one set of error bounds serves every mesh. `core/tree/kinds/wide/frame.ts` chooses it.
 */
export let originX: f64 = 0;
export let originY: f64 = 0;
export let originZ: f64 = 0;
export let scale: f64 = 1;

export function setFrame(x: f64, y: f64, z: f64, factor: f64): void {
  originX = x;
  originY = y;
  originZ = z;
  scale = factor;
}

/** Returns two f64 as a vector. */
// @ts-ignore: decorator
@inline
export function pairOf(x: f64, y: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(x), 1, y);
}

/** Returns the vertex at an address as f32 x y z 0 in the frame, each with an error of at most 2⁻²⁵. */
// @ts-ignore: decorator
@inline
export function frameVertex(at: usize, originXY: v128, oz: f64, factorXY: v128, factor: f64): v128 {
  const xy = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(v128.load(at), originXY), factorXY));
  return f32x4.replace_lane(xy, 2, <f32>((load<f64>(at, 16) - oz) * factor));
}
