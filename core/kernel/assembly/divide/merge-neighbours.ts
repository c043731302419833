import { allocate } from '../arena';
import { boxOf, mergeUnless, merges } from './clusters';
import { dividedOrder } from './limits';
import { findNearest, reserveSides, setSides } from './nearest-neighbours';
import { written } from './records';

/** A round that merges less than this fraction of the clusters (one in 16) is followed by a round that merges all in pairs. */
const minShare: u32 = 16;

/**
 * The clusters that are not merged yet, in the order of the curve: u32 numbers, u32 positions of the nearest neighbours. Then u32 positions of
 * those that are left after a round, of two that are merged the first.
 */
let count: u32 = 0;
let ids: usize = 0;
let nearest: usize = 0;
let left: usize = 0;

/** Begins with all clusters of `reserveClusters`; false without memory. The order is no longer needed. */
export function beginNeighbours(): bool {
  count = written;
  ids = allocate(8 * <usize>count);
  nearest = ids + 4 * <usize>count;
  left = dividedOrder;
  if (ids == 0 || !reserveSides(count)) return false;
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(ids + (<usize>i << 2), i);
    setSides(i, boxOf(i));
  }
  return true;
}

/** Does one round of PLOC, as `core/tree/splits/merge-neighbours.ts` does. Returns the number of clusters that are left; 1 or 0 at the end. */
export function mergeNeighbours(): u32 {
  if (count <= 1) return count;
  findNearest(count, nearest);
  const before = merges;
  mergeMutual();
  if ((merges - before) * minShare >= count) return count;
  for (let i: u32 = 0; i < count; i++) store<u32>(nearest + (<usize>i << 2), (i ^ 1) < count ? i ^ 1 : i);
  mergeMutual();
  return count;
}

/** Merges clusters that are each other's nearest, and compacts the list. No branch depends on the neighbours, which no processor can predict. */
function mergeMutual(): void {
  let kept = left;
  for (let i: u32 = 0; i < count; i++) {
    const other = nearestOf(i);
    store<u32>(kept, i);
    kept += 4 * <usize>!(<i32>(nearestOf(other) == i) & <i32>(other < i));
  }
  count = <u32>((kept - left) >> 2);
  for (let i: u32 = 0; i < count; i++) {
    const one = load<u32>(left + (<usize>i << 2)), other = nearestOf(one);
    const id = mergeUnless(<bool>(<i32>(nearestOf(other) != one) | <i32>(other == one)), idAt(one), idAt(other));
    store<u32>(ids + (<usize>i << 2), id);
    setSides(i, boxOf(id));
  }
}

// @ts-ignore: decorator
@inline
function nearestOf(position: u32): u32 {
  return load<u32>(nearest + (<usize>position << 2));
}

// @ts-ignore: decorator
@inline
function idAt(position: u32): u32 {
  return load<u32>(ids + (<usize>position << 2));
}
