import { allocate, release } from '../arena';
import { merge } from './clusters';
import { codes } from './curve';
import { written } from './records';

/** Maximum length of a branch: different codes differ in one of 60 bits, equal ones in a bit of their positions. */
const maxBits: u32 = 96;

/** Merges the clusters by the bits of their codes, as `core/tree/splits/merge-along-curve.ts` does; false without memory. */
export function mergeAlongCurve(): bool {
  // Stack of incomplete clusters, and the highest bit in which the next triangle differs.
  const waiting = allocate(8 * (<usize>maxBits + 1));
  if (waiting == 0) return false;
  let top = waiting;
  for (let i: u32 = 0; i < written; i++) {
    const bit = i + 1 < written ? differingBit(i) : maxBits;
    let cluster = i;
    while (top > waiting && load<u32>(top - 4) < bit) {
      top -= 8;
      cluster = merge(load<u32>(top), cluster);
    }
    store<u32>(top, cluster);
    store<u32>(top, bit, 4);
    top += 8;
  }
  release(waiting);
  return true;
}

/** Returns the highest bit in which the codes at `at` and the next position differ, from 32; for equal codes that of the positions. */
function differingBit(at: u32): u32 {
  const difference = load<u64>(codes + (<usize>at << 3)) ^ load<u64>(codes + (<usize>at << 3), 8);
  if (difference != 0) return 32 + 63 - <u32>clz(difference);
  return 31 - <u32>clz(at ^ (at + 1));
}
