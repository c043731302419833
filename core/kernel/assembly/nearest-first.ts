/**
 * Returns the key of the nearest of several children within reach, a bit each; the lower half of a key is the reference. Pushes the others from
 * `top` on, eight bytes each, the nearest last. `distances` has eight f32 that are not negative, so they sort like integers.
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
