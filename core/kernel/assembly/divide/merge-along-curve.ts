import { allocate, release } from '../arena';
import { merge } from './clusters';
import { changes } from './curve';
import { written } from './records';

/** Maximum length of a branch: different codes differ in one of 60 bits, equal ones in a bit of their positions. Higher than any change. */
const maxBits: u32 = 96;

/** Merges the clusters by the bits of their codes, as `core/tree/splits/merge-along-curve.ts` does; false without memory. */
export function mergeAlongCurve(): bool {
  // Stack of incomplete clusters, and the highest bit in which the next triangle differs.
  const waiting = allocate(8 * (<usize>maxBits + 1));
  if (waiting == 0) return false;
  let top = waiting;
  for (let i: u32 = 0; i < written; i++) {
    const bit = i + 1 < written ? <u32>load<u8>(changes + <usize>i) : maxBits;
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
