import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { integralsOf } from '#core/mesh/mass-properties';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { bspOptions } from '#core/options';
import { windingBruteForce } from '#core/query/inside/brute-force';
import { type BspTree } from '#core/bsp/bsp-tree';
import { buildBsp } from '#core/bsp/build-bsp';
import { directionSign } from '#core/bsp/leaf-winding';
import { createExactSpace } from '#core/bsp/exact-space';
import { trianglesAsFragments } from '#core/bsp/fragments';
import { createShadowGrid } from '#core/bsp/shadow-grid';
import { bspCells } from '#core/bsp/cells';
import { type BspPlane, trianglePlane } from '#core/bsp/plane';
import { pointSide } from '#core/bsp/point-side';
import { planeSide } from '#core/bsp/plane-side';
import { InspectorError } from '#core/error';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, placed, soup, turned } from '../../fixtures/shapes.ts';

const rules = Object.keys(bspOptions.planes.choices) as (keyof typeof bspOptions.planes.choices)[];

/** Two boxes that overlap, a box that touches one of them with a face, and a box inside another. */
const boxes = joined([
  box(),
  box([0, -0.5, -0.5], [3, 0.5, 2]),
  box([3, -0.5, -0.5], [4, 0.5, 2]),
  box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]),
]);

const solids: readonly (readonly [name: string, mesh: TriangleMesh])[] = [
  ['a box', box()],
  ['a box inside out', turned(box())],
  ['a ball', ball(10, 5)],
  ['a knot', knot(2, 3, 12, 4)],
  ['boxes that overlap, touch and contain each other', boxes],
  ['a ball with a cavity', joined([ball(8, 4), turned(placed(ball(6, 3), 0.5))])],
  ['two equal balls', joined([ball(6, 4), ball(6, 4)])],
  ['a ball that a knot crosses', joined([ball(6, 4), knot(2, 3, 10, 3)])],
  ['a tiny ball', placed(ball(10, 5), 1e-6)],
  ['a large ball', placed(ball(10, 5), 1e6)],
  ['a ball far away', placed(ball(10, 5), 1, [581_000, 4_785_000, 12])],
  ['a ball of 1e-200', placed(ball(6, 4), 1e-200)],
];

function pointsOf(mesh: TriangleMesh, count: number): readonly Vec3[] {
  const { min, max } = meshBounds(mesh)!;
  const random = seededRandom(5);
  const along = (k: 0 | 1 | 2): number => min[k] + (1.2 * random() - 0.1) * (max[k] - min[k]);
  return Array.from({ length: count }, () => [along(0), along(1), along(2)] as const);
}

/** Volume of the box of a tree, which the leaves fill. */
function boxVolume({
  space: {
    box: { min, max },
  },
}: BspTree): number {
  return (max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]);
}

describe.each(rules)('a BSP tree by the rule %s', (planes) => {
  test.each(solids)('of %s has the sides of winding numbers, and leaves that fill the box', (name, mesh) => {
    const tree = buildBsp(mesh, { planes });
    let solid = 0;
    // Few points of its box are inside a knot.
    for (const point of pointsOf(mesh, planes === 'axis' || name === 'a knot' ? 100 : 60)) {
      const winding = Math.round(windingBruteForce(mesh, point));
      expect(pointSide(tree, point), point.join(' ')).toBe(winding === 0 ? 'empty' : 'solid');
      if (winding !== 0) solid++;
    }
    expect(solid).toBeGreaterThan(0);
    expect(tree.windings).toHaveLength(tree.planes.length + 1);
    if (name.includes('1e-200') || planes !== 'axis') return;
    const { solidVolume, emptyVolume, volumeError } = bspCells(tree);
    const whole = boxVolume(tree);
    expect(Math.abs(solidVolume + emptyVolume - whole)).toBeLessThanOrEqual(2 * volumeError + whole * 1e-14);
    // Rounding of far coordinates is relative to the origin.
    expect(volumeError).toBeLessThan(whole * (name.includes('far') ? 1e-5 : 1e-9));
  });
});

