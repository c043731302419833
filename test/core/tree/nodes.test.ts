import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { childAt, isLeaf } from '#core/tree/nodes';
import { nodeBox } from '#core/tree/node-box';
import { nodeDepth, nodePath, trianglePath } from '#core/tree/node-path';
import { nodeRange } from '#core/tree/node-range';
import { nodesAtLevel } from '#core/tree/nodes-at-level';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { box, meshOf, soup } from '../../fixtures/shapes.ts';

const mesh = soup(500, seededRandom(9));
const tree = openTree(buildTree(mesh, { split: 'sah', leafTriangles: 3, maxDepth: 0, minExtent: 0 }));
const nodes = Array.from({ length: tree.nodeCount }, (_, node) => node);

/** Parents by the links alone: the plain way to say what the helpers must give. */
function parentsOf(of: Tree): Map<number, number> {
  const parents = new Map<number, number>();
  for (let node = 0; node < of.nodeCount; node++) {
    if (isLeaf(of, node)) continue;
    parents.set(node + 1, node);
    parents.set(childAt(of, node, 1), node);
  }
  return parents;
}
const parents = parentsOf(tree);

describe('nodeRange', () => {
  it('is the whole order for the root, and the ranges of the children for an inner node', () => {
    expect(nodeRange(tree, 0)).toEqual({ first: 0, count: 500 });
    for (const node of nodes.filter((n) => !isLeaf(tree, n))) {
      const left = nodeRange(tree, node + 1);
      const right = nodeRange(tree, childAt(tree, node, 1));
      expect(right.first).toBe(left.first + left.count);
      expect(nodeRange(tree, node)).toEqual({ first: left.first, count: left.count + right.count });
    }
  });
});

describe('nodePath', () => {
  it('goes from the root to the node through its ancestors', () => {
    expect(nodePath(tree, 0)).toEqual([0]);
    for (const node of nodes.slice(1)) {
      const path = nodePath(tree, node);
      expect(path.at(-1)).toBe(node);
      expect(path.slice(0, -1)).toEqual(nodePath(tree, parents.get(node)!));
      expect(nodeDepth(tree, node)).toBe(path.length - 1);
    }
  });
});

describe('trianglePath', () => {
  it('ends at the leaf that holds the triangle', () => {
    for (let triangle = 0; triangle < 500; triangle++) {
      const path = trianglePath(tree, triangle)!;
      const leaf = path.at(-1)!;
      expect(isLeaf(tree, leaf)).toBe(true);
      expect(path).toEqual(nodePath(tree, leaf));
      const { first, count } = nodeRange(tree, leaf);
      expect(tree.leafOrder.subarray(first, first + count)).toContain(triangle);
    }
  });

  it('is null for a triangle that is not in the tree', () => {
    expect(trianglePath(tree, 500)).toBeNull();
    const broken = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0], [0, 1, 2, 0, 1, 3]);
    const treeOfOne = openTree(buildTree(broken, { split: 'sah', leafTriangles: 1, maxDepth: 0, minExtent: 0 }));
    expect(trianglePath(treeOfOne, 0)).toEqual([0]);
    expect(trianglePath(treeOfOne, 1)).toBeNull();
  });
});

describe('nodesAtLevel', () => {
  it('returns the nodes at that depth, ascending', () => {
    for (let level = 0; level <= tree.depth + 1; level++) {
      expect([...nodesAtLevel(tree, level)]).toEqual(nodes.filter((node) => nodeDepth(tree, node) === level));
    }
  });

  it('is empty below the tree, and for an empty tree', () => {
    const none = openTree(buildTree(meshOf([], []), { split: 'sah', leafTriangles: 1, maxDepth: 0, minExtent: 0 }));
    expect(nodesAtLevel(tree, 1000)).toHaveLength(0);
    expect(nodesAtLevel(none, 0)).toHaveLength(0);
  });
});

describe('nodeBox', () => {
  it('is in source space', () => {
    const far = box([1000, 2000, 3000], [1002, 2004, 3008]);
    const treeOfBox = openTree(buildTree(far, { split: 'median', leafTriangles: 12, maxDepth: 0, minExtent: 0 }));
    expect(nodeBox(treeOfBox, 0)).toEqual({ min: [1000, 2000, 3000], max: [1002, 2004, 3008] });
  });
});
