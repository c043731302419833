import { allocate } from '../arena';

/** Keys are u64: the bits to sort by, above the number of a triangle. So no two are equal. */
const keyBytes: usize = 8;
const maxDigitBits: u32 = 14;
/** Two digits have the bits that count the keys, and this many more. So few keys share both. */
const moreBits: u32 = 8;
/** Longer runs of keys that share both digits are sorted by digits again. */
const maxInserted: u32 = 24;

/** u32: the keys of each digit, then where its next key goes. First those of the low digit. */
let counts: usize = 0;

/** Reserves memory to count digits; false without memory. */
export function reserveCounts(): bool {
  counts = allocate(<usize>8 << maxDigitBits);
  return counts != 0;
}

/**
 * Sorts keys in place by their bits from `bottom` to `top`; those above are equal. `other` has the same size. Keys with the same bits must be in order
 * already. Two passes over digits leave short runs, in which keys are inserted.
 */
export function sortKeys(from: usize, other: usize, count: u32, bottom: u32, top: u32): void {
  let shift = top;
  if (count > maxInserted) {
    const digitBits = min(min(maxDigitBits, (32 - <u32>clz(count) + moreBits) >> 1), (top - bottom + 1) >> 1);
    shift = bottom + 2 * digitBits < top ? top - 2 * digitBits : bottom;
    sortByDigits(from, other, count, shift, digitBits);
  }
  if (shift == bottom) return;
  const end = from + keyBytes * <usize>count;
  for (let at = from + keyBytes; at < end; at += keyBytes) {
    const key = load<u64>(at);
    if (load<u64>(at - keyBytes) < key || insert(from, at, key)) continue;
    const run = runOf(from, at, key, shift);
    while (at + keyBytes < end && (load<u64>(at + keyBytes) ^ key) >> shift == 0) at += keyBytes;
    sortKeys(run, other + (run - from), <u32>((at - run) / keyBytes) + 1, bottom, shift);
  }
}

/** Moves the key at an address before those that are larger; false after `maxInserted` of them, where more may follow. */
// @ts-ignore: decorator
@inline
function insert(from: usize, at: usize, key: u64): bool {
  const farthest = max(from, at - min(at, keyBytes * <usize>maxInserted));
  let to = at;
  while (to > farthest && load<u64>(to - keyBytes) > key) {
    store<u64>(to, load<u64>(to - keyBytes));
    to -= keyBytes;
  }
  store<u64>(to, key);
  return to > farthest || to == from;
}

/** Returns the first key before an address that has the bits of `key` from `shift` on. */
function runOf(from: usize, at: usize, key: u64, shift: u32): usize {
  let run = at;
  while (run > from && (load<u64>(run - keyBytes) ^ key) >> shift == 0) run -= keyBytes;
  return run;
}

/** Sorts by two digits, the lower of which begins at the bit `shift`. Each pass is stable. */
function sortByDigits(from: usize, to: usize, count: u32, shift: u32, digitBits: u32): void {
  const end = from + keyBytes * <usize>count;
  const bytes = <usize>4 << digitBits;
  const mask = bytes - 4;
  const highCounts = counts + bytes, highShift = shift + digitBits;
  memory.fill(counts, 0, 2 * bytes);
  for (let at = from; at < end; at += keyBytes) {
    const key = load<u64>(at);
    increment(slotOf(counts, key, shift, mask));
    increment(slotOf(highCounts, key, highShift, mask));
  }
  const movesLow = writePlaces(counts, bytes, to, count), movesHigh = writePlaces(highCounts, bytes, movesLow ? from : to, count);
  if (movesLow) moveKeys(from, end, counts, shift, mask);
  if (movesHigh && movesLow) moveKeys(to, to + (end - from), highCounts, highShift, mask);
  else if (movesHigh) moveKeys(from, end, highCounts, highShift, mask);
  if (movesHigh != movesLow) memory.copy(from, to, end - from);
}

/** Replaces counts by the addresses where the first key of each digit goes; false where all have the same digit, which moves nothing. */
function writePlaces(from: usize, bytes: usize, to: usize, count: u32): bool {
  let place = to;
  for (let at = from; at < from + bytes; at += 4) {
    const own = load<u32>(at);
    if (own == count) return false;
    store<u32>(at, <u32>place);
    place += keyBytes * <usize>own;
  }
  return true;
}

/** Moves the keys [from, end) to the places of their digits. */
function moveKeys(from: usize, end: usize, places: usize, shift: u32, mask: usize): void {
  for (let at = from; at < end; at += keyBytes) {
    const key = load<u64>(at);
    const slot = slotOf(places, key, shift, mask);
    const to = load<u32>(slot);
    store<u64>(<usize>to, key);
    store<u32>(slot, to + <u32>keyBytes);
  }
}

// @ts-ignore: decorator
@inline
function slotOf(table: usize, key: u64, shift: u32, mask: usize): usize {
  return table + ((<usize>(key >> <u64>shift) << 2) & mask);
}

// @ts-ignore: decorator
@inline
function increment(slot: usize): void {
  store<u32>(slot, load<u32>(slot) + 1);
}
