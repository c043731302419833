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

/** Puts the rays past the box of a mesh of radius 1, for which `isPast` is true: the kernel does not trace them. */
function somePast({ origins, directions, maxDistances }: Required<Rays>, isPast: (i: number) => boolean): Required<Rays> {
  const at = (numbers: ArrayLike<number>, past: readonly number[]): Float64Array =>
    Float64Array.from(numbers, (value, n) => (isPast(Math.floor(n / 3)) ? past[n % 3]! : value));
  return { origins: at(origins, [3, 3, 3]), directions: at(directions, [1, -2, 3]), maxDistances };
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
});

describe('a batch of any number of rays', () => {
  const mesh = f32(ball(24, 12));
  const tree = loadedTree(mesh, 24);
  const modes = ['first', 'any'] as const;

  it.each([1, 2, 3, 4, 5])('has the bits of single rays: %d, whichever of them are past the box of the tree', (count) => {
    const rays = raysAt(mesh, count);
    for (let past = 0; past < 2 ** count; past++) {
      const some = somePast(rays, (i) => ((past >> i) & 1) === 1);
      for (const mode of modes) compared(tree, mesh, some, { mode, cull: false });
    }
  });

  // The kernel casts 128 rays together, and 4096 in a call.
  it.each([127, 128, 129, 257, 4095, 4096, 4097])('has the bits of single rays: %d, some or all but the last past the box', (count) => {
    const rays = raysAt(mesh, count);
    const last = 3 * (count - 1);
    (rays.origins as Float64Array).set([3, 0.1, 0.2], last);
    (rays.directions as Float64Array).set([-2, 0, 0], last);
    (rays.maxDistances as Float64Array)[count - 1] = 2.5;
    const third = somePast(rays, (i) => i % 3 === 1 && i < count - 1);
    const allButLast = somePast(rays, (i) => i < count - 1);
    for (const mode of modes) {
      expect(compared(tree, mesh, third, { mode, cull: false })).toBeGreaterThan(count / 3);
      expect(compared(tree, mesh, allButLast, { mode, cull: false })).toBe(1);
    }
  });

  /** Directions whose squares, or the sum of whose numbers, are beyond f64; each with the same direction of a plain length. */
  const lengths = [
    { direction: [1e308, 1e308, 1e308], plain: [1, 1, 1] },
    { direction: [1e308, 0, -0], plain: [1, 0, 0] },
    { direction: [-1e308, 1e308, 5e-324], plain: [-1, 1, 0] },
    { direction: [5e-324, 0, 0], plain: [1, 0, 0] },
    { direction: [-5e-324, 5e-324, -0], plain: [-1, 1, 0] },
    { direction: [0, -5e-324, 1e308], plain: [0, 0, 1] },
    { direction: [-0, 5e-324, 0], plain: [0, 1, 0] },
  ];

  it('takes directions of any length', () => {
    const from = lengths.flatMap(({ plain }) => plain.map((value, axis) => 0.01 * (axis + 1) - 3 * value));
    const maxDistances = Float64Array.from(lengths, () => Infinity);
    const rays = { origins: from, directions: lengths.flatMap(({ direction }) => direction), maxDistances };
    expect(compared(tree, mesh, rays, { mode: 'first', cull: false })).toBe(lengths.length);
    const plainRays = { ...rays, directions: lengths.flatMap(({ plain }) => plain) };
    expect(raycastMany(tree, mesh, rays)).toEqual(raycastMany(tree, mesh, plainRays));
  });

  it('takes a max distance of 0 of both signs, and origins whose numbers have a sum beyond f64', () => {
    // The host casts the last one, as it is too far away for the kernel.
    const cube = box();
    const onFace = [0.5, 0.25, 1];
    const rays = {
      origins: [...onFace, ...onFace, 0.5, 0.25, 1.5, 1e308, 1e308, 1e308],
      directions: [0, 0, -1, 0, 0, -1, 0, 0, -1, 1, 0, 0],
      maxDistances: [0, -0, -0, Infinity],
    };
    expect([...raycastMany(loadedTree(cube, 4), cube, rays).distances]).toEqual([0, 0, Infinity, Infinity]);
  });
});

describe('a large batch of a large tree, whose rays the kernel sorts', () => {
  const mesh = f32(ball(800, 240));
  const tree = loadedTree(mesh, 24);

  it('has the bits of single rays', () => {
    expect(tree.nodesU32.byteLength + tree.wide.blocksU32.byteLength).toBeGreaterThan(2 ** 24);
    const rays = raysAt(mesh, 20_000);
    expect(compared(tree, mesh, rays, { mode: 'first', cull: false }, 5)).toBeGreaterThan(1000);
  });

  it.each([
    ['maxDistances', -1, NaN, /max distance/],
    ['origins', NaN, Infinity, /origin .*not finite/],
    ['directions', NaN, Infinity, /direction .*not finite/],
    ['directions', 0, 0, /direction .*zero/],
  ] as const)('refuses the first of two invalid rays, although sorted it is the second: %s of %d and %d', (list, one, other, message) => {
    const rays = raysAt(mesh, 9000);
    const [origins, directions, limits] = [rays.origins, rays.directions, rays.maxDistances] as Float64Array[];
    // They are sorted by where they begin in the cube around the tree, x before y before z, so z may be invalid.
    for (const { ray, begin, value } of [
      { ray: 4321, begin: 0.9, value: one },
      { ray: 8765, begin: -0.9, value: other },
    ]) {
      origins!.set([begin, begin, list === 'origins' ? value : begin], 3 * ray);
      directions!.set([0, 0, list === 'directions' ? value : 1], 3 * ray);
      if (list === 'maxDistances') limits![ray] = value;
    }
    const cast = (): unknown => raycastMany(tree, mesh, rays);
    expect(cast).toThrow(message);
    expect(cast).toThrow('Ray 4321: ');
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
    ['maxDistances', -Infinity, /max distance/],
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

  it.each<[string, 'origins' | 'directions', readonly number[], RegExp]>([
    ['a direction of zeros of both signs', 'directions', [-0, 0, -0], /direction .*zero/],
    ['an origin with both infinities', 'origins', [Infinity, -Infinity, 0], /origin .*not finite/],
    ['a direction with both infinities', 'directions', [Infinity, -Infinity, 0], /direction .*not finite/],
  ])('is refused for %s', (_, list, values, message) => {
    for (const turn of [0, 1, 2]) {
      const rays = valid();
      (rays[list] as Float64Array).set([...values.slice(turn), ...values.slice(0, turn)], 3 * 130);
      expect(() => raycastMany(tree, mesh, rays)).toThrow(message);
    }
  });

  it('is refused for a direction of length 0, and the first of two is named', () => {
    const rays = valid();
    for (const ray of [200, 130]) (rays.directions as Float64Array).fill(0, 3 * ray, 3 * ray + 3);
    expect(() => raycastMany(tree, mesh, rays)).toThrow(/Ray 130: .*zero/);
  });

  it('is refused by its number in the batch, of which the kernel casts 4096 rays in a call', () => {
    for (const invalid of [[4095, 4096], [4096, 4999], [4999]]) {
      const rays = raysAt(mesh, 5000);
      for (const ray of invalid) (rays.maxDistances as Float64Array)[ray] = -1;
      expect(() => raycastMany(tree, mesh, rays)).toThrow(`Ray ${invalid[0]}: `);
    }
  });
});
