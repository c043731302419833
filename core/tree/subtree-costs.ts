import { isLeaf, leafCount, maxWord, minWord, nodeWords, rightChild, type AabbTree } from './layout.ts';

/** Costs of the surface area heuristic, those of three-mesh-bvh: one box visited, one triangle tested. */
export const boxCost = 1;
export const triangleCost = 1.25;

/**
 * What share of the root's expected ray cost lies at and below each node: (N) values in 0..1, the root's is 1.
 * All zero where the root has no area, or one beyond the range of numbers.
 *
 * Cost of a subtree = Σ A(inner)·1 + Σ A(leaf)·count·1.25 (MacDonald & Booth 1990).
 */
export function subtreeCosts(tree: AabbTree): Float64Array {
  const costs = absoluteCosts(tree);
  const root = costs[0];
  if (!(root > 0 && root < Infinity)) return costs.fill(0);
  for (let node = 0; node < costs.length; node++) costs[node] /= root;
  return costs;
}

/** The tree's cost over the area of its root; `null` where that has no area, or one beyond the range of numbers. */
export function sahCost(tree: AabbTree): number | null {
  if (tree.nodeCount === 0) return null;
  const cost = absoluteCosts(tree)[0] / halfArea(tree, 0);
  return Number.isFinite(cost) ? cost : null;
}

/** (N) cost of each subtree in units of area. */
function absoluteCosts(tree: AabbTree): Float64Array {
  const costs = new Float64Array(tree.nodeCount);
  // Preorder backwards: both children are done before their parent.
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const area = halfArea(tree, node);
    costs[node] = isLeaf(tree, node)
      ? area * leafCount(tree, node) * triangleCost
      : area * boxCost + costs[node + 1] + costs[rightChild(tree, node)];
  }
  return costs;
}

/** Half the surface of a node's box: the factor 2 falls out of every ratio. */
function halfArea(tree: AabbTree, node: number): number {
  const { nodesF32 } = tree;
  const min = node * nodeWords + minWord, max = node * nodeWords + maxWord;
  const x = nodesF32[max] - nodesF32[min];
  const y = nodesF32[max + 1] - nodesF32[min + 1];
  const z = nodesF32[max + 2] - nodesF32[min + 2];
  return x * y + y * z + z * x;
}
