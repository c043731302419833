import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { childAt, isLeaf } from '#core/tree/nodes';
import { treeStatistics } from '#core/tree/statistics';
import { subtreeCosts } from '#core/tree/subtree-costs';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { describe, expect, it } from 'vitest';
import { ball, meshOf } from '../../fixtures/shapes.ts';

function treeOf(mesh: TriangleMesh, leafTriangles = 1): Tree {
  return openTree(buildTree(mesh, { split: 'median', leafTriangles, maxDepth: 0, minExtent: 0 }));
}

/** Boxes 0..1 and 3..4 along x, each 1 × 1 × 0: the root is 4 × 1 × 0. */
const pair = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0, 0, 4, 0, 0, 3, 1, 0], [0, 1, 2, 3, 4, 5]);

describe('treeStatistics', () => {
  it('equals a count by hand for two leaves under one root', () => {
    const statistics = treeStatistics(treeOf(pair));
    expect(statistics).toEqual({
      kind: 'aabb',
      split: 'median',
      engine: null,
      queryEngine: 'typescript',
      nodes: 3,
      leaves: 2,
      depth: 1,
      triangles: 2,
      bytes: 128 + 3 * 32 + 2 * 4,
      bytesPerTriangle: 116,
      // Root 1, and each leaf has a quarter of its area: 1 + 2 · 1/4 · 1.25.
      sahCost: 1.625,
      leafDepths: [0, 2],
      leafSizes: [[1, 2]],
    });
  });

  it('handles one leaf, and no node', () => {
    const one = treeStatistics(treeOf(pair, 2));
    expect([one.depth, one.leafDepths, one.leafSizes, one.sahCost]).toEqual([0, [1], [[2, 1]], 2.5]);
    const none = treeStatistics(treeOf(meshOf([], [])));
    expect(none).toMatchObject({ nodes: 0, depth: 0, leafDepths: [], leafSizes: [], sahCost: null, bytesPerTriangle: 0 });
  });

  it('has no cost where the area of the root is zero or overflows', () => {
    const point = meshOf([1, 1, 1], [0, 0, 0]);
    expect(treeStatistics(treeOf(point)).sahCost).toBeNull();
    const huge = meshOf([0, 0, 0, 1e200, 0, 0, 0, 1e200, 0], [0, 1, 2]);
    expect(treeStatistics(treeOf(huge)).sahCost).toBeNull();
  });

  it('agrees with the sums over a larger tree', () => {
    const statistics = treeStatistics(treeOf(ball(), 4));
    const total = (counts: readonly number[]): number => counts.reduce((p, q) => p + q, 0);
    expect(total(statistics.leafDepths)).toBe(statistics.leaves);
    expect(total(statistics.leafSizes.map(([, leaves]) => leaves))).toBe(statistics.leaves);
    expect(total(statistics.leafSizes.map(([size, leaves]) => size * leaves))).toBe(statistics.triangles);
    expect(statistics.nodes).toBe(2 * statistics.leaves - 1);
  });
});

describe('subtreeCosts', () => {
  it('equals the shares computed by hand', () => {
    const share = (0.25 * 1.25) / 1.625;
    const [root, left, right] = subtreeCosts(treeOf(pair));
    expect(root).toBe(1);
    expect(left).toBeCloseTo(share, 15);
    expect(right).toBeCloseTo(share, 15);
  });

  it('decreases from parent to child by the cost of the node', () => {
    const tree = treeOf(ball(), 4);
    const costs = subtreeCosts(tree);
    expect(costs).toHaveLength(tree.nodeCount);
    for (let node = 0; node < tree.nodeCount; node++) {
      expect(costs[node]).toBeGreaterThan(0);
      if (!isLeaf(tree, node)) expect(costs[node]).toBeGreaterThan(costs[node + 1]! + costs[childAt(tree, node, 1)]!);
    }
  });

  it('is zero without area, and empty without nodes', () => {
    expect([...subtreeCosts(treeOf(meshOf([1, 1, 1], [0, 0, 0, 0, 0, 0])))]).toEqual([0, 0, 0]);
    expect(subtreeCosts(treeOf(meshOf([], [])))).toHaveLength(0);
  });
});
