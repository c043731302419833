import type { Vec3 } from '#core/math/vec3';
import { isInsideByAngles } from '#core/query/polygon/angles';
import { segmentPolygon } from '#core/query/polygon/polygon';
import { capsuleTouch } from '#core/query/capsule/record';
import { segmentCastBruteForce } from '#core/query/segment/brute-force';
import { segmentCast } from '#core/query/segment/segment';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);

describe('a segment', () => {
  const { tree } = treed(right);
  const loaded = loadTree(treed(right, { kind: 'wide' }).tree, right);
  const cast = (from: Vec3, to: Vec3, cull = false): readonly number[] => {
    for (const mode of ['first', 'any', 'all'] as const)
      expect(segmentCast(loaded, right, { from, to }, { mode, cull }).hits).toEqual(
        segmentCast(tree, right, { from, to }, { mode, cull }).hits,
      );
    const { hits } = segmentCast(tree, right, { from, to }, { mode: 'all', cull });
    expect(hits.map(({ fraction, triangle }) => [fraction, triangle])).toEqual(segmentCastBruteForce(right, { from, to }, cull));
    return hits.map(({ fraction }) => fraction);
  };

  it('hits at both of its ends and on an edge, and not one rounding beyond', () => {
    expect(cast([1, 1, 3], [1, 1, -1])).toEqual([0.75]);
    expect(cast([1, 1, 3], [1, 1, 0])).toEqual([1]);
    expect(cast([1, 1, 3], [1, 1, 5e-324])).toEqual([]);
    expect(cast([2, 2, 0], [2, 2, 7])).toEqual([0]);
    expect(cast([2, 2.0000000000000004, 0], [2, 2, 7])).toEqual([]);
    // 1/3 of the way is no f64, and the far end still is exact.
    expect(cast([0.1, 0.1, 0.1], [0.4, 0.7, -0.2])).toEqual([expect.closeTo(1 / 3, 15)]);
  });

  it('misses a triangle in its plane, one without area, and with cull one from behind', () => {
    expect(cast([-1, 1, 0], [5, 1, 0])).toEqual([]);
    expect(cast([1, 1, -1], [1, 1, 1], true)).toEqual([]);
    expect(cast([1, 1, 1], [1, 1, -1], true)).toEqual([0.5]);
  });

  it('reports position, distance and weights', () => {
    const { hits } = segmentCast(tree, right, { from: [1, 1, 3], to: [1, 1, -1] });
    expect(hits).toEqual([
      { triangle: 0, fraction: 0.75, distance: 3, position: [1, 1, 0], normal: [0, 0, 1], barycentric: [0.5, 0.25, 0.25], part: 0 },
    ]);
  });

  it('refuses a point, and ends that are not finite', () => {
    expect(() => segmentCast(tree, right, { from: [1, 1, 1], to: [1, 1, 1] })).toThrow('the same point');
    expect(() => segmentCast(tree, right, { from: [1, 1, NaN], to: [1, 1, 1] })).toThrow('not finite');
  });

  it.each(treeKinds)('hits what brute force hits on a tree of kind %s', (kind) => {
    const random = seededRandom(3);
    const vector = (): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
    let total = 0;
    for (const mesh of [soup(150, random), placed(ball(16, 8), 1, [0.5, 0, 0])]) {
      const { tree: other } = treed(mesh, { kind });
      for (let i = 0; i < 20; i++) {
        const segment = { from: vector(), to: vector() };
        const expected = segmentCastBruteForce(mesh, segment, false);
        total += expected.length;
        const all = segmentCast(other, mesh, segment, { mode: 'all' }).hits;
        expect(all.map(({ fraction, triangle }) => [fraction, triangle])).toEqual(expected);
        expect(segmentCast(other, mesh, segment).hits).toEqual(all.slice(0, 1));
        expect(segmentCast(other, mesh, segment, { mode: 'any' }).hits).toHaveLength(Math.min(1, all.length));
      }
    }
    expect(total).toBeGreaterThan(20);
  });
});

