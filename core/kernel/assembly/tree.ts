import { allocate } from './arena';
import { scale } from './frame';

/** The addresses of the nodes and blocks of the tree that queries traverse. */
export let nodes: usize = 0;
export let blocks: usize = 0;

export function setTree(nodesAddress: usize, blocksAddress: usize): void {
  nodes = nodesAddress;
  blocks = blocksAddress;
}

/** Whether the blocks hold the source vertices without loss, as (f32 · inverseScale) + origin, so that the mesh itself is not needed. */
export let isExact: bool = false;
export let inverseScale: f64 = 1;

export function setExact(exact: bool): void {
  isExact = exact;
  inverseScale = 1 / scale;
}

/** The stack of a traversal, and its bytes: eight for each of seven nodes a level, or 48 a level. A second stack of as many bytes follows, for a second ray. */
export let stack: usize = 0;
export let stackBytes: usize = 0;

/** Reserves the stacks for trees with this number of levels of stored nodes; false without memory. Above the deepest top, queries write eight distances of entry, 64 bytes further on. */
export function reserveStack(levels: u32): bool {
  stackBytes = 8 * (7 * <usize>levels + 16);
  stack = allocate(2 * stackBytes);
  return stack != 0;
}
