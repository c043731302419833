import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { closestPointMany } from '#core/query/batch/closest-point-many';
import { insideMany } from '#core/query/batch/inside-many';
import { overlapMany } from '#core/query/batch/overlap-many';
import { raycastMany } from '#core/query/batch/raycast-many';
import { closestPoint } from '#core/query/closest/closest';
import { pointWinding } from '#core/query/inside/inside';
import { insideOfCode } from '#core/query/inside/query';
import { windingSurface } from '#core/query/inside/surface';
import { createWindingTree } from '#core/query/inside/winding-tree';
import { raycast } from '#core/query/ray/ray';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { inParts } from '../../fixtures/in-parts.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { quarter } from '../../fixtures/scale.ts';
import { ball, box, knot, soup } from '../../fixtures/shapes.ts';

const count = quarter(2000);
/** Of the points: a winding number is a sum over the mesh. */
const sides = count / 5;
const random = seededRandom(11);
/** Numbers on a coarse grid half of the time: rays through edges and vertices, ties, points on the surface. */
const number = (i: number): number => (i % 2 === 0 ? Math.round(8 * random() - 4) / 2 : 4 * random() - 2);
const numbers = (length: number, each = 3): Float64Array => Float64Array.from({ length }, (_, i) => number(Math.floor(i / each)));
const points = numbers(3 * count);
const directions = numbers(3 * count).map((value, i, all) =>
  i % 3 === 0 && all[i + 1] === 0 && all[i + 2] === 0 && value === 0 ? 1 : value,
);
const maxDistances = Float64Array.from({ length: count }, (_, i) => (i % 3 === 0 ? Infinity : 3 * random()));
const at = (values: Float64Array, i: number): Vec3 => [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!];

const meshes = { box: box(), ball: ball(24, 12), knot: knot(2, 3, 64, 8), soup: soup(300, random) };
const cases = Object.entries(meshes).flatMap(([name, mesh]) =>
  (['aabb', 'wide', 'compressed'] as const).map((kind) => ({
    name,
    kind,
    mesh,
    tree: loadTree(openTree(buildTree(mesh, { kind })), mesh),
  })),
);

describe.each(cases)('a batch on the $name by a tree of kind $kind', ({ mesh, tree }) => {
  it('of rays has the bits of single rays', () => {
    for (const mode of ['first', 'any'] as const) {
      const many = raycastMany(tree, mesh, { origins: points, directions, maxDistances }, { mode });
      let hits = 0;
      for (let i = 0; i < count; i++) {
        const ray = { origin: at(points, i), direction: at(directions, i), far: maxDistances[i]! };
        const [hit] = raycast(tree, mesh, ray, { mode: mode === 'any' ? 'all' : 'first' }).hits.filter(
          ({ triangle }) => mode === 'first' || triangle === many.triangles[i],
        );
        if (hit !== undefined) hits++;
        expect([many.triangles[i], many.distances[i]], `ray ${i}`).toEqual([hit?.triangle ?? -1, hit?.distance ?? Infinity]);
      }
      expect(hits).toBeGreaterThan(count / 15);
    }
  });

  it('of points has the bits of single points', () => {
    const many = closestPointMany(tree, mesh, { points, maxDistances });
    for (let i = 0; i < count; i++) {
      const { closest } = closestPoint(tree, mesh, at(points, i), { maxDistance: maxDistances[i]! });
      expect([many.triangles[i], many.distances[i]]).toEqual([closest?.triangle ?? -1, closest?.distance ?? Infinity]);
      expect(at(many.positions, i)).toEqual(closest?.position ?? [NaN, NaN, NaN]);
    }
  });

  it('of spheres has the triangles of single spheres', () => {
    const radii = maxDistances.map((value) => Math.min(1, value / 4));
    const { offsets, triangles } = overlapMany(tree, mesh, { centers: points, radii });
    for (let i = 0; i < count; i += 5) {
      const { touches } = sphereOverlap(tree, mesh, { center: at(points, i), radius: radii[i]! });
      expect([...triangles.subarray(offsets[i], offsets[i + 1])]).toEqual(touches.map(({ triangle }) => triangle));
    }
  });

  it('of sides has the bits of single points', () => {
    for (const parts of ['', 'part 0', 'part 1, part 2']) {
      const parted = inParts(mesh);
      const winding = createWindingTree(tree, parted, windingSurface(parted, parts));
      const many = insideMany(winding, { points: points.subarray(0, 3 * sides) });
      for (let i = 0; i < sides; i++) {
        const single = pointWinding(winding, at(points, i));
        expect(insideOfCode(many.inside[i]!)).toBe(single.inside);
        expect([many.windings[i], many.windingErrors[i]]).toEqual([single.winding ?? NaN, single.windingError ?? NaN]);
      }
    }
  });
});

describe('a batch', () => {
  const { mesh, tree } = cases[1]!;

  it('may be empty', () => {
    expect(raycastMany(tree, mesh, { origins: [], directions: [] }).triangles).toHaveLength(0);
    expect(overlapMany(tree, mesh, { centers: [], radii: [] }).offsets).toEqual(Uint32Array.of(0));
  });

  it.each<[string, () => unknown, RegExp]>([
    ['half a point', () => closestPointMany(tree, mesh, { points: [1, 2] }), /points has 2 numbers/],
    [
      'more origins than directions',
      () => raycastMany(tree, mesh, { origins: [0, 0, 0], directions: [] }),
      /directions has 0 numbers instead of 3/,
    ],
    [
      'a zero direction, by its number',
      () => raycastMany(tree, mesh, { origins: [0, 0, 0, 0, 0, 0], directions: [1, 0, 0, 0, 0, 0] }),
      /Ray 1: .*zero/,
    ],
    [
      'a point that is not finite, by its number',
      () => closestPointMany(tree, mesh, { points: [0, 0, 0, 0, NaN, 0] }),
      /Point 1: .*finite/,
    ],
    ['a negative radius, by its number', () => overlapMany(tree, mesh, { centers: [0, 0, 0], radii: [-1] }), /Sphere 0: /],
    ['all hits', () => raycastMany(tree, mesh, { origins: [], directions: [] }, { mode: 'all' }), /no mode "all"/],
  ])('refuses %s', (_, run, message) => {
    expect(run).toThrow(message);
  });
});
