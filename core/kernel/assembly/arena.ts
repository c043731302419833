/**
 * Memory of one instance: regions one behind the other, until the host drops the whole instance. Addresses are kept in
 * globals of the instance, never as constants, so that instances on several threads can share one memory (`shared.ts`).
 */

/** Two cache lines, and half of a node. */
const alignment: usize = 128;
const pageBits: usize = 16;

const base: usize = (__heap_base + alignment - 1) & ~(alignment - 1);
/** The end of what is taken. In shared memory it stands at `base` instead, as bytes behind `base`, 0 at first. */
let top: usize = base;

/** The address of `bytes` new bytes, aligned for nodes; 0 where the memory cannot grow so far. */
export function allocate(bytes: usize): usize {
  if (ASC_FEATURE_THREADS) return allocateShared(bytes);
  const at = top;
  if (!reach(at, bytes)) return 0;
  top = aligned(at + bytes);
  return at;
}

/** Several threads may do this at a time. */
function allocateShared(bytes: usize): usize {
  let taken: usize, at: usize;
  do {
    taken = atomic.load<usize>(base);
    at = base + alignment + taken;
    if (!reach(at, bytes)) return 0;
  } while (atomic.cmpxchg<usize>(base, taken, aligned(at + bytes) - base - alignment) != taken);
  return at;
}

/** Bytes that may yet be allocated without the memory growing; for memory that is not shared. */
export function room(): usize {
  return (<usize>memory.size() << pageBits) - top;
}

/** Lets the memory grow to so many bytes behind `at`; false where it cannot. */
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

/** Gives back all from `address` on, which `allocate` gave, while no other thread takes any. */
export function release(address: usize): void {
  if (ASC_FEATURE_THREADS) atomic.store<usize>(base, address - base - alignment);
  else top = address;
}
