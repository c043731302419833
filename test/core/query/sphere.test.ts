import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { normalized } from '#core/math/vec3';
import { isClosed } from '#core/mesh/is-closed';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { insideRayDirection } from '#core/query/inside-closed-mesh';
import { sphereOverlap, type Sphere, type SphereResult } from '#core/query/sphere/sphere';
import { sphereOverlapInto } from '#core/query/sphere/into';
import { createSphereWorkspace } from '#core/query/sphere/workspace';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';
import { ball, box, joined, meshOf, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);

/** The answer, which brute force must share. */
function overlap(mesh: TriangleMesh, sphere: Sphere): SphereResult {
  const surface = { isClosed: isClosed(mesh) };
  const result = sphereOverlap(openTree(buildTree(mesh, defaultValues(buildOptions))), mesh, sphere, surface);
  const oracle = sphereOverlapBruteForce(mesh, sphere, surface);
  const setOf = ({ touches }: SphereResult) => touches.map(({ triangle, feature, featureIndex }) => ({ triangle, feature, featureIndex }));
  expect(setOf(result)).toEqual(setOf(oracle));
  expect(result.isCenterInside).toBe(oracle.isCenterInside);
  return result;
}

const triangles = (result: SphereResult): number[] => result.touches.map(({ triangle }) => triangle);

describe('a sphere on a triangle', () => {
  it('returns the face, the closest point, the depth and the direction to the centre', () => {
    expect(overlap(right, { center: [1, 1, 0.75], radius: 1 }).touches).toEqual([
      { triangle: 0, feature: 'face', featureIndex: null, point: [1, 1, 0], distance: 0.75, depth: 0.25, direction: [0, 0, 1], part: 0 },
    ]);
    expect(overlap(right, { center: [1, 1, -0.75], radius: 1 }).touches[0]?.direction).toEqual([0, 0, -1]);
  });

  it('returns the edge: 3, 4, 5', () => {
    const [touch] = overlap(right, { center: [1, -3, 4], radius: 6 }).touches;
    expect(touch).toMatchObject({ feature: 'edge', featureIndex: 0, point: [1, 0, 0], distance: 5, depth: 1, direction: [0, -0.6, 0.8] });
  });

  it('returns the vertex: 2, 3, 6 and 7', () => {
    const [touch] = overlap(right, { center: [6, -3, 6], radius: 7.5 }).touches;
    expect(touch).toMatchObject({ feature: 'vertex', featureIndex: 1, point: [4, 0, 0], distance: 7, depth: 0.5 });
  });

  it('touches when it is tangent, and not one rounding short of it', () => {
    expect(overlap(right, { center: [1, -3, 4], radius: 5 }).touches[0]?.depth).toBe(0);
    expect(overlap(right, { center: [1, -3, 4], radius: 4.999999999999999 }).touches).toEqual([]);
    expect(overlap(right, { center: [1, 1, 0.1], radius: 0.1 }).touches).toHaveLength(1);
  });

  it('may have radius 0: a point overlaps the triangles that contain it', () => {
    const [touch] = overlap(right, { center: [1, 1, 0], radius: 0 }).touches;
    expect(touch).toMatchObject({ feature: 'face', distance: 0, depth: 0, direction: [0, 0, 1] });
    expect(overlap(right, { center: [1, 1, 1e-300], radius: 0 }).touches).toEqual([]);
  });

  it('pushes along the face normal where the centre is on the triangle, edges included', () => {
    expect(overlap(right, { center: [1, 0, 0], radius: 2 }).touches[0]).toMatchObject({ feature: 'edge', depth: 2, direction: [0, 0, 1] });
  });

  it('has some direction square to a triangle without area that it is centred on', () => {
    const needle = meshOf([0, 0, 0, 1, 0, 0, 3, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5], [0, 1, 2, 3, 4, 5]);
    const [touch] = overlap(needle, { center: [2, 0, 0], radius: 1 }).touches;
    expect(touch?.direction[0]).toBe(0);
    expect(Math.hypot(...(touch?.direction ?? []))).toBe(1);
    expect(overlap(needle, { center: [5, 5, 5], radius: 1 }).touches[0]?.direction).toEqual([0, 0, 1]);
  });
});

