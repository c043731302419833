import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { RayOptions } from '#core/options/ray-options';
import { raycastMany, type Rays } from '#core/query/batch/raycast-many';
import { raycast } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import type { Tree } from '#core/tree/layout';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';
import { ball, box, joined, knot, placed, soup } from '../../fixtures/shapes.ts';

const random = seededRandom(44);

function loadedTree(mesh: TriangleMesh, leafTriangles: number): Tree {
  const tree = loadTree(openTree(buildTree(mesh, { kind: 'wide', leafTriangles })), mesh);
  if (tree.loaded === null) throw new Error('The tree was not loaded');
  return tree;
}

/** A point of a triangle: a corner, on an edge or inside. */
function pointOf({ positions, indices }: TriangleMesh): number[] {
  const triangle = 3 * Math.floor((random() * indices.length) / 3);
  const raw = [random(), random() < 0.4 ? 0 : random(), random() < 0.4 ? 0 : random()];
  const sum = raw.reduce((a, b) => a + b);
  return [0, 1, 2].map((axis) =>
    raw.reduce((at, part, corner) => at + (part / sum) * positions[3 * indices[triangle + corner]! + axis]!, 0),
  );
}

/** Rays at points of the surface, exactly, or past them by a few roundings of f32; some begin on the surface, or end there. */
function raysAt(mesh: TriangleMesh, count: number): Required<Rays> {
  const size = mesh.positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  const origins = new Float64Array(3 * count);
  const directions = new Float64Array(3 * count);
  const maxDistances = new Float64Array(count).fill(Infinity);
  for (let i = 0; i < count; i++) {
    const to = pointOf(mesh).map((value) => value + (random() < 0.5 ? 0 : size * 2 ** -22 * (random() - 0.5)));
    const from = random() < 0.3 ? pointOf(mesh) : to.map(() => 3 * size * (random() - 0.5));
    const way = to.map((value, axis) => value - from[axis]!);
    const length = Math.hypot(...way);
    const isUnit = length > 0 && random() < 0.5;
    // Directions whose squares are too large or too small for f64 are scaled first.
    const scale = isUnit ? 1 / length : random() < 0.2 ? 2 ** (random() < 0.5 ? -600 : 600) : 1;
    origins.set(from, 3 * i);
    directions.set(length > 0 ? way.map((value) => value * scale) : [0, 0, 1], 3 * i);
    if (random() < 0.2) maxDistances[i] = length * (random() < 0.5 ? 1 : 1 + 2 ** -22 * (random() - 0.5));
  }
  return { origins, directions, maxDistances };
}

/** Compares triangles and distances with those of single rays, and returns the number of hits. */
function compared(tree: Tree, mesh: TriangleMesh, rays: Required<Rays>, options: RayOptions, step = 1): number {
  const { triangles, distances } = raycastMany(tree, mesh, rays, options);
  const wrong: unknown[] = [];
  let hits = 0;
  for (let i = 0; i < triangles.length; i += step) {
    const vector = (numbers: ArrayLike<number>): [number, number, number] => [numbers[3 * i]!, numbers[3 * i + 1]!, numbers[3 * i + 2]!];
    const ray = { origin: vector(rays.origins), direction: vector(rays.directions), far: rays.maxDistances[i]! };
    const all = raycast(tree, mesh, ray, { ...options, mode: options.mode === 'any' ? 'all' : 'first' }).hits;
    const hit = options.mode === 'first' ? all[0] : (all.find(({ triangle }) => triangle === triangles[i]) ?? all[0]);
    if (triangles[i] !== (hit?.triangle ?? -1) || distances[i] !== (hit?.distance ?? Infinity)) wrong.push({ i, ray, hit });
    if (hit !== undefined) hits++;
  }
  expect(wrong).toEqual([]);
  return hits;
}

