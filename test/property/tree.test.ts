import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { treeStatistics } from '#core/tree/statistics';
import { subtreeCosts } from '#core/tree/subtree-costs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { fortieth } from '../fixtures/scale.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

const options: fc.Arbitrary<BuildOptions> = fc.record({
  kind: fc.constantFrom(...treeKinds),
  split: fc.constantFrom(...splitNames),
  leafTriangles: fc.oneof(fc.constantFrom(1, 4), fc.integer({ min: 1, max: buildOptions.leafTriangles.max })),
  maxDepth: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 })),
  minExtent: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2, noNaN: true })),
});

describe('trees of any mesh, with any options', () => {
  it('are valid at any position and scale of the mesh', () => {
    fc.assert(
      fc.property(anyMesh, placement, options, (mesh, where, given) => {
        const placed = place(mesh, where);
        const tree = openTree(buildTree(placed, given));
        expect(checkTree(tree, placed)).toEqual([]);
        const bound = 2 * Math.ceil(Math.log2(Math.max(2, tree.triangles))) + 32 + Math.ceil(Math.log2(Math.max(2, tree.triangles)));
        expect(tree.depth).toBeLessThanOrEqual(bound);
      }),
      { numRuns: fortieth(10_000) },
    );
  });

  it('have statistics that add up', () => {
    fc.assert(
      fc.property(anyMesh, options, (mesh, given) => {
        const tree = openTree(buildTree(mesh, given));
        const { leaves, triangles, leafDepths, leafSizes, depth } = treeStatistics(tree);
        expect(leafDepths.reduce((p, q) => p + q, 0)).toBe(leaves);
        expect(leafSizes.reduce((sum, [size, n]) => sum + n * size, 0)).toBe(triangles);
        expect(depth).toBe(tree.depth);
        expect(subtreeCosts(tree).every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
      { numRuns: fortieth(3_000) },
    );
  });

  it('have the same bytes for a mesh scaled by a power of two, except for scaled numbers', () => {
    fc.assert(
      fc.property(anyMesh, fc.integer({ min: -20, max: 20 }), options, (mesh, power, given) => {
        const s = 2 ** power;
        const large = { ...mesh, positions: mesh.positions.map((value) => value * s) };
        const tree = openTree(buildTree(mesh, given));
        const other = openTree(buildTree(large, { ...given, minExtent: given.minExtent * s }));
        expect(other.leafOrder).toEqual(tree.leafOrder);
        expect(other.nodesF32).toHaveLength(tree.nodesF32.length);
        expect(treeStatistics(other)).toEqual(treeStatistics(tree));
      }),
      { numRuns: fortieth(3_000) },
    );
  });
});
