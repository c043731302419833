import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { planeOverlapBruteForce } from '#core/query/plane/brute-force';
import { planeOverlap } from '#core/query/plane/plane';
import { createShapeWorkspace } from '#core/query/overlap-descent';
import { planeSection } from '#core/query/section/section';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

/** The triangles, which brute force must share; `any` returns one of them. */
function overlapping(mesh: TriangleMesh, point: Vec3, normal: Vec3, thickness = 0): readonly number[] {
  const { tree } = treed(mesh);
  const { triangles, stats } = planeOverlap(tree, mesh, { point, normal }, { thickness });
  expect(triangles).toEqual(planeOverlapBruteForce(mesh, { point, normal }, thickness));
  const any = planeOverlap(tree, mesh, { point, normal }, { thickness, mode: 'any' });
  expect(any.triangles).toHaveLength(Math.min(1, triangles.length));
  expect([...triangles]).toEqual(expect.arrayContaining([...any.triangles]));
  expect(any.stats.trianglesTested).toBeLessThanOrEqual(stats.trianglesTested);
  return [...triangles];
}

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);

describe('a plane', () => {
  it('overlaps triangles that touch it with a vertex, an edge or all of them, and none one rounding beyond', () => {
    expect(overlapping(right, [4, 0, 0], [1, 0, 0])).toEqual([0]);
    expect(overlapping(right, [4.000000000000001, 0, 0], [1, 0, 0])).toEqual([]);
    expect(overlapping(right, [0, 9, 9], [-2, 0, 0])).toEqual([0]);
    expect(overlapping(right, [-5e-324, 9, 9], [1, 0, 0])).toEqual([]);
    expect(overlapping(right, [7, 7, 0], [0, 0, 1e-300])).toEqual([0]);
    expect(overlapping(right, [7, 7, 5e-324], [0, 0, 1e300])).toEqual([]);
  });

  it('is decided exactly where f64 rounds to the plane', () => {
    // 1 - 1e-17 is under the plane through (1, 0, 0), and its f64 sum is on it.
    const under = meshOf([1, -1e-17, 0, 0, 1, -1e-17, 0.5, 0, 0], [0, 1, 2]);
    expect(overlapping(under, [1, 0, 0], [1, 1, 1])).toEqual([]);
    expect(overlapping(under, [1, -1e-17, 0], [1, 1, 1])).toEqual([0]);
  });

  it('has a slab with both faces: half of the thickness on each side', () => {
    expect(overlapping(right, [0, 0, 2], [0, 0, 1], 4)).toEqual([0]);
    expect(overlapping(right, [0, 0, 2], [0, 0, 7], 4)).toEqual([0]);
    expect(overlapping(right, [0, 0, 2], [0, 0, 7], 3.9999999999999996)).toEqual([]);
    // (0, 0, 0) is the root of 3 away from x + y + z = 3, which is a little more than its f64.
    const corner = meshOf([0, 0, 0, -1, 0, 0, 0, -1, 0], [0, 1, 2]);
    const twice = 2 * Math.sqrt(3);
    expect(overlapping(corner, [1, 1, 1], [1, 1, 1], twice)).toEqual([]);
    expect(overlapping(corner, [1, 1, 1], [1, 1, 1], twice + 2 ** -51)).toEqual([0]);
    // A triangle that crosses the slab without a corner in it.
    expect(overlapping(right, [2, 0, 0], [1, 0, 0], 0.1)).toEqual([0]);
  });

  it('leaves out triangles that are not finite, and takes a mesh without any', () => {
    expect(overlapping(meshOf([0, 0, 0, NaN, 0, 0, 0, 4, 0], [0, 1, 2]), [0, 0, 0], [0, 0, 1])).toEqual([]);
    expect(overlapping(meshOf([], []), [0, 0, 0], [0, 0, 1])).toEqual([]);
  });

  it('overlaps every triangle that has a segment of the section', () => {
    const mesh = ball(40, 20);
    for (const z of [-0.7, 0, 0.123]) {
      const cut = new Set(planeSection(mesh, { normal: [0.2, 0.3, 1], offset: z }).triangles);
      const found = overlapping(mesh, [0, 0, z], [0.2, 0.3, 1]);
      expect(cut.size).toBeGreaterThan(20);
      expect([...cut].filter((triangle) => !found.includes(triangle))).toEqual([]);
    }
  });

  it('tests few of many triangles', () => {
    const mesh = ball(100, 100);
    const { stats } = planeOverlap(treed(mesh).tree, mesh, { point: [0, 0, 0.95], normal: [0, 0, 1] });
    expect(stats.trianglesTested).toBeLessThan(2_500);
  });

  it('refuses planes without a direction, numbers that are not finite, and a workspace of a shallower tree', () => {
    const { tree } = treed(right);
    const refused = (point: Vec3, normal: Vec3, options = {}): void =>
      expect(() => planeOverlap(tree, right, { point, normal }, options)).toThrow(InspectorError);
    refused([0, 0, 0], [0, 0, 0]);
    refused([0, NaN, 0], [0, 0, 1]);
    refused([0, 0, 0], [0, 0, Infinity]);
    refused([0, 0, 0], [0, 0, 1], { thickness: -1 });
    const deep = ball(100, 100);
    expect(() => planeOverlap(treed(deep).tree, deep, { point: [0, 0, 0], normal: [0, 0, 1] }, {}, createShapeWorkspace(tree))).toThrow();
  });
});

describe.each(treeKinds)('planes on trees of kind %s', (kind) => {
  it('overlap what brute force finds, for counts from 1 to 64, at any size and place', () => {
    let found = 0;
    let missed = 0;
    for (let count = 1; count <= 64; count++) {
      const random = seededRandom(count);
      const scale = [1, 1e-6, 1e6, 2 ** -200][count % 4]!;
      const move = count % 5 === 0 ? ([4e5 * scale, 5e6 * scale, 120 * scale] as const) : ([0, 0, 0] as const);
      const mesh = placed(soup(count, random), scale, move);
      const { tree } = treed(mesh, { kind, leafTriangles: 1 + (count % 9) });
      const used = count % 2 === 0 ? loadTree(tree, mesh) : tree;
      for (let i = 0; i < 6; i++) {
        // Through a vertex, or anywhere; along an axis, or in any direction.
        const vertex = 3 * Math.floor((random() * mesh.positions.length) / 3);
        const point: Vec3 =
          i % 2 === 0
            ? [mesh.positions[vertex]!, mesh.positions[vertex + 1]!, mesh.positions[vertex + 2]!]
            : [move[0] + scale * (random() - 0.5), move[1] + scale * (random() - 0.5), move[2] + scale * (random() - 0.5)];
        const normal: Vec3 = i < 2 ? [0, i === 0 ? -3 : 3, 0] : [random() - 0.5, random() - 0.5, random() - 0.5];
        const thickness = i === 5 ? 0.2 * scale : 0;
        const { triangles } = planeOverlap(used, mesh, { point, normal }, { thickness });
        expect(triangles).toEqual(planeOverlapBruteForce(mesh, { point, normal }, thickness));
        found += triangles.length;
        missed += count - triangles.length;
      }
    }
    expect(Math.min(found, missed)).toBeGreaterThan(1_000);
  });
});
