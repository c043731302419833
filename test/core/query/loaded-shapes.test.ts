import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { pointWinding } from '#core/query/inside/inside';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { createShapeWorkspace } from '#core/query/overlap-descent';
import { planeOverlap } from '#core/query/plane/plane';
import { segmentCast, segmentTriangles } from '#core/query/segment/segment';
import { overlap, type QueryShape } from '#core/query/shape-overlap';
import { prepareHull } from '#core/query/hull/hull';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { joinSharedTree, shareTree } from '#core/tree/kinds/wide/share-tree';
import type { Tree } from '#core/tree/layout';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, knot, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const random = seededRandom(29);
/** Numbers on a coarse grid half of the time: touching faces, edges and vertices. */
const number = (isCoarse: boolean): number => (isCoarse ? Math.round(8 * random() - 4) / 2 : 4 * random() - 2);
const vector = (isCoarse: boolean): Vec3 => [number(isCoarse), number(isCoarse), number(isCoarse)];

interface Placed {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly plain: Tree;
  readonly loaded: Tree;
  /** Places a vector as the mesh is. */
  readonly at: (v: Vec3) => Vec3;
  readonly scale: number;
}

const meshes = { box: box(), ball: ball(16, 8), knot: knot(2, 3, 48, 8), soup: soup(200, random) };
const places: readonly (readonly [number, Vec3])[] = [
  [1, [0, 0, 0]],
  [1e-3, [700_000, -4_000_000, 12]],
  [1e6, [0, 3e7, 0]],
];
const cases = Object.entries(meshes).flatMap(([name, mesh]) =>
  places.flatMap(([scale, [x, y, z]], i): readonly Placed[] => {
    const there = placed(mesh, scale, [x, y, z]);
    const { tree } = treed(there, { kind: 'wide' });
    const one = {
      name: `${name} at place ${i}`,
      mesh: there,
      plain: tree,
      loaded: loadTree(tree, there),
      at: ([u, v, w]) => [scale * u + x, scale * v + y, scale * w + z],
      scale,
    } satisfies Placed;
    return [one, { ...one, name: `${one.name}, in shared memory`, loaded: joinSharedTree(tree, shareTree(tree, there)!) }];
  }),
);

const shapes: Readonly<Record<QueryShape['kind'], (given: Placed, isCoarse: boolean) => QueryShape>> = {
  capsule: ({ at, scale }, isCoarse) => ({
    kind: 'capsule',
    from: at(vector(isCoarse)),
    to: at(vector(isCoarse)),
    radius: scale * (isCoarse ? 0.5 : random()),
  }),
  triangle: ({ at }, isCoarse) => ({ kind: 'triangle', a: at(vector(isCoarse)), b: at(vector(isCoarse)), c: at(vector(isCoarse)) }),
  hull: ({ at }, isCoarse) => {
    const points = Array.from({ length: 1 + Math.floor(12 * random()) }, () => at(vector(isCoarse)));
    return { kind: 'hull', ...(isCoarse ? { points } : prepareHull({ points })) };
  },
  frustum: ({ at, scale }, isCoarse) => {
    const [x, y, z] = at(vector(isCoarse));
    // Looks down z, with a far side or an endless one.
    const [near, far] = [0.1 * scale, 2 * scale];
    const [c, d] = isCoarse ? [-1, -2 * near] : [-(far + near) / (far - near), (-2 * far * near) / (far - near)];
    return { kind: 'frustum', clipFromMesh: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, c, -1, -2 * x, -2 * y, d - c * z, z] };
  },
  box: ({ at, scale }, isCoarse) => {
    const [x, y, z] = at(vector(isCoarse));
    return {
      kind: 'box',
      solid: { kind: 'aligned', min: [x - scale / 2, y - scale, z - scale / 4], max: [x + scale / 2, y + scale, z + scale / 4] },
    };
  },
};

