import type { BuildOptions } from '../options/build-options.ts';
import type { AabbTree } from './layout.ts';

/** The options that a tree was built with, as its header keeps them. */
export function treeOptions({ split, leafTriangles, maxDepth, leastBox }: AabbTree): BuildOptions {
  return { split, leafTriangles, maxDepth, leastBox };
}
