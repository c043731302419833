import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/layout';
import { treeStatistics } from '#core/tree/statistics';
import { raycast } from '#core/query/ray';
import { describe, expect, it } from 'vitest';
import { ball } from '../../fixtures/shapes.ts';

describe('buildTree', () => {
  it.each(['median', 'sah'] as const)('holds every triangle of a ball once (%s)', (split) => {
    const mesh = ball();
    const tree = openTree(buildTree(mesh, { split, leafTriangles: 4, maxDepth: 0, leastBox: 0 }));
    expect([...tree.order].sort((a, b) => a - b)).toEqual(Array.from({ length: mesh.indices.length / 3 }, (_, t) => t));
    expect(treeStatistics(tree).leaves).toBe(tree.leafCount);
    const answer = raycast(tree, mesh, { origin: [0.1, 0.2, 5], direction: [0, 0, -1], far: Infinity }, { mode: 'all', cull: false });
    expect(answer.hits).toHaveLength(2);
  });
});