test('the sign of a direction is exact for triangles whose normals underflow', () => {
  const random = seededRandom(9);
  const direction: Vec3 = [317, 201, 1021];
  const away = (): number => (random() - 0.5) * 2 ** -12;
  for (let i = 0; i < 200; i++) {
    // An edge nearly along the direction.
    const edge = direction.map((value) => value / 1024 + away());
    const mesh = meshOf([0, 0, 0, ...edge, random() - 0.5, random() - 0.5, random() - 0.5], [0, 1, 2]);
    const signs = [1, 2 ** -530, 2 ** -534].map((scale) => {
      const small = placed(mesh, scale);
      const space = createExactSpace(small, meshBounds(small)!);
      return directionSign(space, trianglePlane(space, 0, 0, 1, 2), direction);
    });
    expect(signs[0]).not.toBe(0);
    expect(signs).toEqual([signs[0], signs[0], signs[0]]);
  }
});

test('triangles over many cells of a shadow grid are in one common list', () => {
  const count = 400;
  const positions = Array.from({ length: count }, (_, i) => [0, i, 0, count, i, 0, count, i + 0.01, 0]).flat();
  const mesh = meshOf(
    positions,
    Array.from({ length: 3 * count }, (_, i) => i),
  );
  const fragments = trianglesAsFragments(mesh, createExactSpace(mesh, meshBounds(mesh)!));
  expect(fragments).toHaveLength(count);
  // 20 cells on each side: rows of one or two are sorted, the large triangle is near everything.
  const large = placed(box(), count);
  const both = joined([mesh, large]);
  const all = trianglesAsFragments(both, createExactSpace(both, meshBounds(both)!));
  const grid = createShadowGrid(all, [1, 1, 1000]);
  for (const { points } of all) {
    const near = grid.near(points[0]!);
    expect(new Set(near).size).toBe(near.length);
    for (const [i, { points: corners }] of all.entries()) if (corners.includes(points[0]!)) expect(near).toContain(i);
  }
});

describe('point in solid', () => {
  const tree = buildBsp(boxes);

  test.each([
    [[1, 0, 0.25], 'solid'],
    [[-1, 0, 0], 'on'],
    [[-1, -1, -1], 'on'],
    [[3, 0, 0], 'solid'],
    [[0.5, 0, 0], 'solid'],
    [[3, 0.5, 1], 'on'],
    [[1, 0.75, 0], 'on'],
    [[1.0000000000000002, 0.75, 0], 'empty'],
    [[9, 9, 9], 'empty'],
  ] as const)('reports %j as %s', (point, side) => {
    expect(pointSide(tree, point)).toBe(side);
  });

  test('reports the volume of the union of boxes', () => {
    // 2·2·2, 3·1·2.5 without 1·1·1.5, 1·1·2.5.
    expect(bspCells(tree).solidVolume).toBeCloseTo(8 + 7.5 - 1.5 + 2.5, 12);
  });

  test('reports the volume of a mesh that does not cross itself', () => {
    for (const mesh of [ball(16, 8), knot(2, 3, 24, 5)]) {
      const { solidVolume, volumeError } = bspCells(buildBsp(mesh));
      const volume = integralsOf(mesh, boundsCenter(meshBounds(mesh)!))[0]! / 6;
      expect(Math.abs(solidVolume - volume)).toBeLessThanOrEqual(volumeError + 1e-13);
    }
  });
});

