import { allocate } from '../arena';

/** A u32 key, and a u32 that moves with it. */
const pairBytes: usize = 8;
const digitBits: u32 = 10;
const digits: usize = 1 << 10;
const digitMask: u32 = (1 << 10) - 1;
/** Passes over a key of 30 bits. */
const passes: u32 = 3;
/** Longer runs of equal keys are sorted by digits too. */
const maxInserted: u32 = 24;

/** u32: the pairs of each digit, then where its next pair goes; one after the other for all passes. */
let counts: usize = 0;

/**
 * Sorts pairs by their keys of 30 bits, and pairs with equal keys by the number of 30 bits that `lows` has for their values. Equal pairs keep their
 * order. `to` has the same size. Returns the address of the sorted pairs, which is one of the two; 0 without memory for the counts.
 */
export function sortCells(from: usize, to: usize, count: u32, lows: usize): usize {
  counts = allocate(4 * digits * <usize>passes);
  if (counts == 0) return 0;
  const sorted = sortByKey(from, to, count);
  const other = sorted == from ? to : from;
  for (let first: u32 = 0; first < count; ) {
    const key = load<u32>(sorted + (<usize>first << 3));
    let end = first + 1;
    while (end < count && load<u32>(sorted + (<usize>end << 3)) == key) end++;
    if (end - first > maxInserted) sortRun(sorted, other, first, end, lows, key);
    else if (end - first > 1) insertRun(sorted, first, end, lows);
    first = end;
  }
  return sorted;
}

/** Sorts by all digits, beginning with the lowest. Each pass is stable. */
function sortByKey(from: usize, to: usize, count: u32): usize {
  const end = from + pairBytes * <usize>count;
  memory.fill(counts, 0, 4 * digits * <usize>passes);
  for (let at = from; at < end; at += pairBytes) {
    const key = load<u32>(at);
    increment(slotOf(0, key));
    increment(slotOf(1, key));
    increment(slotOf(2, key));
  }
  let sorted = from, other = to;
  for (let pass: u32 = 0; pass < passes; pass++) {
    if (!placesOf(pass, count)) continue;
    const last = sorted + pairBytes * <usize>count;
    for (let at = sorted; at < last; at += pairBytes) {
      const pair = load<u64>(at);
      const slot = slotOf(pass, <u32>pair);
      store<u64>(other + (<usize>load<u32>(slot) << 3), pair);
      increment(slot);
    }
    const before = sorted;
    sorted = other;
    other = before;
  }
  return sorted;
}

// @ts-ignore: decorator
@inline
function slotOf(pass: u32, key: u32): usize {
  return counts + 4 * digits * <usize>pass + (<usize>((key >> (digitBits * pass)) & digitMask) << 2);
}

// @ts-ignore: decorator
@inline
function increment(slot: usize): void {
  store<u32>(slot, load<u32>(slot) + 1);
}

/** Replaces the counts of a pass by the first places; false where all have the same digit, which moves nothing. */
function placesOf(pass: u32, count: u32): bool {
  const from = counts + 4 * digits * <usize>pass;
  let sum: u32 = 0;
  for (let at = from; at < from + 4 * digits; at += 4) {
    const own = load<u32>(at);
    if (own == count) return false;
    store<u32>(at, sum);
    sum += own;
  }
  return true;
}

/** Sorts a short run of equal keys. */
function insertRun(pairs: usize, first: u32, end: u32, lows: usize): void {
  for (let i = first + 1; i < end; i++) {
    const pair = load<u64>(pairs + (<usize>i << 3));
    const low = lowBitsOf(lows, pair);
    let to = i;
    while (to > first) {
      const before = load<u64>(pairs + (<usize>(to - 1) << 3));
      if (lowBitsOf(lows, before) <= low) break;
      store<u64>(pairs + (<usize>to << 3), before);
      to--;
    }
    store<u64>(pairs + (<usize>to << 3), pair);
  }
}

/** Sorts a long run of equal keys. */
function sortRun(pairs: usize, other: usize, first: u32, end: u32, lows: usize, key: u32): void {
  const from = pairs + (<usize>first << 3), last = pairs + (<usize>end << 3);
  for (let at = from; at < last; at += pairBytes) store<u32>(at, lowBitsOf(lows, load<u64>(at)));
  const sorted = sortByKey(from, other + (<usize>first << 3), end - first);
  if (sorted != from) memory.copy(from, sorted, last - from);
  for (let at = from; at < last; at += pairBytes) store<u32>(at, key);
}

// @ts-ignore: decorator
@inline
function lowBitsOf(lows: usize, pair: u64): u32 {
  return load<u32>(lows + (<usize>(pair >> 32) << 2));
}
