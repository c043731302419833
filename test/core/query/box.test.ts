import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { boxOverlapBruteForce, hasContent } from '#core/query/box/brute-force';
import { boxOverlap } from '#core/query/box/box';
import type { Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import type { BoxSolid } from '#core/shape/box-solid';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

/** One of them, if there are any, and with no more work than for all. */
function expectAny(tree: Tree, mesh: TriangleMesh, solid: BoxSolid, all: Uint32Array): void {
  const any = boxOverlap(tree, mesh, solid, { mode: 'any' });
  expect([...any.triangles].filter((triangle) => all.includes(triangle))).toHaveLength(Math.min(1, all.length));
  expect(any.triangles.length).toBeLessThan(2);
  const { stats } = boxOverlap(tree, mesh, solid);
  expect(any.stats.nodesVisited).toBeLessThanOrEqual(stats.nodesVisited);
  expect(any.stats.trianglesTested).toBeLessThanOrEqual(stats.trianglesTested);
}

/** The triangles, which brute force must share where it can tell. */
function touched(mesh: TriangleMesh, solid: BoxSolid): readonly number[] {
  const { tree } = treed(mesh);
  const { triangles } = boxOverlap(tree, mesh, solid);
  expectAny(tree, mesh, solid, triangles);
  if (solid.kind === 'aligned' || hasContent(solid)) expect(triangles).toEqual(boxOverlapBruteForce(mesh, solid));
  return [...triangles];
}

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
const aligned = (min: [number, number, number], max: [number, number, number]): BoxSolid => ({ kind: 'aligned', min, max });

describe('a box along the axes', () => {
  it('overlaps every triangle that shares a point with it, and none beyond one rounding step', () => {
    expect(touched(right, aligned([1, 1, 0], [2, 2, 1]))).toEqual([0]);
    expect(touched(right, aligned([1, 1, 5e-324], [2, 2, 1]))).toEqual([]);
    expect(touched(right, aligned([2, 2, -1], [3, 3, 1]))).toEqual([0]);
    expect(touched(right, aligned([2, 2.0000000000000004, -1], [3, 3, 1]))).toEqual([]);
  });

  it('may lie all inside a triangle’s own box and yet miss it', () => {
    expect(touched(right, aligned([3, 3, -1], [3.5, 3.5, 1]))).toEqual([]);
  });

  it('may be flat, a segment or a point', () => {
    expect(touched(right, aligned([1, 1, 0], [3, 3, 0]))).toEqual([0]);
    expect(touched(right, aligned([1, 1, -1], [1, 1, 1]))).toEqual([0]);
    expect(touched(right, aligned([2, 2, 0], [2, 2, 0]))).toEqual([0]);
    expect(touched(right, aligned([2, 2.5, 0], [2, 2.5, 0]))).toEqual([]);
  });

  it('takes triangles without area for the segments and points that they are', () => {
    const needle = meshOf([0, 0, 0, 4, 4, 4, 2, 2, 2, 9, 9, 9, 9, 9, 9, 9, 9, 9], [0, 1, 2, 3, 4, 5]);
    expect(touched(needle, aligned([1, 1, 1], [1.5, 1.5, 1.5]))).toEqual([0]);
    expect(touched(needle, aligned([1, 2, 1], [1.5, 3, 1.5]))).toEqual([]);
    expect(touched(needle, aligned([9, 9, 9], [10, 10, 10]))).toEqual([1]);
  });

  it('holds all of a mesh, or lies inside it and touches nothing', () => {
    expect(touched(box(), aligned([-2, -2, -2], [2, 2, 2]))).toHaveLength(12);
    expect(touched(box(), aligned([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]))).toEqual([]);
    expect(touched(meshOf([], []), aligned([0, 0, 0], [1, 1, 1]))).toEqual([]);
  });

  it('tests few of many triangles', () => {
    const mesh = ball(100, 100);
    const { stats, triangles } = boxOverlap(treed(mesh).tree, mesh, aligned([0.95, -0.05, -0.05], [1.05, 0.05, 0.05]));
    expect(triangles.length).toBeGreaterThan(0);
    expect(stats.trianglesTested).toBeLessThan(400);
  });

  it('refuses swapped corners, and corners that are not finite', () => {
    expect(() => touched(right, aligned([1, 0, 0], [0, 1, 1]))).toThrow(InspectorError);
    expect(() => touched(right, aligned([NaN, 0, 0], [1, 1, 1]))).toThrow(InspectorError);
    expect(() => boxOverlap(treed(right).tree, right, aligned([0, 0, 0], [1, 1, 1]), { mode: 'first' as 'any' })).toThrow(InspectorError);
  });
});

describe('a rotated box', () => {
  /** Half a unit long, and turned by 45° about z. */
  const diamond = (x: number, z: number): BoxSolid => ({
    kind: 'oriented',
    center: [x, 1, z],
    halfEdges: [
      [0.5, 0.5, 0],
      [-0.5, 0.5, 0],
      [0, 0, 0.5],
    ],
  });

  it('touches with its edge, and misses where the box around it would not', () => {
    expect(touched(right, diamond(-1, 0))).toEqual([0]);
    expect(touched(right, diamond(-1.0000000000000002, 0))).toEqual([]);
    expect(touched(right, diamond(1, 0.5))).toEqual([0]);
    expect(
      touched(right, {
        kind: 'oriented',
        center: [-0.75, -0.75, 0],
        halfEdges: [
          [0.5, 0.5, 0],
          [-0.5, 0.5, 0],
          [0, 0, 0.5],
        ],
      }),
    ).toEqual([]);
  });

  it('may be flat', () => {
    const sheet = (z: number): BoxSolid => ({
      kind: 'oriented',
      center: [1, 1, z],
      halfEdges: [
        [1, 1, 0],
        [-1, 1, 0],
        [0, 0, 0],
      ],
    });
    expect([touched(right, sheet(0)), touched(right, sheet(1e-9))]).toEqual([[0], []]);
    const rod: BoxSolid = {
      kind: 'oriented',
      center: [1, 1, 0],
      halfEdges: [
        [1, 1, 1],
        [0, 0, 0],
        [0, 0, 0],
      ],
    };
    expect(touched(right, rod)).toEqual([0]);
  });
});

describe('boxes by WebAssembly', () => {
  it('touch what TypeScript and brute force find, for every count from 1 to 64, at any size and place', () => {
    let found = 0;
    for (let count = 1; count <= 64; count++) {
      const random = seededRandom(count);
      const scale = [1, 1e-6, 1e6, 2 ** -200][count % 4]!;
      const move = count % 5 === 0 ? ([4e5 * scale, 5e6 * scale, 120 * scale] as const) : ([0, 0, 0] as const);
      const mesh = placed(soup(count, random), scale, move);
      const { tree } = treed(mesh, { kind: 'wide', leafTriangles: 1 + (count % 9) });
      const loaded = loadTree(tree, mesh);
      expect(loaded.loaded).not.toBeNull();
      const at = (reach: number): [number, number, number] => [
        move[0] + scale * reach * (random() - 0.5),
        move[1] + scale * reach * (random() - 0.5),
        move[2] + scale * reach * (random() - 0.5),
      ];
      const edge = (reach: number): [number, number, number] => [
        scale * reach * (random() - 0.5),
        scale * reach * (random() - 0.5),
        scale * reach * (random() - 0.5),
      ];
      const [p, q] = [at(2), at(2)];
      const solids: BoxSolid[] = [
        aligned(
          [Math.min(p[0], q[0]), Math.min(p[1], q[1]), Math.min(p[2], q[2])],
          [Math.max(p[0], q[0]), Math.max(p[1], q[1]), Math.max(p[2], q[2])],
        ),
        aligned(
          [-9 * scale + move[0], -9 * scale + move[1], -9 * scale + move[2]],
          [9 * scale + move[0], 9 * scale + move[1], 9 * scale + move[2]],
        ),
        aligned(p, p),
        { kind: 'oriented', center: p, halfEdges: [edge(2), edge(2), edge(2)] },
        { kind: 'oriented', center: at(1), halfEdges: [edge(9), edge(9), edge(1)] },
        { kind: 'oriented', center: q, halfEdges: [edge(1), edge(1), [0, 0, 0]] },
      ];
      for (const solid of solids) {
        const { triangles } = boxOverlap(loaded, mesh, solid);
        expect(triangles).toEqual(boxOverlap(tree, mesh, solid).triangles);
        expectAny(loaded, mesh, solid, triangles);
        if (solid.kind === 'aligned' || hasContent(solid)) expect(triangles).toEqual(boxOverlapBruteForce(mesh, solid));
        found += triangles.length;
      }
    }
    expect(found).toBeGreaterThan(2_000);
  });

  it('stop at the first where one is enough', () => {
    const mesh = ball(100, 100);
    const { tree } = treed(mesh, { kind: 'wide' });
    // A corner, a plane through which no vertex goes, and all of it.
    const solids: readonly BoxSolid[] = [
      aligned([0.5, 0.5, -2], [2, 2, 2]),
      aligned([-2, -2, 0.0123], [2, 2, 0.0123]),
      aligned([-2, -2, -2], [2, 2, 2]),
    ];
    for (const requested of [tree, loadTree(tree, mesh)]) {
      for (const solid of solids) {
        const [all, any] = [boxOverlap(requested, mesh, solid), boxOverlap(requested, mesh, solid, { mode: 'any' })];
        expect(all.triangles).toContain(any.triangles[0]);
        expect(any.stats.nodesVisited).toBeLessThanOrEqual(Math.min(80, all.stats.nodesVisited));
        expect(any.stats.trianglesTested).toBeLessThan(60);
      }
    }
  });

  it('take whole nodes without a look at their triangles', () => {
    const mesh = ball(100, 100);
    const tree = loadTree(treed(mesh, { kind: 'wide' }).tree, mesh);
    const { triangles, stats } = boxOverlap(tree, mesh, {
      kind: 'oriented',
      center: [0, 0, 0],
      halfEdges: [
        [2, 2, 0],
        [-2, 2, 0],
        [0, 0, 2],
      ],
    });
    expect(triangles).toHaveLength(mesh.indices.length / 3);
    expect(stats).toEqual({ nodesVisited: expect.any(Number) as number, trianglesTested: 0 });
    expect(stats.nodesVisited).toBeLessThan(10);
  });
});

describe('a box whose sides pass through vertices that f32 has not', () => {
  it('touches them in WebAssembly as in TypeScript, and nothing one rounding short of them', () => {
    const random = seededRandom(8);
    const mesh = soup(300, random);
    const { tree } = treed(mesh, { kind: 'wide' });
    const loaded = loadTree(tree, mesh);
    expect(loaded.loaded).not.toBeNull();
    const { positions, indices } = mesh;
    let touching = 0;
    for (let triangle = 0; triangle < 300; triangle += 3) {
      for (let k = 0; k < 3; k++) {
        const values = [0, 1, 2].map((corner) => positions[3 * indices[3 * triangle + corner]! + k]!);
        const [min, greatest] = [Math.min(...values), Math.max(...values)];
        for (const [low, high] of [
          [-9, min],
          [-9, min - 2 ** -52],
          [greatest, 9],
          [greatest + 2 ** -52, 9],
          [min, greatest],
        ] as const) {
          const solid = aligned(
            [k === 0 ? low : -9, k === 1 ? low : -9, k === 2 ? low : -9],
            [k === 0 ? high : 9, k === 1 ? high : 9, k === 2 ? high : 9],
          );
          const { triangles } = boxOverlap(loaded, mesh, solid);
          expect([...triangles]).toEqual([...boxOverlap(tree, mesh, solid).triangles]);
          expectAny(loaded, mesh, solid, triangles);
          touching += triangles.includes(triangle) ? 1 : 0;
        }
      }
    }
    // The sides through its least and greatest vertices, and the box of both.
    expect(touching).toBe(100 * 3 * 3);
  });
});