describe('a polygon', () => {
  const square: readonly Vec3[] = [
    [-1, -1, 0],
    [1, -1, 0],
    [1, 1, 0],
    [-1, 1, 0],
  ];
  /** An L. */
  const corner: readonly Vec3[] = [
    [0, 0, 0],
    [4, 0, 0],
    [4, 1, 0],
    [1, 1, 0],
    [1, 4, 0],
    [0, 4, 0],
  ];
  const at = (points: readonly Vec3[], x: number, y: number) => segmentPolygon(points, { from: [x, y, 2], to: [x, y, -2] });

  it('has a plane, and the point where a segment crosses it', () => {
    expect(at(square, 0.5, 0.25)).toEqual({
      plane: { normal: [0, 0, 1], offset: 0 },
      point: [0.5, 0.25, 0],
      inside: true,
      insideByAngles: true,
    });
    expect(segmentPolygon(square, { from: [0, 0, 3], to: [0, 0, 1] })).toMatchObject({ point: null, inside: null });
    expect(segmentPolygon(square, { from: [0, 0, 0], to: [1, 0, 0] })).toMatchObject({ point: null, inside: null });
    expect(
      segmentPolygon(
        square.map(([x, y]): Vec3 => [x, y, 5]),
        { from: [0, 0, 9], to: [0, 0, 5] },
      ),
    ).toMatchObject({
      plane: { normal: [0, 0, 1], offset: 5 },
      point: [0, 0, 5],
      inside: true,
    });
  });

  it('decides exactly: edges and vertices are inside, and one rounding beyond is outside', () => {
    expect(at(square, 1, 0.3).inside).toBe(true);
    expect(at(square, 1, 1).inside).toBe(true);
    expect(at(square, 1.0000000000000002, 0.3).inside).toBe(false);
    expect(at(corner, 1, 1).inside).toBe(true);
    expect(at(corner, 1.0000000000000002, 1.0000000000000002).inside).toBe(false);
  });

  it('counts a vertex level with the point once', () => {
    const diamond: readonly Vec3[] = [
      [2, 0, 0],
      [0, 2, 0],
      [-2, 0, 0],
      [0, -2, 0],
    ];
    for (const polygon of [diamond, [...diamond].reverse()])
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [-1, 0],
      ] as const) {
        expect(at(polygon, x, y).inside).toBe(true);
        expect(at(polygon, x + 4, y).inside).toBe(false);
        expect(at(polygon, x - 4, y).inside).toBe(false);
      }
    for (const [x, y] of [
      [0, 2],
      [0, -2],
    ] as const)
      for (const aside of [-1, 1]) expect(at(diamond, x + aside, y).inside).toBe(false);
    for (const polygon of [corner, [...corner].reverse()]) {
      expect(at(polygon, 0.5, 1).inside).toBe(true);
      for (const y of [0, 1, 4]) for (const x of [-1, 5]) expect(at(polygon, x, y).inside).toBe(false);
    }
  });

  it('is not what the sum of angles says: close to an edge, and in the bay of an L', () => {
    expect(at(square, 1.01, 0)).toMatchObject({ inside: false, insideByAngles: true });
    expect(at(corner, 1.1, 1.1)).toMatchObject({ inside: false, insideByAngles: true });
    expect(isInsideByAngles(square, [0, 0, 0])).toBe(true);
    expect(isInsideByAngles(square, [3, 0, 0])).toBe(false);
  });

  it('may be clockwise, overlap itself, or not be flat', () => {
    expect(at([...corner].reverse(), 0.5, 3.5).inside).toBe(true);
    // Twice around: the winding number is 2.
    expect(at([...square, ...square], 0.5, 0).inside).toBe(true);
    // A saddle: its plane is z = 0, and it is projected to the square.
    const saddle = square.map(([x, y], i): Vec3 => [x, y, i % 2 === 0 ? 0.5 : -0.5]);
    expect(at(saddle, 0.9, 0.9)).toMatchObject({ plane: { normal: [0, 0, 1], offset: 0 }, inside: true });
    expect(at(saddle, 1.1, 0.9).inside).toBe(false);
  });

  it('without area has no plane, and with two points it is refused', () => {
    expect(
      at(
        [
          [0, 0, 0],
          [1, 1, 0],
          [2, 2, 0],
        ],
        1,
        1,
      ),
    ).toEqual({ plane: null, point: null, inside: null, insideByAngles: null });
    expect(() =>
      at(
        [
          [0, 0, 0],
          [1, 1, 0],
        ],
        1,
        1,
      ),
    ).toThrow('has 2 points');
  });
});

describe('the contact of a capsule and a triangle', () => {
  it('has the lowest feature with all closest points, and the depth of the shortest move out of it', () => {
    const touch = (from: Vec3, to: Vec3, radius: number) => capsuleTouch(right, 0, { from, to, radius });
    // Parallel over the face: the middle of the axis.
    expect(touch([0.5, 1, 2], [1.5, 1, 2], 3)).toEqual({
      triangle: 0,
      feature: 'face',
      featureIndex: null,
      point: [1, 1, 0],
      distance: 2,
      depth: 1,
      direction: [0, 0, 1],
      part: 0,
    });
    // Parallel to the first edge, longer than it.
    expect(touch([-9, -1, 0], [9, -1, 0], 1.5)).toMatchObject({
      feature: 'edge',
      featureIndex: 0,
      point: [2, 0, 0],
      distance: 1,
      depth: 0.5,
      direction: [0, -1, 0],
    });
    expect(touch([-3, -4, 0], [-6, -8, 0], 6)).toMatchObject({ feature: 'vertex', featureIndex: 0, distance: 5, depth: 1 });
    // Through the face, nearly out below; and through it near an edge.
    expect(touch([1, 1, 5], [1, 1, -0.25], 1)).toMatchObject({
      feature: 'face',
      point: [1, 1, 0],
      distance: 0,
      depth: 1.25,
      direction: [0, 0, 1],
    });
    expect(touch([1, 0.125, 5], [1, 0.125, -5], 1)).toMatchObject({
      feature: 'edge',
      featureIndex: 0,
      distance: 0,
      depth: 1.125,
      direction: [0, -1, 0],
    });
  });
});
