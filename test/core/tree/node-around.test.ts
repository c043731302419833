import { expect, it } from 'vitest';
import { buildTree } from '#core/tree/build-tree';
import { exactBox } from '#core/tree/exact-box';
import { openTree } from '#core/tree/open-tree';
import { trianglesOfRun } from '#core/tree/leaf-order';
import { nodeAround } from '#core/tree/node-around';
import { nodePath } from '#core/tree/node-path';
import { nodeRange } from '#core/tree/node-range';
import { nodeSlack } from '#core/tree/node-slack';
import { hasVolume } from '#core/tree/nodes';
import { treeKinds } from '../../fixtures/kinds.ts';
import { knot, meshOf, placed } from '../../fixtures/shapes.ts';

const mesh = placed(knot(), 3, [50, -8, 1e4]);

it('nodeAround finds the node of its triangles, and the common ancestor of two nodes', () => {
  for (const kind of treeKinds) {
    const tree = openTree(buildTree(mesh, { kind }));
    const trianglesBelow = (node: number): Uint32Array => {
      const { first, count } = nodeRange(tree, node);
      return trianglesOfRun(tree, first, count);
    };
    for (let node = 0; node < tree.nodeCount; node += 37) {
      expect(nodeAround(tree, trianglesBelow(node)), `${kind} ${node}`).toBe(node);
      const other = (7 * node + 1) % tree.nodeCount;
      const path = nodePath(tree, node);
      const otherPath = nodePath(tree, other);
      const parting = path.filter((at, i) => otherPath[i] === at).at(-1);
      expect(nodeAround(tree, [...trianglesBelow(node), ...trianglesBelow(other)])).toBe(parting);
    }
    expect(nodeAround(tree, [])).toBeNull();
  }
  const flawed = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 0, 0], [0, 1, 2, 0, 1, 3]);
  expect(nodeAround(openTree(buildTree(flawed, {})), [1])).toBeNull();
  expect(nodeAround(openTree(buildTree(flawed, {})), [0, 1])).toBe(0);
});

it('no side of a box is inside the exact box, and 16-bit sides are at most one step and the f32 rounding outside', () => {
  for (const kind of treeKinds) {
    const tree = openTree(buildTree(mesh, { kind }));
    for (let node = 0; node < tree.nodeCount; node += 11) {
      if (!hasVolume(tree, node)) continue;
      const slack = nodeSlack(tree, mesh, node);
      expect(Math.min(...slack)).toBeGreaterThanOrEqual(-1e-9);
      if (kind === 'quantised') slack.forEach((side, i) => expect(side).toBeLessThan(1.02 * tree.grid[6 + (i % 3)]! + 1e-5));
    }
    const { min, max } = exactBox(tree, mesh, 0);
    expect([...min, ...max]).toEqual([...tree.bounds]);
  }
});
