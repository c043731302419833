import { componentsWord } from '../../layouts/study';
import { allocate, release } from '../arena';
import { vertices } from '../mesh';
import { setCount } from './counts';
import { componentOf, corners, none, plain, states, triangles } from './tables';

/** (V) u32 for each vertex another one of its set, nearer to the root. The root is the lowest vertex. */
let sets: usize = 0;

/** Numbers the components as `core/mesh/components.ts` does; false without memory. */
export function findComponents(): bool {
  sets = allocate(4 * <usize>vertices);
  const numbers = allocate(4 * <usize>vertices);
  if (numbers == 0) {
    if (sets != 0) release(sets);
    return false;
  }
  for (let vertex: u32 = 0; vertex < vertices; vertex++) store<u32>(sets + 4 * <usize>vertex, vertex);
  for (let t: usize = 0; t < <usize>triangles; t++) {
    if (load<u8>(states + t) != plain) continue;
    const at = corners + 12 * t;
    const root = unite(rootOf(load<u32>(at)), rootOf(load<u32>(at, 4)));
    unite(root, rootOf(load<u32>(at, 8)));
  }
  memory.fill(numbers, 0xff, 4 * <usize>vertices);
  let count: u32 = 0;
  for (let t: usize = 0; t < <usize>triangles; t++) {
    let number = none;
    if (load<u8>(states + t) == plain) {
      const slot = numbers + 4 * <usize>rootOf(load<u32>(corners + 12 * t));
      number = load<u32>(slot);
      if (number == none) {
        number = count++;
        store<u32>(slot, number);
      }
    }
    store<u32>(componentOf + 4 * t, number);
  }
  setCount(componentsWord, count);
  release(sets);
  return true;
}

// @ts-ignore: decorator
@inline
function rootOf(member: u32): u32 {
  let at = member, up = load<u32>(sets + 4 * <usize>at);
  while (up != at) {
    const upper = load<u32>(sets + 4 * <usize>up);
    store<u32>(sets + 4 * <usize>at, upper);
    at = upper;
    up = load<u32>(sets + 4 * <usize>at);
  }
  return at;
}

/** Unites the sets of two roots and returns the root of both. */
// @ts-ignore: decorator
@inline
function unite(a: u32, b: u32): u32 {
  const root = min(a, b);
  store<u32>(sets + 4 * <usize>max(a, b), root);
  return root;
}
