/**
 * The arena of an instance: regions are reserved one after the other, and freed when the host drops the whole instance. Addresses are kept in
 * globals of the instance, never as constants, so that instances on several threads can share one memory (`shared.ts`).
 */

/** Two cache lines, and half of a node. */
const alignment: usize = 128;
const pageBits: usize = 16;

const base: usize = (__heap_base + alignment - 1) & ~(alignment - 1);
/** The end of what is reserved. In shared memory it is stored at `base` instead, counted in bytes from there. */
let top: usize = base;
/** The end of the region that this instance alone reserves from in shared memory; 0 without one. */
let limit: usize = 0;

/** From now on this instance reserves only from a region of shared memory, `skipped` bytes after its start; both are whole pages. False without memory. */
export function useRegion(skipped: usize, bytes: usize): bool {
  const from = base + alignment + aligned(skipped);
  if (!reach(from, bytes)) return false;
  top = from;
  limit = from + bytes;
  return true;
}

/** Reserves bytes and returns their address, aligned for nodes; 0 where the memory cannot grow that far. */
export function allocate(bytes: usize): usize {
  if (ASC_FEATURE_THREADS && limit == 0) return allocateShared(bytes);
  const at = top;
  if (ASC_FEATURE_THREADS && (at > limit || bytes > limit - at)) return 0;
  if (!reach(at, bytes)) return 0;
  top = aligned(at + bytes);
  return at;
}

/**
 * Doubles the newest region, which is [from, end), or extends it by `step` bytes where there is no memory for that. Returns its new end; 0 without
 * memory. Memory that grows often takes most of the time of a large build.
 */
export function extend(from: usize, end: usize, step: usize): usize {
  const twice = end - from;
  if (allocate(twice) == end) return end + twice;
  return allocate(step) == end ? end + step : 0;
}

/** Several threads may call this at the same time. */
function allocateShared(bytes: usize): usize {
  let taken: usize, at: usize;
  do {
    taken = atomic.load<usize>(base);
    at = base + alignment + taken;
    if (!reach(at, bytes)) return 0;
  } while (atomic.cmpxchg<usize>(base, taken, aligned(at + bytes) - base - alignment) != taken);
  return at;
}

/** Returns the bytes that can be reserved without growing the memory. Only for memory that is not shared, and for a region. */
export function room(): usize {
  if (ASC_FEATURE_THREADS) return limit > top ? limit - top : 0;
  return (<usize>memory.size() << pageBits) - top;
}

/**
 * Grows memory that is not shared for all that will be reserved; false where there is not that much. Each growth of a large memory takes milliseconds:
 * collections of garbage follow.
 */
export function growOnce(bytes: usize): bool {
  return reach(top, bytes);
}

/** Grows the memory until it has `bytes` from `at` on; false where it cannot. */
function reach(at: usize, bytes: usize): bool {
  if (bytes > <usize>0 - 2 * alignment - at) return false;
  const pages = <i32>((aligned(at + bytes) - 1) >> pageBits) + 1 - memory.size();
  return pages <= 0 || memory.grow(pages) >= 0;
}

// @ts-ignore: decorator
@inline
function aligned(address: usize): usize {
  return (address + alignment - 1) & ~(alignment - 1);
}

/** Frees everything from `address` on, in steps of the alignment. Without a region, no other thread may allocate at the same time. */
export function release(address: usize): void {
  if (ASC_FEATURE_THREADS && limit == 0) atomic.store<usize>(base, aligned(address) - base - alignment);
  else top = aligned(address);
}
