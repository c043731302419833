import { expect, it } from 'vitest';
import { seededTasks } from '#core/job/compare-tasks';
import { createRayCostWorkspace, rayCostInto } from '#core/query/ray/cost';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { treeKinds } from '../../fixtures/kinds.ts';
import { box, knot } from '../../fixtures/shapes.ts';

const mesh = knot();
const { rays } = seededTasks(mesh, { rays: 200, spheres: 0, motions: 0, seed: 5 });

it('counts what the query itself counts, on every kind, and goes no deeper than the tree', () => {
  for (const kind of treeKinds) {
    const tree = openTree(buildTree(mesh, { kind }));
    const costs = createRayCostWorkspace(tree);
    const workspace = createRayWorkspace(tree);
    let deepest = -1;
    for (const ray of rays) {
      raycastInto(tree, mesh, ray, { mode: 'first', cull: false }, workspace);
      const cost = rayCostInto(tree, mesh, ray, costs);
      expect([cost.nodesVisited, cost.trianglesTested], kind).toEqual([workspace.nodesVisited, workspace.trianglesTested]);
      // A ray that tests a triangle has come to a leaf, and one that misses the root is nowhere.
      expect(cost.deepest).toBeLessThanOrEqual(tree.depth);
      if (cost.nodesVisited === 1) expect(cost.deepest).toBeLessThanOrEqual(0);
      deepest = Math.max(deepest, cost.deepest);
    }
    expect(deepest).toBeGreaterThan(tree.depth / 3);
  }
});

it('goes to the depth that can be counted by hand', () => {
  // Twelve triangles in one leaf: the root is the leaf.
  const tree = openTree(buildTree(box(), { leafTriangles: 12 }));
  const workspace = createRayCostWorkspace(tree);
  expect(rayCostInto(tree, box(), { origin: [0.2, 0.3, -9], direction: [0, 0, 1], far: Infinity }, workspace)).toEqual({
    nodesVisited: 1,
    trianglesTested: 12,
    deepest: 0,
  });
  expect(rayCostInto(tree, box(), { origin: [5, 5, -9], direction: [0, 0, 1], far: Infinity }, workspace)).toEqual({
    nodesVisited: 1,
    trianglesTested: 0,
    deepest: -1,
  });
});
