import { isTooLarge, theKernel } from '../../kernel/index.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { quickTree } from '../../options/build-options.ts';
import { buildTree } from '../../tree/build-tree.ts';
import type { Tree } from '../../tree/layout.ts';
import { loadTree } from '../../tree/kinds/wide/load-tree.ts';
import { openTree } from '../../tree/open-tree.ts';

/** A query in JavaScript takes as long as the build of about eight triangles in WebAssembly. Half of the time is to be saved. */
const trianglesPerQuery = 4;
/** Fewer queries end before an instance of WebAssembly starts. */
const minQueries = 256;

/**
 * Returns the tree by which this many queries take the shortest time: the tree itself, or a wide one in WebAssembly, which is built for them. Results do
 * not depend on the tree.
 */
export function treeForMany(tree: Tree, mesh: TriangleMesh, queries: number): Tree {
  const isKept = tree.loaded !== null || tree.nodeCount === 0 || theKernel === null;
  if (isKept || queries < minQueries || trianglesPerQuery * queries < triangleCount(mesh)) return tree;
  try {
    const wide = loadTree(openTree(buildTree(mesh, quickTree)), mesh);
    return wide.loaded === null ? tree : wide;
  } catch (error) {
    if (isTooLarge(error)) return tree;
    throw error;
  }
}
