/**
 * The next f32 in the lanes where `isOff` has all bits: the one above where `up` has all bits, else the one below. The bits of f32 are one more away from 0, one less
 * towards it. A zero steps away from its own sign: one that was rounded from a number beyond it has the sign of that.
 */
// @ts-ignore: decorator
@inline
export function stepped(value: v128, isOff: v128, up: v128): v128 {
  const towards = v128.xor(i32x4.shr_s(value, 31), up);
  // Minus one, or one where it steps towards 0.
  return i32x4.add(value, i32x4.sub(v128.xor(isOff, towards), towards));
}