describe('cells and portals', () => {
  test.each(solids.slice(0, 8))('of %s are convex, and portals lie on the border of both cells', (_, mesh) => {
    const tree = buildBsp(mesh);
    const { space, windings } = tree;
    const { regions, portals } = bspCells(tree);
    const pointsOfRegion = regions.map((region) => [...new Set(region.flatMap((face) => face.points))]);
    const sides = (leaf: number, plane: BspPlane): ReadonlySet<number> =>
      new Set(pointsOfRegion[leaf]!.map((point) => planeSide(space, plane, point)));
    regions.forEach((region, leaf) => {
      const straddled = region.filter(({ plane }) => sides(leaf, plane).has(1) === sides(leaf, plane).has(-1));
      expect(straddled).toEqual([]);
    });
    expect(portals.length).toBeGreaterThan(0);
    for (const { front, back, polygon } of portals) {
      expect([windings[front], windings[back]]).toEqual([0, 0]);
      for (const leaf of [front, back]) {
        expect(regions[leaf]!.some(({ plane }) => plane === polygon.plane)).toBe(true);
        const outside = regions[leaf]!.filter(({ plane }) => {
          const inner = sides(leaf, plane).has(1) ? 1 : -1;
          return polygon.points.some((point) => planeSide(space, plane, point) === -inner);
        });
        expect(outside).toEqual([]);
      }
    }
  });

  test('portals cover what two cells share: each cell border is portals, solid and box', () => {
    // The face areas of all cells on inner planes equal twice the portals plus the border of the solid.
    const tree = buildBsp(box());
    const { portals, cells } = bspCells(tree);
    expect(cells).toBe(tree.windings.filter((winding) => winding === 0).length);
    expect(cells).toBe(6);
    // Cells around a box: each new plane cuts off one side.
    expect(portals.length).toBeGreaterThanOrEqual(8);
  });
});

describe('exact signs', () => {
  test('nearly coplanar fans decide as big integers do', () => {
    // Steps of one rounding between faces: f64 cannot tell their planes apart.
    const tiny = 2 ** -50;
    const mesh = placed(box([0, 0, 0], [1, 1, tiny]), 1, [1, 1, 1]);
    const tree = buildBsp(mesh);
    expect(pointSide(tree, [1.5, 1.5, 1 + tiny / 2])).toBe('solid');
    expect(pointSide(tree, [1.5, 1.5, 1 + tiny])).toBe('on');
    expect(pointSide(tree, [1.5, 1.5, 1 + 2 * tiny])).toBe('empty');
    expect(bspCells(tree).solidVolume).toBeCloseTo(tiny, 25);
  });

  test('points of split polygons lie exactly on their planes', () => {
    const tree = buildBsp(joined([ball(9, 5), placed(ball(7, 4), 0.8, [0.3, 0.2, 0.1])]), { planes: 'random' });
    const { regions } = bspCells(tree);
    let seen = 0;
    for (const region of regions) {
      for (const { points, plane, edges } of region) {
        points.forEach((point, i) => {
          // Without the shortcut of known planes.
          const bare = { ...point, planes: [], lastPlane: null };
          expect(planeSide(tree.space, plane, bare)).toBe(0);
          expect(planeSide(tree.space, edges[i]!, bare)).toBe(0);
          seen++;
        });
      }
    }
    expect(seen).toBeGreaterThan(1000);
  });
});

describe('limits', () => {
  test('a mesh with too many splits is refused with what to do', () => {
    const crossing = joined([ball(12, 6), placed(ball(12, 6), 1, [0.5, 0.1, 0])]);
    expect(() => buildBsp(crossing, { maxSplits: 10 })).toThrow(/splits more than 10 polygons/);
    expect(buildBsp(crossing).splits).toBeGreaterThan(10);
  });

  test('a mesh without area is refused', () => {
    expect(() => buildBsp(meshOf([0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2]))).toThrow(InspectorError);
    expect(() => buildBsp(meshOf([], []))).toThrow(/no triangle with area/);
  });

  test('progress rises to 1 and can cancel', () => {
    const seen: number[] = [];
    buildBsp(ball(12, 6), {}, (fraction) => seen.push(fraction));
    expect(seen.at(-1)).toBe(1);
    expect(() =>
      buildBsp(ball(12, 6), {}, () => {
        throw new Error('stop');
      }),
    ).toThrow('stop');
  });

  test('random triangles, which bound nothing, still give a tree', () => {
    expect(buildBsp(soup(40, seededRandom(2))).planes.length).toBeGreaterThan(40);
  });
});
