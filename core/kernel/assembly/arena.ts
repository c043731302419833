/**
 * Memory of one instance: regions one behind the other, until the host drops the whole instance. Addresses are kept in
 * globals of the instance, never as constants, so that instances on several threads could share one memory.
 */

/** Two cache lines, and half of a node. */
const alignment: usize = 128;
const pageBits: usize = 16;

let top: usize = (__heap_base + alignment - 1) & ~(alignment - 1);

/** The address of `bytes` new bytes, aligned for nodes; 0 where the memory cannot grow so far. */
export function allocate(bytes: usize): usize {
  const at = top;
  if (bytes > <usize>0 - 2 * alignment - at) return 0;
  const end = (at + bytes + alignment - 1) & ~(alignment - 1);
  const pages = <i32>((end + 0xffff) >> pageBits) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) return 0;
  top = end;
  return at;
}

/** Gives back all from `address` on, which `allocate` gave. */
export function release(address: usize): void {
  top = address;
}
