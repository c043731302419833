import { pairDigitBits } from '../../layouts/pair';
import { allocate, release } from '../arena';

/** Intersecting pairs: u32 triangle of A, u32 triangle of B. The same amount of memory follows, to sort in. */
export let found: usize = 0;
let capacity: u32 = 0;
export let foundCount: u32 = 0;
/** Whether memory has ended. */
export let isFull: bool = false;
/** Whether there are more pairs than the limit. */
export let areTooMany: bool = false;
let limit: u32 = 0;
const pairBytes: usize = 8;

export function clearPairs(maxPairs: u32): void {
  foundCount = 0;
  isFull = false;
  areTooMany = false;
  limit = maxPairs;
}

export function keepPair(a: u32, b: u32): void {
  if (foundCount == limit) {
    areTooMany = true;
    return;
  }
  if (foundCount == capacity && !growPairs()) {
    isFull = true;
    return;
  }
  const at = found + pairBytes * <usize>foundCount;
  store<u32>(at, a);
  store<u32>(at, b, 4);
  foundCount++;
}

function growPairs(): bool {
  const next = max<u32>(1024, 2 * capacity);
  const grown = allocate(2 * pairBytes * <usize>next);
  if (grown == 0) return false;
  memory.copy(grown, found, pairBytes * <usize>foundCount);
  found = grown;
  capacity = next;
  return true;
}

const digits: usize = 1 << pairDigitBits;

/**
 * Sorts the pairs by one digit of the triangles of A, or of B; pairs with equal digits keep their order. To sort by A, then B, call it for all
 * digits of B from digit 0 on, then for those of A. False without memory.
 */
export function sortPairs(byA: bool, digit: u32): bool {
  const counts = allocate(4 * digits);
  if (counts == 0) return false;
  memory.fill(counts, 0, 4 * digits);
  const word: usize = byA ? 0 : 4, shift = digit * pairDigitBits;
  const end = found + pairBytes * <usize>foundCount;
  for (let at = found; at < end; at += pairBytes) {
    const slot = counts + 4 * (<usize>(load<u32>(at + word) >> shift) & (digits - 1));
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let at = counts; at < counts + 4 * digits; at += 4) {
    const own = load<u32>(at);
    store<u32>(at, sum);
    sum += own;
  }
  const spare = found + pairBytes * <usize>capacity;
  for (let at = found; at < end; at += pairBytes) {
    const slot = counts + 4 * (<usize>(load<u32>(at + word) >> shift) & (digits - 1));
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(spare + pairBytes * <usize>place, load<u64>(at));
  }
  memory.copy(found, spare, pairBytes * <usize>foundCount);
  release(counts);
  return true;
}
