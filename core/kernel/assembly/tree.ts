import { allocate } from './arena';
import { scale } from './frame';

/** Where the parts of the tree lie that the queries ask. */
export let nodes: usize = 0;
export let blocks: usize = 0;

export function setTree(nodesAddress: usize, blocksAddress: usize): void {
  nodes = nodesAddress;
  blocks = blocksAddress;
}

/** Whether the blocks hold the source vertices without loss, so that the mesh itself need not be touched: (f32 · inverseScale) + origin. */
export let isExact: bool = false;
export let inverseScale: f64 = 1;

export function setExact(exact: bool): void {
  isExact = exact;
  inverseScale = 1 / scale;
}

/** Nodes that wait during a descent: eight bytes each of seven a level, or 48 a level. */
export let stack: usize = 0;

/** Makes room for descents of trees with so many levels of stored nodes. */
export function reserveStack(levels: u32): bool {
  stack = allocate(8 * (7 * <usize>levels + 16));
  return stack != 0;
}
