import type { BuildOptions } from '../options/build-options.ts';
import type { Tree } from './layout.ts';

/** Returns the options that a tree was built with, from its header. */
export function treeOptions({ kind, split, leafTriangles, maxDepth, minExtent }: Tree): BuildOptions {
  return { kind, split, leafTriangles, maxDepth, minExtent };
}
