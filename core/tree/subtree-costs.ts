import type { Tree } from './layout.ts';
import { treeKinds } from './kinds/kinds.ts';
import { childAt, childCount, leafCount } from './nodes.ts';

/** Costs in the surface area heuristic of one node visit and one triangle test, the same as in three-mesh-bvh. */
export const boxCost = 1;
export const triangleCost = 1.25;

/**
 * Returns the share of the expected ray cost of the tree that lies at and below each node: (N) values in 0..1, 1 for the
 * root. All zero where the area of the root is zero or overflows.
 *
 * Cost of a subtree = Σ A(inner)·1 + Σ A(leaf)·count·1.25 (MacDonald & Booth 1990).
 */
export function subtreeCosts(tree: Tree): Float64Array {
  const costs = absoluteCosts(tree);
  const root = costs[0];
  if (!(root > 0 && root < Infinity)) return costs.fill(0);
  for (let node = 0; node < costs.length; node++) costs[node] /= root;
  return costs;
}

/** Returns the cost of a tree relative to the area of its root; `null` where that area is zero or overflows. */
export function sahCost(tree: Tree): number | null {
  if (tree.nodeCount === 0) return null;
  const cost = absoluteCosts(tree)[0] / treeKinds[tree.kind].halfArea(tree, 0, new Float32Array(6));
  return Number.isFinite(cost) ? cost : null;
}

/** Returns the (N) cost of each subtree in units of area. */
function absoluteCosts(tree: Tree): Float64Array {
  const costs = new Float64Array(tree.nodeCount);
  const scratch = new Float32Array(6);
  const { halfArea } = treeKinds[tree.kind];
  // Backwards, so that children come before their parent.
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const area = halfArea(tree, node, scratch);
    const children = childCount(tree, node);
    if (children === 0) {
      costs[node] = area * leafCount(tree, node) * triangleCost;
    } else {
      let cost = area * boxCost;
      for (let child = 0; child < children; child++) cost += costs[childAt(tree, node, child)];
      costs[node] = cost;
    }
  }
  return costs;
}
