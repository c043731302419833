import { isLeaf, leafCount, maxWord, minWord, nodeWords, rightChild, type AabbTree } from '#core/tree/layout';

/** Weight of one triangle test against one box test, as in the statistics. */
const triangleWeight = 1.25;

/**
 * (N) What a subtree costs as a share of the whole tree, 0..1, by the surface area heuristic: the sum over its nodes of
 * area times 1 (inner) or 1.25 per triangle (leaf). Zeros where the root has no cost.
 *
 * One pass from the last node to the first: in preorder both children come after their parent.
 */
export function costShares(tree: AabbTree): Float64Array {
  const costs = new Float64Array(tree.nodeCount);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    const area = boxArea(tree.nodesF32, node * nodeWords);
    costs[node] = isLeaf(tree, node)
      ? area * leafCount(tree, node) * triangleWeight
      : area + costs[node + 1]! + costs[rightChild(tree, node)]!;
  }
  const whole = costs[0] ?? 0;
  if (!(whole > 0)) return costs.fill(0);
  for (let node = 0; node < costs.length; node++) costs[node]! /= whole;
  return costs;
}

function boxArea(nodes: Float32Array, at: number): number {
  const x = nodes[at + maxWord]! - nodes[at + minWord]!;
  const y = nodes[at + maxWord + 1]! - nodes[at + minWord + 1]!;
  const z = nodes[at + maxWord + 2]! - nodes[at + minWord + 2]!;
  return 2 * (x * y + y * z + z * x);
}
