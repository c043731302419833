import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { OverlapOptions } from '#core/options/overlap-options';
import { capsuleOverlapBruteForce } from '#core/query/capsule/brute-force';
import { capsuleOverlap, type Capsule } from '#core/query/capsule/capsule';
import { frustumOverlapBruteForce } from '#core/query/frustum/brute-force';
import { frustumOverlap } from '#core/query/frustum/frustum';
import { frustumEye, type Frustum } from '#core/query/frustum/half-spaces';
import { hullOverlapBruteForce } from '#core/query/hull/brute-force';
import { hullOverlap, type PointHull } from '#core/query/hull/hull';
import type { ShapeOverlap } from '#core/query/overlap-descent';
import { triangleOverlapBruteForce } from '#core/query/triangle/brute-force';
import { triangleOverlap, type QueryTriangle } from '#core/query/triangle/triangle';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import type { Tree } from '#core/tree/layout';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

type Query = (tree: Tree, mesh: TriangleMesh, options?: Partial<OverlapOptions>) => ShapeOverlap;

/** The triangles on trees of some kinds, which brute force must share; `any` returns one of them. */
function found(
  mesh: TriangleMesh,
  query: Query,
  expected: Uint32Array,
  kinds: readonly (typeof treeKinds)[number][] = ['aabb'],
): readonly number[] {
  const wide = treed(mesh, { kind: 'wide' }).tree;
  for (const tree of [...kinds.map((kind) => treed(mesh, { kind }).tree), loadTree(wide, mesh)]) {
    expect(query(tree, mesh).triangles).toEqual(expected);
    const any = query(tree, mesh, { mode: 'any' }).triangles;
    expect(any).toHaveLength(Math.min(1, expected.length));
    expect([...expected]).toEqual(expect.arrayContaining([...any]));
  }
  return [...expected];
}

const byCapsule = (mesh: TriangleMesh, capsule: Capsule, kinds?: typeof treeKinds): readonly number[] =>
  found(mesh, (tree, m, options) => capsuleOverlap(tree, m, capsule, options), capsuleOverlapBruteForce(mesh, capsule), kinds);
const byTriangle = (mesh: TriangleMesh, triangle: QueryTriangle, kinds?: typeof treeKinds): readonly number[] =>
  found(mesh, (tree, m, options) => triangleOverlap(tree, m, triangle, options), triangleOverlapBruteForce(mesh, triangle), kinds);
const byFrustum = (mesh: TriangleMesh, frustum: Frustum, kinds?: typeof treeKinds): readonly number[] =>
  found(mesh, (tree, m, options) => frustumOverlap(tree, m, frustum, options), frustumOverlapBruteForce(mesh, frustum), kinds);
const byHull = (mesh: TriangleMesh, hull: PointHull, kinds?: typeof treeKinds): readonly number[] =>
  found(mesh, (tree, m, options) => hullOverlap(tree, m, hull, options), hullOverlapBruteForce(mesh, hull), kinds);

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
/** A needle, a triangle that is one point, and one with a copy of a vertex. */
const flat = meshOf([0, 0, 0, 4, 4, 4, 2, 2, 2, 9, 9, 9, 5, 0, 0], [0, 1, 2, 3, 3, 3, 0, 4, 4]);

describe('a capsule', () => {
  it('touches at its radius and not one rounding beyond, with a side, an end or at an edge', () => {
    expect(byCapsule(right, { from: [1, 1, 2], to: [2, 1, 2], radius: 2 })).toEqual([0]);
    expect(byCapsule(right, { from: [1, 1, 2], to: [2, 1, 2], radius: 1.9999999999999998 })).toEqual([]);
    expect(byCapsule(right, { from: [-1, 2, -9], to: [-1, 2, 9], radius: 1 })).toEqual([0]);
    expect(byCapsule(right, { from: [-1, 2, -9], to: [-1, 2, 9], radius: 1 - 2 ** -53 })).toEqual([]);
    expect(byCapsule(right, { from: [-3, -4, 0], to: [-30, -4, 0], radius: 5 })).toEqual([0]);
    expect(byCapsule(right, { from: [-3, -4, 5e-324], to: [-30, -4, 0], radius: 5 })).toEqual([]);
  });

  it('may be a segment, a point, or a sphere', () => {
    expect(byCapsule(right, { from: [1, 1, -1], to: [1, 1, 1], radius: 0 })).toEqual([0]);
    expect(byCapsule(right, { from: [1, 1, 5e-324], to: [1, 1, 1], radius: 0 })).toEqual([]);
    expect(byCapsule(right, { from: [2, 2, 0], to: [2, 2, 0], radius: 0 })).toEqual([0]);
    expect(byCapsule(right, { from: [2, 2.0000000000000004, 0], to: [2, 2.0000000000000004, 0], radius: 0 })).toEqual([]);
    expect(byCapsule(flat, { from: [9, 9, 10], to: [9, 9, 10], radius: 1 })).toEqual([1]);
    expect(byCapsule(flat, { from: [5, 1, 0], to: [5, 2, 0], radius: 1 })).toEqual([2]);
  });

  it('refuses ends that are not finite and a radius below 0', () => {
    const { tree } = treed(right);
    expect(() => capsuleOverlap(tree, right, { from: [NaN, 0, 0], to: [1, 0, 0], radius: 1 })).toThrow('not finite');
    expect(() => capsuleOverlap(tree, right, { from: [0, 0, 0], to: [1, 0, 0], radius: -1 })).toThrow('cannot be -1');
  });
});