const f32 = (mesh: TriangleMesh): TriangleMesh => ({ ...mesh, positions: mesh.positions.map(Math.fround) });
const layers = (mesh: TriangleMesh): TriangleMesh => joined([mesh, placed(mesh, 1 + 2 ** -21), placed(mesh, 1)]);
/** Sides of a few bits, of which a rounding leaves off a little. */
const roundSides = (mesh: TriangleMesh): TriangleMesh => ({
  ...mesh,
  positions: mesh.positions.map(() => (random() < 0.5 ? (random() - 0.5) * 2 ** -52 : Math.round(4 * random()) / 2)),
});
const meshes = {
  'a box': box(),
  'a ball of f32': f32(ball(48, 24)),
  'a ball of f64': ball(40, 20),
  'a ball far away': placed(ball(48, 24), 1, [1e5, -3e5, 2e5]),
  'a tiny knot': placed(knot(2, 3, 96, 8), 1e-6),
  'a huge knot': f32(placed(knot(2, 3, 96, 8), 1e6)),
  'three layers within roundings of f32': layers(f32(knot(2, 3, 64, 8))),
  'long thin triangles': f32(placed(ball(400, 3), 1)),
  'a soup': f32(soup(400, random)),
  'sides that round to a few bits': roundSides(soup(120, random)),
};

describe('a batch of rays at edges and corners', () => {
  it.each(Object.entries(meshes))('has the bits of single rays: %s', (_, mesh) => {
    const count = scaled(24_000);
    const rays = raysAt(mesh, count);
    for (const leafTriangles of [4, 24]) {
      const tree = loadedTree(mesh, leafTriangles);
      for (const mode of ['first', 'any'] as const) {
        for (const cull of [false, true]) expect(compared(tree, mesh, rays, { mode, cull })).toBeGreaterThan(count / 20);
      }
    }
  });

  it('has the bits of single rays where the kernel sorts them, for a large tree', () => {
    const mesh = f32(ball(800, 240));
    const tree = loadedTree(mesh, 24);
    expect(tree.nodesU32.byteLength + tree.wide.blocksU32.byteLength).toBeGreaterThan(2 ** 24);
    const rays = raysAt(mesh, 20_000);
    expect(compared(tree, mesh, rays, { mode: 'first', cull: false }, 5)).toBeGreaterThan(1000);
  });
});

describe('an invalid ray of a loaded tree', () => {
  const mesh = f32(ball(24, 12));
  const tree = loadedTree(mesh, 24);
  const count = 301;
  const valid = (): Required<Rays> => raysAt(mesh, count);
  const wrong: readonly (readonly [string, number, RegExp])[] = [
    ['origins', NaN, /origin .*not finite/],
    ['origins', -Infinity, /origin .*not finite/],
    ['directions', NaN, /direction .*not finite/],
    ['directions', Infinity, /direction .*not finite/],
    ['maxDistances', -1, /max distance/],
    ['maxDistances', NaN, /max distance/],
  ];

  it.each(wrong)('is refused by its number, whatever its place: %s of %d', (list, value, message) => {
    for (const ray of [0, 1, 127, 128, 300]) {
      for (const axis of list === 'maxDistances' ? [0] : [0, 1, 2]) {
        const rays = valid();
        (rays[list as keyof Rays] as Float64Array)[list === 'maxDistances' ? ray : 3 * ray + axis] = value;
        const cast = (): unknown => raycastMany(tree, mesh, rays);
        expect(cast).toThrow(message);
        expect(cast).toThrow(`Ray ${ray}: `);
      }
    }
  });

  it('is refused for a direction of length 0, and the first of two is named', () => {
    const rays = valid();
    for (const ray of [200, 130]) (rays.directions as Float64Array).fill(0, 3 * ray, 3 * ray + 3);
    expect(() => raycastMany(tree, mesh, rays)).toThrow(/Ray 130: .*zero/);
  });

  it('is not one whose finite numbers have a sum beyond f64', () => {
    const rays = valid();
    (rays.origins as Float64Array).set([1e308, 1e308, 1e308], 3 * 7);
    expect(raycastMany(tree, mesh, rays).triangles[7]).toBe(-1);
  });
});
