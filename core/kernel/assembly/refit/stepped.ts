/**
 * Returns the next f32 in the lanes where `isOff` has all bits: the next above where `up` has all bits, else the next below. As integers, the bits
 * of f32 increase away from 0. A zero steps away from 0 to its own sign: a zero that was rounded has the sign of the exact number.
 */
// @ts-ignore: decorator
@inline
export function stepped(value: v128, isOff: v128, up: v128): v128 {
  const towards = v128.xor(i32x4.shr_s(value, 31), up);
  // Minus one, or one where it steps towards 0.
  return i32x4.add(value, i32x4.sub(v128.xor(isOff, towards), towards));
}
