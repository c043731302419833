import { describe, expect, it } from 'vitest';
import { seededRandom } from '#core/math/seeded-random';
import type { FilterOptions } from '#core/options/filter-options';
import { closestPointMany } from '#core/query/batch/closest-point-many';
import { overlapMany } from '#core/query/batch/overlap-many';
import { raycastMany } from '#core/query/batch/raycast-many';
import { batchShapeAt, shapesPart, type BatchShape, type ShapeBatch } from '#core/query/batch/shapes';
import { closestPoint } from '#core/query/closest/closest';
import { createQueryThreads, serveQueries } from '#core/index';
import { planeOverlap } from '#core/query/plane/plane';
import { raycast } from '#core/query/ray/ray';
import { overlap, shapeViewpoint } from '#core/query/shape-overlap';
import { sphereTriangles } from '../../fixtures/sphere-triangles.ts';
import { triangleFilter, type TriangleFilter } from '#core/query/triangle-filter';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { fakeThreads } from '../../fixtures/fake-threads.ts';
import { ball, joined, soup } from '../../fixtures/shapes.ts';

const random = seededRandom(41);
const count = 60;
const numbers = (length: number, size = 2): Float64Array => Float64Array.from({ length }, () => size * (2 * random() - 1));
const lengths = (): Float64Array => numbers(count, 0.5).map(Math.abs);

/** Perspective, 90° in both directions, from a point along −z. */
function frustumAt(x: number, y: number, z: number): readonly number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.1, -1, -x, -y, 1.1 * z - 0.21, z];
}

const mins = numbers(3 * count);
const batches: readonly ShapeBatch[] = [
  { centers: numbers(3 * count), radii: lengths() },
  { kind: 'capsule', froms: numbers(3 * count), tos: numbers(3 * count), radii: lengths() },
  { kind: 'box', centers: numbers(3 * count), halfEdges: numbers(9 * count, 0.4) },
  { kind: 'alignedBox', mins, maxs: mins.map((value) => value + random()) },
  { kind: 'triangle', corners: numbers(9 * count) },
  { kind: 'plane', points: numbers(3 * count, 1), normals: numbers(3 * count), thicknesses: lengths() },
  { kind: 'frustum', matrices: Array.from({ length: count }, () => frustumAt(random(), random(), 2 + random())).flat() },
  { kind: 'hull', points: numbers(3 * 5 * count, 1), offsets: Uint32Array.from({ length: count + 1 }, (_, i) => 5 * i) },
];

const [first, second] = [ball(24, 12), soup(300, random)];
const half = first.indices.length / 3;
const mesh = {
  ...joined([first, second]),
  parts: [
    { name: 'ball', firstTriangle: 0, triangleCount: half, worldFromPart: null },
    { name: 'soup', firstTriangle: half, triangleCount: 300, worldFromPart: null },
  ],
};
const filters: readonly Partial<FilterOptions>[] = [{}, { parts: 'soup' }, { sides: 'front' }, { parts: 'ball', sides: 'back' }];
const whole = (filter: Partial<FilterOptions>): FilterOptions => ({ parts: '', sides: 'both', ...filter });