describe.each(cases)('a tree in WebAssembly of the $name', (given) => {
  const { mesh, plain, loaded, at, scale } = given;
  const repeated = Array.from({ length: 40 }, (_, i) => i % 2 === 0);

  it.each(Object.keys(shapes) as QueryShape['kind'][])('finds the triangles that JavaScript finds with a %s', (kind) => {
    expect(loaded.loaded).not.toBeNull();
    let total = 0;
    let spared = 0;
    for (const isCoarse of repeated) {
      const shape = shapes[kind](given, isCoarse);
      const expected = overlap(plain, mesh, shape);
      const found = overlap(loaded, mesh, shape);
      expect(found.triangles).toEqual(expected.triangles);
      const any = overlap(loaded, mesh, shape, { mode: 'any' }).triangles;
      expect(any).toHaveLength(Math.min(1, expected.triangles.length));
      expect([...expected.triangles]).toEqual(expect.arrayContaining([...any]));
      total += expected.triangles.length;
      spared += found.stats.trianglesTested === expected.stats.trianglesTested ? 0 : 1;
    }
    expect(total).toBeGreaterThan(5);
    // The kernel counts whole blocks: it has run.
    if (kind !== 'box' && kind !== 'triangle' && mesh.indices.length > 300) expect(spared).toBeGreaterThan(0);
  });

  it('finds the triangles of planes', () => {
    let total = 0;
    for (const isCoarse of repeated) {
      const plane = { point: at(vector(isCoarse)), normal: isCoarse ? ([0, 0, 1] as const) : vector(false) };
      for (const thickness of [0, scale / 2]) {
        const expected = planeOverlap(plain, mesh, plane, { thickness }).triangles;
        expect(planeOverlap(loaded, mesh, plane, { thickness }).triangles).toEqual(expected);
        total += expected.length;
      }
    }
    expect(total).toBeGreaterThan(5);
  });

  it('finds the hits of segments, with both ends', () => {
    const workspace = createShapeWorkspace(plain);
    let total = 0;
    for (const isCoarse of [...repeated, ...repeated, ...repeated]) {
      const segment = { from: at(vector(isCoarse)), to: at(vector(isCoarse)) };
      if (segment.from.every((value, k) => value === segment.to[k])) continue;
      for (const cull of [false, true]) {
        const expected = segmentCast(plain, mesh, segment, { mode: 'all', cull }).hits;
        expect(segmentCast(loaded, mesh, segment, { mode: 'all', cull }).hits).toEqual(expected);
        expect(segmentCast(loaded, mesh, segment, { mode: 'first', cull }).hits).toEqual(expected.slice(0, 1));
        const { triangles } = segmentTriangles(loaded, mesh, segment, { mode: 'any', cull }, workspace);
        expect(triangles).toHaveLength(Math.min(1, expected.length));
        expect(expected.map(({ triangle }) => triangle)).toEqual(expect.arrayContaining([...triangles]));
        total += expected.length;
      }
      const [hit] = segmentCast(plain, mesh, segment, { mode: 'first' }).hits;
      // A segment that ends on the surface.
      if (hit === undefined || hit.position.every((value, k) => value === segment.from[k])) continue;
      const short = { from: segment.from, to: hit.position };
      expect(segmentCast(loaded, mesh, short, { mode: 'all' }).hits).toEqual(segmentCast(plain, mesh, short, { mode: 'all' }).hits);
    }
    expect(total).toBeGreaterThan(20);
  });

  it('finds the nearest triangles, in order', () => {
    for (const isCoarse of repeated) {
      const point = at(vector(isCoarse));
      for (const [count, maxDistance] of [
        [2, Infinity],
        [7, Infinity],
        [5, scale / 2],
        [1000, scale],
      ] as const)
        expect(nearestTriangles(loaded, mesh, point, count, { maxDistance }).closest).toEqual(
          nearestTriangles(plain, mesh, point, count, { maxDistance }).closest,
        );
    }
  });

  it('counts the winding number of points', () => {
    const [fast, slow] = [createWindingTree(loaded, mesh), createWindingTree(plain, mesh)];
    const sides = new Set<unknown>();
    for (const isCoarse of [...repeated, ...repeated]) {
      const point = at(vector(isCoarse));
      const expected = pointWinding(slow, point);
      expect(pointWinding(fast, point)).toEqual({ ...expected, stats: expect.anything() });
      sides.add(expected.inside);
    }
    expect(sides.has(false)).toBe(true);
    if (given.name.startsWith('ball')) expect(sides).toContain(true);
    expect(() => pointWinding(fast, [0, Infinity, 0])).toThrow('finite');
  });
});
