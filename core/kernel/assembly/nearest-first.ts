/**
 * Of several children that are in reach, a bit each: gives the key of the nearest, whose lower half is its reference, and lets the others wait from
 * `top` on, eight bytes each, the nearer the higher. `distances` has eight f32 that are not negative, so they order like integers.
 */
// @ts-ignore: decorator
@inline
export function nearestFirst(inReach: i32, references: usize, distances: usize, top: usize): i64 {
  let bits = inReach;
  let lane = <usize>ctz(bits) << 2;
  bits &= bits - 1;
  let nearest = <i64>load<u32>(references + lane) | (<i64>load<u32>(distances + lane) << 32);
  let end = top;
  while (bits != 0) {
    lane = <usize>ctz(bits) << 2;
    bits &= bits - 1;
    const key = <i64>load<u32>(references + lane) | (<i64>load<u32>(distances + lane) << 32);
    const later = max(nearest, key);
    nearest = min(nearest, key);
    let place = end;
    while (place > top && load<i64>(place - 8) < later) {
      store<i64>(place, load<i64>(place - 8));
      place -= 8;
    }
    store<i64>(place, later);
    end += 8;
  }
  return nearest;
}
