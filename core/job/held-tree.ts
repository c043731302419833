import { openTree } from '../tree/open-tree.ts';
import { treeStatistics } from '../tree/statistics.ts';
import { treeOptions } from '../tree/tree-options.ts';
import type { HeldTree } from './job.ts';

/** Returns a tree of a baked file with its options and statistics. */
export function heldTree(tree: ArrayBuffer): HeldTree {
  const opened = openTree(tree);
  return { tree, options: treeOptions(opened), statistics: treeStatistics(opened) };
}
