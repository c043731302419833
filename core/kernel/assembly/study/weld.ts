import { allocate, release } from '../arena';
import { positions, vertices } from '../mesh';
import { welded } from './tables';

/** An odd number without a pattern: multiplication by it carries low bits to the upper bits, which choose the slot. */
const mixer: u64 = 0x9e37_79b9_7f4a_7c15;

/** Writes for each vertex the lowest vertex at the same position, as `weldVertices` does; false without memory. */
export function weld(): bool {
  let bits: u64 = 3;
  while ((<u64>1 << bits) < 2 * <u64>vertices) bits++;
  const size: usize = <usize>1 << <usize>bits;
  const slots = allocate(4 * size);
  if (slots == 0) return false;
  memory.fill(slots, 0, 4 * size);
  const mask = size - 1, shift = 64 - bits;
  for (let vertex: u32 = 0; vertex < vertices; vertex++) {
    const at = positions + 24 * <usize>vertex;
    // Adding 0 changes -0 to 0.
    const x = load<f64>(at) + 0, y = load<f64>(at, 8) + 0, z = load<f64>(at, 16) + 0;
    store<u32>(welded + 4 * <usize>vertex, vertex);
    // NaN is unequal to all, and would fill the table.
    if (x != x || y != y || z != z) continue;
    let slot = <usize>(hash(x, y, z) >> shift);
    for (;;) {
      const found = load<u32>(slots + 4 * slot);
      if (found == 0) {
        store<u32>(slots + 4 * slot, vertex + 1);
        break;
      }
      const other = positions + 24 * <usize>(found - 1);
      if (load<f64>(other) == x && load<f64>(other, 8) == y && load<f64>(other, 16) == z) {
        store<u32>(welded + 4 * <usize>vertex, found - 1);
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  release(slots);
  return true;
}

// @ts-ignore: decorator
@inline
function hash(x: f64, y: f64, z: f64): u64 {
  return mix(mix(mix(reinterpret<u64>(x)) ^ reinterpret<u64>(y)) ^ reinterpret<u64>(z));
}

// @ts-ignore: decorator
@inline
function mix(word: u64): u64 {
  const mixed = (word ^ (word >> 32)) * mixer;
  return mixed ^ (mixed >> 29);
}
