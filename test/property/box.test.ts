import { transformOf } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { boxOverlapBruteForce, hasContent } from '#core/query/box/brute-force';
import { boxOverlap } from '#core/query/box/box';
import type { BoxSolid } from '#core/shape/box-solid';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { hundredth } from '../fixtures/scale.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

/** A box between two points of the mesh, often vertices; half of them turned. */
function boxNear({ positions }: TriangleMesh, random: () => number): BoxSolid {
  const vertex = (): number => (positions.length === 0 ? 0 : 3 * Math.floor((random() * positions.length) / 3));
  const [p, q, r] = [vertex(), vertex(), vertex()];
  const at = random() < 0.4 ? 0 : random();
  const other = random() < 0.4 ? 0 : random();
  const finite = (value: number | undefined): number => (value !== undefined && Number.isFinite(value) ? value : 0);
  const mixed = (from: number, to: number, share: number): Vec3 =>
    [0, 1, 2].map(
      (k) => finite(positions[from + k]) + share * (finite(positions[to + k]) - finite(positions[from + k])),
    ) as unknown as Vec3; // three of three
  const [a, b] = [mixed(p, r, at), mixed(q, r, other)];
  const min = a.map((value, k) => Math.min(value, b[k]!)) as unknown as Vec3;
  const max = a.map((value, k) => Math.max(value, b[k]!)) as unknown as Vec3;
  if (random() < 0.5) return { kind: 'aligned', min, max };
  const angle = random() < 0.3 ? 45 : 360 * random();
  const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [random() < 0.5 ? 0 : angle, 2 * angle, 3 * angle], scale: [1, 1, 1] });
  const half = (k: 0 | 1 | 2): Vec3 => [0, 1, 2].map((l) => turned[4 * k + l]! * (max[k] / 2 - min[k] / 2)) as unknown as Vec3;
  return { kind: 'oriented', center: a, halfEdges: [half(0), half(1), half(2)] };
}

describe.each(treeKinds)('boxes on trees of kind %s', (kind) => {
  it('touch what brute force finds, and any of it where one is enough', () => {
    let touched = 0;
    let missed = 0;
    fc.assert(
      fc.property(
        anyMesh,
        placement,
        fc.constantFrom(...splitNames),
        fc.constantFrom(1, 4, 9),
        fc.nat(2 ** 30),
        (mesh, where, split, leafTriangles, seed) => {
          const placed = place(mesh, where);
          const built = openTree(buildTree(placed, { kind, split, leafTriangles }));
          const tree = seed % 2 === 0 ? loadTree(built, placed) : built;
          const random = seededRandom(seed);
          for (let i = 0; i < 4; i++) {
            const solid = boxNear(placed, random);
            if (!hasContent(solid) && solid.kind === 'oriented') continue;
            const { triangles } = boxOverlap(tree, placed, solid);
            expect(triangles).toEqual(boxOverlapBruteForce(placed, solid));
            const any = boxOverlap(tree, placed, solid, { mode: 'any' }).triangles;
            expect(any).toHaveLength(Math.min(1, triangles.length));
            expect([...triangles]).toEqual(expect.arrayContaining([...any]));
            touched += triangles.length;
            missed += tree.triangles - triangles.length;
          }
        },
      ),
      { numRuns: hundredth(1_000) },
    );
    expect(Math.min(touched, missed)).toBeGreaterThan(hundredth(1_000));
  });
});
