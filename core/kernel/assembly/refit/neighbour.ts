/** The next f32 below where `up` is 0, above where it has all bits; `ofZero` is that of 0: the bits of others are one less or more. */
// @ts-ignore: decorator
@inline
export function neighbour(value: v128, up: v128, ofZero: v128): v128 {
  const step = v128.or(i32x4.shr_s(value, 31), i32x4.splat(1));
  const next = i32x4.sub(value, i32x4.sub(v128.xor(step, up), up));
  return v128.bitselect(ofZero, next, f32x4.eq(value, f32x4.splat(0)));
}
