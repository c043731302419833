import type { BuildOptions } from '../options/build-options.ts';
import type { Tree } from './layout.ts';

/** The options that a tree was built with, as its header keeps them. */
export function treeOptions({ kind, split, leafTriangles, maxDepth, minExtent }: Tree): BuildOptions {
  return { kind, split, leafTriangles, maxDepth, minExtent };
}