describe('a triangle', () => {
  it('overlaps what it touches: crossing, at a vertex, in one plane, and as a segment or point', () => {
    expect(byTriangle(right, { a: [1, 1, -1], b: [1, 1, 1], c: [9, 9, 9] })).toEqual([0]);
    expect(byTriangle(right, { a: [2, 2, 0], b: [5, 5, 0], c: [5, 6, 0] })).toEqual([0]);
    expect(byTriangle(right, { a: [2, 2.0000000000000004, 0], b: [5, 5, 0], c: [5, 6, 0] })).toEqual([]);
    expect(byTriangle(right, { a: [1, 1, -1], b: [1, 1, 1], c: [1, 1, 0.5] })).toEqual([0]);
    expect(byTriangle(flat, { a: [3, 3, 3], b: [3, 3, 3], c: [3, 3, 3] })).toEqual([0]);
    expect(() => triangleOverlap(treed(right).tree, right, { a: [0, 0, 0], b: [0, 0, Infinity], c: [1, 0, 0] })).toThrow('not finite');
  });
});

/** Column-major, as gluPerspective for an eye at (0, 0, 5) that looks along -z; 90 degrees. */
const perspective = (near: number, far: number): readonly number[] => {
  const c = far === Infinity ? -1 : (far + near) / (near - far);
  const d = far === Infinity ? -2 * near : (2 * far * near) / (near - far);
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, c, -1, 0, 0, -5 * c + d, 5];
};

describe('a frustum', () => {
  it('overlaps what it sees, up to the near and far sides, also without a far side', () => {
    expect(byFrustum(right, { clipFromMesh: perspective(1, 100) })).toEqual([0]);
    // At the triangle it is 5 wide on each side.
    const away = meshOf([5, 0, 0, 6, 0, 0, 6, 1, 0], [0, 1, 2]);
    expect(byFrustum(away, { clipFromMesh: perspective(1, 100) })).toEqual([0]);
    expect(byFrustum(placed(away, 1, [1e-15, 0, 0]), { clipFromMesh: perspective(1, 100) })).toEqual([]);
    expect(byFrustum(right, { clipFromMesh: perspective(1, 4) })).toEqual([]);
    expect(byFrustum(placed(right, 1, [0, 0, -1e9]), { clipFromMesh: perspective(1, Infinity) })).toEqual([0]);
    expect(byFrustum(placed(right, 1, [0, 0, 6]), { clipFromMesh: perspective(1, Infinity) })).toEqual([]);
    // The box from -1 to 1.
    expect(byFrustum(right, { clipFromMesh: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] })).toEqual([0]);
    expect(byFrustum(placed(right, 1, [1, 1, 1]), { clipFromMesh: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] })).toEqual([0]);
  });

  it('has an eye, or at infinity a direction', () => {
    expect(frustumEye({ clipFromMesh: perspective(1, 100) })).toEqual({ point: [0, 0, 5] });
    expect(frustumEye({ clipFromMesh: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, -3, 0, 0, 0, 0, 1] })).toEqual({ direction: [0, 0, -1] });
  });

  it('refuses matrices that are singular, not finite or of another size', () => {
    const { tree } = treed(right);
    const refused = (clipFromMesh: readonly number[]) => () => frustumOverlap(tree, right, { clipFromMesh });
    expect(refused([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])).toThrow('singular');
    expect(refused(Array.from({ length: 16 }, () => 1))).toThrow('singular');
    expect(refused([1, 0, 0])).toThrow('has 3 numbers');
    expect(refused([NaN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).toThrow('not finite');
    expect(refused([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 2, 1])).toThrow('no points');
  });
});

