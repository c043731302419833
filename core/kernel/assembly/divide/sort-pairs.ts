import { allocate, release } from '../arena';

/** A key of 64 bits, and a u32 that moves with it. */
export const pairBytes: usize = 16;
export const valueAt: usize = 8;

const digitBits: u64 = 11;
const digits: usize = 1 << 11;
const digitMask: u64 = (1 << 11) - 1;

/**
 * Sorts pairs by the lower `bits` of their keys with a stable radix sort, using `to` of the same size. Returns the address of the sorted pairs, which is
 * one of the two; 0 without memory for the counts.
 */
export function sortPairs(from: usize, to: usize, count: u32, bits: u64): usize {
  const counts = allocate(4 * digits);
  if (counts == 0) return 0;
  let sorted = from, other = to;
  for (let shift: u64 = 0; shift < bits; shift += digitBits) {
    if (!sortByDigit(sorted, other, count, counts, shift)) continue;
    const before = sorted;
    sorted = other;
    other = before;
  }
  release(counts);
  return sorted;
}

/** Sorts by one digit; false where all have the same digit, which moves nothing. */
function sortByDigit(from: usize, to: usize, count: u32, counts: usize, shift: u64): bool {
  const end = from + pairBytes * <usize>count;
  memory.fill(counts, 0, 4 * digits);
  for (let at = from; at < end; at += pairBytes) {
    const slot = counts + (<usize>((load<u64>(at) >> shift) & digitMask) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let at = counts; at < counts + 4 * digits; at += 4) {
    const own = load<u32>(at);
    if (own == count) return false;
    store<u32>(at, sum);
    sum += own;
  }
  for (let at = from; at < end; at += pairBytes) {
    const slot = counts + (<usize>((load<u64>(at) >> shift) & digitMask) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    v128.store(to + pairBytes * <usize>place, v128.load(at));
  }
  return true;
}

/** Returns a key in the order of numbers that are not NaN; 0 and −0 are equal. */
export function keyOf(value: f64): u64 {
  const bits = reinterpret<u64>(value + 0);
  return bits >> 63 ? ~bits : bits | 0x8000_0000_0000_0000;
}