describe('a sphere on a mesh', () => {
  it('touches both triangles at the middle of a quad, ascending', () => {
    expect(triangles(overlap(box(), { center: [0, 0, 1.5], radius: 0.5 }))).toEqual([2, 3]);
  });

  it('is led out of a closed mesh that holds its centre', () => {
    const result = overlap(box(), { center: [0.25, 0, 0.75], radius: 0.5 });
    expect(result.isCenterInside).toBe(true);
    // The closest point of the quad's other triangle is on the diagonal between them.
    expect(result.touches).toMatchObject([
      { triangle: 2, feature: 'face', depth: 0.25, direction: [0, 0, 1] },
      { triangle: 3, feature: 'edge', featureIndex: 0 },
    ]);
    expect(result.touches[1]?.direction[2]).toBeCloseTo(Math.sqrt(2 / 3), 12);
  });

  it('is not inside a mesh with a hole, nor on the surface, nor in the cavity between two shells', () => {
    const open = { ...box(), indices: box().indices.slice(3) };
    expect(overlap(open, { center: [0, 0, 0], radius: 1 }).isCenterInside).toBeNull();
    expect(overlap(box(), { center: [0, 0, 1], radius: 1 }).isCenterInside).toBe(false);
    const inner = box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
    const shells = joined([box(), { ...inner, indices: inner.indices.toReversed() }]);
    expect(overlap(shells, { center: [0, 0, 0], radius: 0.6 }).isCenterInside).toBe(false);
    expect(overlap(shells, { center: [0, 0, 0.75], radius: 0.6 }).isCenterInside).toBe(true);
  });

  it('is not inside if the first ray hits a vertex, where it would count three entries and one exit', () => {
    const [x, y, z] = normalized(insideRayDirection(0))!;
    const apex = [2 * x, 2 * y, 2 * z];
    const base = [
      [1, 0.1, 0],
      [-0.6, 0.8, 0.1],
      [-0.5, -0.9, -0.1],
    ].map((side) => side.map((value, k) => value + 2 * apex[k]!));
    const spike = meshOf([...apex, ...base.flat()], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]);
    const mesh = joined([spike, box([-9, -9, -9], [-8, -8, -8]), box([8, 8, 8], [9, 9, 9])]);
    expect(isClosed(mesh)).toBe(true);
    expect(overlap(mesh, { center: [0, 0, 0], radius: 1 }).isCenterInside).toBe(false);
  });

  it('is inside a mesh with flipped triangles exactly if it is inside the mesh itself', () => {
    const turned = { ...box(), indices: box().indices.toReversed() };
    expect(overlap(turned, { center: [0, 0, 0.75], radius: 0.5 })).toMatchObject({ isCenterInside: true });
  });

  it('is not culled with a box that it is all but tangent to: radii rounded from the distance to a corner', () => {
    const random = seededRandom(5);
    const [mesh, surface] = [box(), { isClosed: false }];
    const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
    let touching = 0;
    const total = scaled(3000);
    for (let n = 0; n < total; n++) {
      const off = [random(), random(), random()] as const;
      const sphere: Sphere = { center: [1 + off[0], 1 + off[1], 1 + off[2]], radius: Math.hypot(...off) };
      const result = sphereOverlap(tree, mesh, sphere, surface);
      expect(triangles(result)).toEqual(triangles(sphereOverlapBruteForce(mesh, sphere, surface)));
      if (result.touches.length > 0) touching++;
    }
    expect(touching).toBeGreaterThan(total / 4);
    expect(touching).toBeLessThan((3 * total) / 4);
  });

  it('returns the part', () => {
    const two = joined([box(), placed(box(), 1, [10, 0, 0])]);
    expect(overlap(two, { center: [10, 0, 1.5], radius: 0.6 }).touches.map(({ part }) => part)).toEqual([1, 1]);
  });

  it('passes over triangles that are not finite, and finds nothing where there is none', () => {
    const broken = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0, NaN, 0, 0], [0, 1, 3, 0, 1, 2]);
    expect(triangles(overlap(broken, { center: [1, 1, 0], radius: 1 }))).toEqual([1]);
    expect(overlap(meshOf([], []), { center: [0, 0, 0], radius: 1 }).touches).toEqual([]);
  });

  it('tests few of many triangles', () => {
    const { stats, touches } = overlap(ball(100, 100), { center: [1.05, 0, 0], radius: 0.06 });
    expect(touches.length).toBeGreaterThan(0);
    expect(stats.trianglesTested).toBeLessThan(200);
    expect(stats.nodesVisited).toBeLessThan(400);
  });

  it.each(treeKinds)('ends at the first where any will do (%s)', (kind) => {
    const mesh = ball(40, 20);
    const { tree } = treed(mesh, { kind, leafTriangles: 2 });
    const sphere: Sphere = { center: [0, 0, 0], radius: 2 };
    const workspace = createSphereWorkspace(tree);
    expect(sphereOverlapInto(tree, mesh, sphere, 'all', workspace)).toBe(mesh.indices.length / 3);
    const { nodesVisited } = workspace;
    const count = sphereOverlapInto(tree, mesh, sphere, 'any', workspace);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(10);
    expect(workspace.nodesVisited).toBeLessThan(nodesVisited / 8);
    expect(sphereOverlapInto(tree, mesh, { center: [9, 0, 0], radius: 2 }, 'any', workspace)).toBe(0);
  });

  it.each<[string, Sphere]>([
    ['a negative radius', { center: [0, 0, 0], radius: -1 }],
    ['a radius that is no number', { center: [0, 0, 0], radius: NaN }],
    ['an infinite radius', { center: [0, 0, 0], radius: Infinity }],
    ['a centre that is not finite', { center: [0, Infinity, 0], radius: 1 }],
  ])('refuses %s', (_, sphere) => {
    expect(() => overlap(right, sphere)).toThrow(InspectorError);
  });
});