describe.each(['aabb', 'wide', 'compressed'] as const)('batches of shapes on a tree of kind %s', (kind) => {
  const bytes = buildTree(mesh, { kind });
  const tree = loadTree(openTree(bytes), mesh);

  function single(shape: BatchShape, filter: Partial<FilterOptions>): readonly number[] {
    const viewpoint =
      shape.kind === 'sphere'
        ? { point: shape.center }
        : shape.kind === 'plane'
          ? { direction: shape.plane.normal.map((value) => 0 - value) as unknown as typeof shape.plane.normal }
          : shapeViewpoint(shape);
    const accepts: TriangleFilter = triangleFilter(mesh, whole(filter), viewpoint);
    if (shape.kind === 'sphere') return sphereTriangles(tree, mesh, shape, accepts);
    if (shape.kind === 'plane')
      return [...planeOverlap(tree, mesh, shape.plane, { thickness: shape.thickness }, undefined, accepts).triangles];
    return [...overlap(tree, mesh, shape, {}, accepts).triangles];
  }

  it.each(batches.map((batch) => [batch.kind ?? 'sphere', batch] as const))('%s: the triangles are those of single queries', (_, batch) => {
    for (const filter of filters) {
      const { offsets, triangles } = overlapMany(tree, mesh, batch, filter);
      expect(offsets).toHaveLength(count + 1);
      const found = Array.from({ length: count }, (_, i) => [...triangles.subarray(offsets[i], offsets[i + 1])]);
      expect(found).toEqual(found.map((_, i) => single(batchShapeAt(batch, i), filter)));
      expect(triangles.length).toBeGreaterThan(0);
    }
  });

  it('rays and closest points of a batch have the same filters', () => {
    const [origins, directions] = [numbers(3 * count), numbers(3 * count)];
    const at = (values: Float64Array, i: number): [number, number, number] => [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!];
    for (const filter of filters) {
      const rays = raycastMany(tree, mesh, { origins, directions }, {}, filter);
      const closest = closestPointMany(tree, mesh, { points: origins }, filter);
      for (let i = 0; i < count; i++) {
        const [origin, direction] = [at(origins, i), at(directions, i)];
        const [hit] = raycast(
          tree,
          mesh,
          { origin, direction, far: Infinity },
          {},
          undefined,
          triangleFilter(mesh, whole(filter), { direction }),
        ).hits;
        expect([rays.triangles[i], rays.distances[i]]).toEqual([hit?.triangle ?? -1, hit?.distance ?? Infinity]);
        const one = closestPoint(tree, mesh, origin, {}, undefined, triangleFilter(mesh, whole(filter), { point: origin })).closest!;
        expect([closest.triangles[i], closest.distances[i], ...at(closest.positions, i)]).toEqual([
          one.triangle,
          one.distance,
          ...one.position,
        ]);
      }
      expect(rays.triangles.some((triangle) => triangle >= 0)).toBe(true);
    }
  });

  it('threads return the same, in any number', async () => {
    const { start } = fakeThreads(serveQueries);
    const queries = createQueryThreads(openTree(bytes), mesh, 3, start);
    for (const batch of batches)
      for (const filter of filters) expect(await queries.overlapMany(batch, filter)).toEqual(overlapMany(tree, mesh, batch, filter));
    const origins = numbers(3 * count);
    expect(await queries.closestPointMany({ points: origins }, { sides: 'back' })).toEqual(
      closestPointMany(tree, mesh, { points: origins }, { sides: 'back' }),
    );
    queries.end();
  });
});

it.each(batches.map((batch) => [batch.kind ?? 'sphere', batch] as const))('%s: a part of a batch has its shapes', (_, batch) => {
  const part = shapesPart(batch, 7, 20);
  for (let i = 7; i < 20; i++) expect(batchShapeAt(part, i - 7)).toEqual(batchShapeAt(batch, i));
});

it.each([
  ['numbers are missing', { kind: 'capsule', froms: [0, 0, 0], tos: [1, 0], radii: [1] }, /tos has 2 numbers instead of 3/],
  ['a shape is not whole', { kind: 'triangle', corners: [0, 0, 0] }, /corners has 3 numbers/],
  ['offsets do not end at the last point', { kind: 'hull', points: [0, 0, 0], offsets: [0, 2] }, /offsets/],
  ['a radius is below 0', { kind: 'capsule', froms: [0, 0, 0], tos: [1, 0, 0], radii: [-1] }, /Shape 0: .*radius/],
] as const)('refuses a batch where %s', (_, batch, message) => {
  const tree = openTree(buildTree(mesh, {}));
  expect(() => overlapMany(tree, mesh, batch)).toThrow(message);
});
