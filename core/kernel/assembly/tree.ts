import { allocate } from './arena';

/** Where the parts of the tree lie that the queries ask. */
export let nodes: usize = 0;
export let blocks: usize = 0;

export function setTree(nodesAddress: usize, blocksAddress: usize): void {
  nodes = nodesAddress;
  blocks = blocksAddress;
}

/** Nodes that wait during a descent: eight bytes each. */
export let stack: usize = 0;

/** Makes room for descents of trees with so many levels of stored nodes. */
export function reserveStack(levels: u32): bool {
  stack = allocate(8 * (7 * <usize>levels + 16));
  return stack != 0;
}
