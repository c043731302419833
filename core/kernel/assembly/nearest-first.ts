/**
 * Returns the key of the nearest of one or more children within reach, a bit each; the lower half of a key is the reference. Pushes the others from
 * `top` on, eight bytes each, the nearest last. `distances` has eight f32 that are not negative, so they sort like integers.
 */
// @ts-ignore: decorator
@inline
export function nearestFirst(inReach: i32, references: usize, distances: usize, top: usize): i64 {
  const first = keyOf(inReach, references, distances);
  let bits = inReach & (inReach - 1);
  if (bits == 0) return first;
  // Most often there are two.
  const second = keyOf(bits, references, distances);
  let nearest = min(first, second);
  store<i64>(top, max(first, second));
  bits &= bits - 1;
  for (let end = top + 8; bits != 0; end += 8) {
    const key = keyOf(bits, references, distances);
    bits &= bits - 1;
    const later = max(nearest, key);
    nearest = min(nearest, key);
    let place = end;
    while (place > top && load<i64>(place - 8) < later) {
      store<i64>(place, load<i64>(place - 8));
      place -= 8;
    }
    store<i64>(place, later);
  }
  return nearest;
}

/** Returns the key of the child with the lowest bit. */
// @ts-ignore: decorator
@inline
function keyOf(bits: i32, references: usize, distances: usize): i64 {
  const lane = <usize>ctz(bits) << 2;
  return <i64>load<u32>(references + lane) | (<i64>load<u32>(distances + lane) << 32);
}