describe('a hull', () => {
  const cube: PointHull = { points: [0, 1, 2, 3, 4, 5, 6, 7].map((i): Vec3 => [i & 1, (i >> 1) & 1, (i >> 2) & 1]) };

  it('overlaps what it touches, also of points in a plane, on a line or in one place', () => {
    expect(byHull(right, cube)).toEqual([0]);
    expect(byHull(placed(right, 1, [1, 1, 1]), cube)).toEqual([0]);
    expect(byHull(placed(right, 1, [1, 1, 1.0000000000000002]), cube)).toEqual([]);
    expect(
      byHull(right, {
        points: [
          [1, 1, -1],
          [1, 1, 1],
        ],
      }),
    ).toEqual([0]);
    expect(
      byHull(right, {
        points: [
          [1, 1, 1],
          [1, 1, 3],
          [1, 1, 5e-324],
        ],
      }),
    ).toEqual([]);
    expect(byHull(right, { points: [[2, 2, 0]] })).toEqual([0]);
    expect(
      byHull(right, {
        points: [
          [2, 2, 0],
          [2, 2, 0],
          [2, 2, 0],
        ],
      }),
    ).toEqual([0]);
    expect(
      byHull(right, {
        points: [
          [3, 3, -1],
          [3, 3, 1],
          [9, 3, 1],
          [9, 3, -1],
          [5, 3, 0],
        ],
      }),
    ).toEqual([]);
    expect(
      byHull(right, {
        points: [
          [2, 2, -1],
          [2, 2, 1],
          [9, 3, 1],
          [9, 3, -1],
          [5, 2.4, 0],
        ],
      }),
    ).toEqual([0]);
    // In the plane of the triangle.
    expect(
      byHull(right, {
        points: [
          [2, 2, 0],
          [3, 2, 0],
          [3, 3, 0],
          [2, 3, 0],
        ],
      }),
    ).toEqual([0]);
    expect(
      byHull(right, {
        points: [
          [2.5, 2, 0],
          [3, 2, 0],
          [3, 3, 0],
          [2, 3, 0],
        ],
      }),
    ).toEqual([]);
  });

  it('refuses no points, too many, and points that are not finite', () => {
    const { tree } = treed(right);
    expect(() => hullOverlap(tree, right, { points: [] })).toThrow('no points');
    expect(() =>
      hullOverlap(tree, right, {
        points: [
          [0, 0, 0],
          [0, NaN, 0],
        ],
      }),
    ).toThrow('Point 1');
    expect(() => hullOverlap(tree, right, { points: Array.from({ length: 5000 }, (): Vec3 => [0, 0, 0]) })).toThrow('5000 points');
  });
});

describe('every shape on random triangles', () => {
  const random = seededRandom(14);
  const vector = (size: number): Vec3 => [size * (2 * random() - 1), size * (2 * random() - 1), size * (2 * random() - 1)];
  /** Small whole numbers, so that much touches, is in one plane, or is flat. */
  const whole = (): Vec3 => [Math.floor(3 * random()), Math.floor(3 * random()), Math.floor(3 * random())];

  it.each([1, 1e-9, 1e9, 1e-160])('finds what brute force finds, at size %d', (size) => {
    const mesh = placed(soup(100, random), size);
    let total = 0;
    for (let i = 0; i < 5; i++) {
      total += byCapsule(mesh, { from: vector(size), to: vector(size), radius: 0.2 * size * random() }).length;
      total += byTriangle(mesh, { a: vector(size), b: vector(size), c: vector(size) }).length;
      const center = vector(size);
      const points = Array.from({ length: 7 }, (): Vec3 => vector(0.4 * size).map((x, k) => x + center[k]!) as unknown as Vec3);
      total += byHull(mesh, { points: i < 3 ? points.slice(0, i + 1) : points }).length;
      const [s, t] = [1 / size, random() - 0.5];
      const view = [s, 0, 0, 0.3 * s, 0, s, t * s, 0, 0, 0.2 * s, 2 * s, 0.1 * s, random(), random(), random(), 1 + random()];
      total += byFrustum(mesh, { clipFromMesh: view }).length;
    }
    expect(total).toBeGreaterThan(50);
  });

  it('finds what brute force finds on whole numbers, where nearly all of it is degenerate', () => {
    const mesh = meshOf(
      Array.from({ length: 60 }, whole).flat(),
      Array.from({ length: 60 }, (_, i) => i),
    );
    let total = 0;
    for (let i = 0; i < 60; i++) {
      total += byCapsule(mesh, { from: whole(), to: whole(), radius: [0, 0.5, 1][i % 3]! }).length;
      total += byTriangle(mesh, { a: whole(), b: whole(), c: whole() }).length;
      total += byHull(mesh, { points: Array.from({ length: 1 + (i % 7) }, whole) }).length;
    }
    expect(total).toBeGreaterThan(50);
  });

  it.each(treeKinds)('finds the same on a tree of kind %s', (kind) => {
    const mesh = placed(ball(24, 12), 1, [1000, 0, 0]);
    const at = (x: number, y: number, z: number): Vec3 => [1000 + x, y, z];
    expect(byCapsule(mesh, { from: at(0.9, 0, 0), to: at(0, 0.9, 0.3), radius: 0.12 }, [kind]).length).toBeGreaterThan(3);
    expect(byTriangle(mesh, { a: at(0, 0, 0), b: at(2, 0, 0.1), c: at(0, 2, 0.3) }, [kind]).length).toBeGreaterThan(3);
    const points = [at(0.5, 0, 0), at(1.5, 0, 0.1), at(0.7, 0.6, 0), at(0.8, 0.2, 0.9), at(0.8, 0.2, 0.4)];
    expect(byHull(mesh, { points }, [kind]).length).toBeGreaterThan(3);
    // A box around (1001, 0, 0), 0.4 wide.
    const box = { clipFromMesh: [5, 0, 0, 0, 0, 5, 0, 0, 0, 0, 5, 0, -5005, 0, 0, 1] };
    expect(byFrustum(mesh, box, [kind]).length).toBeGreaterThan(3);
  });
});
