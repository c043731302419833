import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkLeaf, checkTotals } from './check-leaf.ts';
import type { Report } from './tree-rules.ts';
import { treeKinds } from './kinds/kinds.ts';
import { maxTreeDepth } from './max-tree-depth.ts';
import { leafFlag, type Tree } from './layout.ts';

/** Checks the nodes of the binary layout in one pass in preorder. */
export function checkBinaryNodes(tree: Tree, mesh: TriangleMesh, report: Report): void {
  const { nodeCount, nodesU32, nodeWords, triangles } = tree;
  const { checkVolume, checkHoldsChild } = treeKinds[tree.kind];
  /** End of the subtree of each node, from its parent; 0 below a damaged node. */
  const ends = new Uint32Array(nodeCount);
  const depths = new Uint32Array(nodeCount);
  if (nodeCount > 0) ends[0] = nodeCount;
  /** Ancestors of the current node by depth, down to the maximum depth of any builder; damaged trees may be deeper. */
  const path: number[] = [];
  const maxHolders = maxTreeDepth(triangles) + 1;
  let position = 0;
  let leaves = 0;
  let deepest = 0;
  for (let node = 0; node < nodeCount; node++) {
    // No valid link leads here; the damage was reported at an ancestor.
    if (ends[node] === 0) continue;
    deepest = Math.max(deepest, depths[node]);
    checkVolume(tree, node, report);
    if (depths[node] < maxHolders) path[depths[node]] = node;
    const link = nodesU32[(node + 1) * nodeWords - 2];
    const word = nodesU32[(node + 1) * nodeWords - 1];
    if (word >= leafFlag) {
      leaves++;
      const count = word - leafFlag;
      if (ends[node] !== node + 1) report('link', node, `is a leaf; expected a subtree of ${ends[node] - node} nodes`);
      if (link !== position || count === 0 || link + count > triangles) {
        report('leaf-run', node, `the leaf has ${count} triangles from ${link}; expected from ${position} of ${triangles}`);
      }
      // Only leaves in sequence are read, so that damaged bytes cannot make this quadratic.
      else
        checkLeaf(
          tree,
          mesh,
          node,
          link,
          link + count,
          depths[node],
          checkHoldsChild !== null ? [node] : path.slice(0, depths[node] + 1),
          report,
        );
      position += count;
    } else {
      if (word > 2) report('axis', node, `the split axis is ${word}`);
      if (link <= node + 1 || link >= ends[node]) {
        report('link', node, `the right child is ${link}; it must lie between ${node + 1} and ${ends[node]}`);
        continue;
      }
      ends[node + 1] = link;
      ends[link] = ends[node];
      depths[node + 1] = depths[link] = depths[node] + 1;
      checkHoldsChild?.(tree, node, node + 1, report);
      checkHoldsChild?.(tree, node, link, report);
    }
  }
  checkTotals(tree, { position, leaves, deepest }, report);
}
