import { InspectorError } from '#core/error';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Vec3 } from '#core/math/vec3';
import { noProgress } from '#core/progress';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { closestPoint } from '#core/query/closest/closest';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import { loadRefit } from '#core/tree/refit/load-refit';
import { refitTree } from '#core/tree/refit/refit-tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { fortieth } from '../fixtures/scale.ts';
import { soup } from '../fixtures/shapes.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

/** Vertices moved by up to `reach` of the mesh's size; those that are not finite stay. */
function shaken(mesh: TriangleMesh, reach: number, random: () => number): TriangleMesh {
  const bounds = meshBounds(mesh);
  const size = bounds === null ? 1 : Math.max(...bounds.max.map((high, k) => high - bounds.min[k]!));
  return { ...mesh, positions: mesh.positions.map((value) => value + reach * size * (random() - 0.5)) };
}

describe.each(treeKinds)('a refitted tree of kind %s', (kind) => {
  it('is valid for any moved vertices, the same in WebAssembly, and has the results of brute force', () => {
    fc.assert(
      fc.property(
        anyMesh,
        placement,
        placement,
        fc.constantFrom(...splitNames),
        fc.constantFrom(1, 4, 9),
        fc.constantFrom(0, 0.01, 2),
        fc.nat(2 ** 30),
        (mesh, before, after, split, leafTriangles, reach, seed) => {
          const random = seededRandom(seed);
          const limits = [{}, { maxDepth: 3 }, { minExtent: 0.5 }][seed % 3]!;
          const tree = openTree(buildTree(place(mesh, { ...before, permute: false }), { kind, split, leafTriangles, ...limits }));
          const moved = shaken(place(mesh, { ...after, permute: false }), reach, random);
          const bytes = refitTree(tree, moved);
          const refitted = openTree(bytes);
          const byKernel = refitTree(tree, moved, null, noProgress, loadRefit(tree, moved));
          expect(Buffer.compare(Buffer.from(byKernel), Buffer.from(bytes))).toBe(0);
          expect(checkTree(refitted, moved)).toEqual([]);
          expect([refitted.nodeCount, refitted.leafCount, refitted.depth, refitted.split]).toEqual([
            tree.nodeCount,
            tree.leafCount,
            tree.depth,
            tree.split,
          ]);
          expect(new Uint8Array(refitTree(refitted, moved))).toEqual(new Uint8Array(bytes));
          const bounds = meshBounds(moved);
          if (bounds === null) return;
          const point: Vec3 = boundsCenter(bounds);
          expect(closestPoint(refitted, moved, point).closest?.triangle).toBe(closestPointBruteForce(moved, point).closest?.triangle);
        },
      ),
      { numRuns: fortieth(500) },
    );
  });

  it('equals the tree where nothing moved', () => {
    for (const count of [0, 1, 2, 9, 64]) {
      const mesh = soup(count, seededRandom(count + 1));
      // The kernel of the wide kind pads its boxes in other places.
      const bytes = buildTree(mesh, { kind, split: 'median' });
      expect(new Uint8Array(refitTree(openTree(bytes), mesh))).toEqual(new Uint8Array(bytes));
    }
  });

  it('refuses another mesh, and triangles that become finite or not finite', () => {
    const mesh = soup(20, seededRandom(3));
    const broken = { ...mesh, positions: mesh.positions.map((value, i) => (i === 40 ? NaN : value)) };
    expect(() => refitTree(openTree(buildTree(mesh, { kind })), soup(21, seededRandom(3)))).toThrow(InspectorError);
    expect(() => refitTree(openTree(buildTree(mesh, { kind })), broken)).toThrow(InspectorError);
    expect(() => refitTree(openTree(buildTree(broken, { kind })), mesh)).toThrow(InspectorError);
  });
});
