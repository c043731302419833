import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape, type ShapeSweep, type SweepResult, type SweptShape } from '#core/sweep/convex/sweep-shape';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
const unitSphere: SweptShape = { kind: 'sphere', radius: 1 };
const cube = (half: number): SweptShape => ({
  kind: 'box',
  halfEdges: [
    [half, 0, 0],
    [0, half, 0],
    [0, 0, half],
  ],
});
const sweepOf = (shape: SweptShape, from: Vec3, to: Vec3): ShapeSweep => ({ shape, from, to });

/** The result of a sweep that exact arithmetic over every triangle confirms. */
function swept(mesh: TriangleMesh, sweep: ShapeSweep, tolerance = 0): SweepResult {
  const result = sweepShape(treed(mesh).tree, mesh, sweep, { tolerance });
  expectProven(mesh, sweep, result);
  return result;
}

function expectProven(mesh: TriangleMesh, sweep: ShapeSweep, result: SweepResult): void {
  const { state, interval, contact, time, tolerance } = result;
  const exact = sweepBruteForce(mesh, sweep, interval);
  expect(state).toBe(exact.state);
  expect(exact.touchesBefore).toBe(false);
  if (interval === null || contact === null) {
    expect(state).toBe('miss');
    return;
  }
  expect(exact.intervalTriangles).toContain(contact.triangle);
  expect(time).toBe(interval[0]);
  if (state === 'startsInside') expect(contact.triangle).toBe(exact.startTriangles[0]);
  const length = Math.hypot(...[0, 1, 2].map((k) => sweep.to[k]! - sweep.from[k]!));
  // One step of f64 may be longer than the tolerance.
  expect((interval[1] - interval[0]) * length).toBeLessThanOrEqual(tolerance * (1 + 1e-9) + length * 2 ** -51);
}

describe('a swept sphere', () => {
  it('hits a face at the time when its plane is one radius away', () => {
    const { state, time, contact } = swept(right, sweepOf(unitSphere, [1, 1, 5], [1, 1, -3]));
    expect(state).toBe('hit');
    expect(time).toBeCloseTo(0.5, 10);
    expect(contact).toMatchObject({ triangle: 0, feature: 'face', featureIndex: null, part: 0 });
    contact!.position.forEach((value, k) => expect(value).toBeCloseTo([1, 1, 0][k]!, 9));
    contact!.normal!.forEach((value, k) => expect(value).toBeCloseTo([0, 0, 1][k]!, 12));
    contact!.center.forEach((value, k) => expect(value).toBeCloseTo([1, 1, 1][k]!, 9));
  });

  it('hits an edge: 3, 4, 5', () => {
    const { time, contact } = swept(right, sweepOf({ kind: 'sphere', radius: 5 }, [2, -3, 14], [2, -3, 4]));
    expect(time).toBeCloseTo(1, 10);
    expect(contact).toMatchObject({ feature: 'edge', featureIndex: 0 });
    contact!.position.forEach((value, k) => expect(value).toBeCloseTo([2, 0, 0][k]!, 9));
    contact!.normal!.forEach((value, k) => expect(value).toBeCloseTo([0, -0.6, 0.8][k]!, 9));
  });

  it('hits a vertex: 2, 3, 6 and 7', () => {
    const { time, contact } = swept(right, sweepOf({ kind: 'sphere', radius: 7 }, [-2, -3, 16], [-2, -3, -4]));
    expect(time).toBeCloseTo(0.5, 10);
    expect(contact).toMatchObject({ feature: 'vertex', featureIndex: 0 });
  });

  it('grazes a face, an edge and a vertex: tangent hits, one rounding step more misses', () => {
    expect(swept(right, sweepOf(unitSphere, [-5, 1, 1], [9, 1, 1])).state).toBe('hit');
    expect(swept(right, sweepOf(unitSphere, [-5, 1, 1 + 2 ** -52], [9, 1, 1 + 2 ** -52])).state).toBe('miss');
    expect(swept(right, sweepOf(unitSphere, [2, -1, -9], [2, -1, 9])).state).toBe('hit');
    expect(swept(right, sweepOf(unitSphere, [2, -1 - 2 ** -52, -9], [2, -1 - 2 ** -52, 9])).state).toBe('miss');
    expect(swept(right, sweepOf(unitSphere, [-1, 0, -9], [-1, 0, 9])).state).toBe('hit');
    expect(swept(right, sweepOf(unitSphere, [-1 - 2 ** -52, 0, -9], [-1 - 2 ** -52, 0, 9])).state).toBe('miss');
  });

  it('starts inside where it touches at the start, and not one rounding step before', () => {
    expect(swept(right, sweepOf(unitSphere, [1, 1, 1], [1, 1, 9]))).toMatchObject({ state: 'startsInside', time: 0, interval: [0, 0] });
    expect(swept(right, sweepOf(unitSphere, [1, 1, 1 + 2 ** -52], [1, 1, 9])).state).toBe('miss');
    const { contact } = swept(right, sweepOf(unitSphere, [1, 1, 0], [1, 1, 9]));
    expect(contact).toMatchObject({ normal: null, position: [1, 1, 0] });
  });

  it('may stop: a motion of length 0 only tests the start', () => {
    expect(swept(right, sweepOf(unitSphere, [1, 1, 2], [1, 1, 2])).state).toBe('miss');
    expect(swept(right, sweepOf(unitSphere, [1, 1, 1], [1, 1, 1])).state).toBe('startsInside');
  });

  it('hits at the very end of its motion, and not one rounding step before', () => {
    expect(swept(right, sweepOf(unitSphere, [1, 1, 5], [1, 1, 1])).interval![1]).toBe(1);
    expect(swept(right, sweepOf(unitSphere, [1, 1, 5], [1, 1, 1 + 2 ** -52])).state).toBe('miss');
  });

  it('does not tunnel: a bullet of a millimetre at any speed hits a sheet', () => {
    const sheet = box([-1, -1, 0], [1, 1, 1e-9]);
    for (const speed of [1, 1e3, 1e6, 1e12]) {
      const result = swept(sheet, sweepOf({ kind: 'sphere', radius: 1e-3 }, [0.1, 0.2, -speed / 2], [0.1, 0.2, speed / 2]));
      expect(result.state).toBe('hit');
      expect(Math.abs(result.time! * speed - (speed / 2 - 1e-3))).toBeLessThan(1e-9 + 1e-13 * speed);
    }
  });

  it('inside a closed mesh is free until it touches the surface', () => {
    const { state, time } = swept(box(), sweepOf({ kind: 'sphere', radius: 0.25 }, [0, 0, 0], [1, 0.01, 0.02]));
    expect(state).toBe('hit');
    expect(time).toBeCloseTo(0.75, 10);
  });

  it('reports the lowest triangle where it hits several at once', () => {
    expect(swept(box(), sweepOf(unitSphere, [0, 0, 9], [0, 0, 0])).contact!.triangle).toBe(2);
  });
});

describe('swept shapes with corners', () => {
  it('a box hits a face flat, an edge, a vertex', () => {
    expect(swept(right, sweepOf(cube(1), [1, 1, 5], [1, 1, -3])).time).toBeCloseTo(0.5, 10);
    expect(swept(right, sweepOf(cube(1), [-5, 1, 0], [3, 1, 0])).time).toBeCloseTo(0.5, 10);
    expect(swept(right, sweepOf(cube(1), [5, 5, 0], [1, 1, 0])).time).toBeCloseTo(0.5, 10);
  });

  it('a box slides on a plane: touching starts inside, and a step above it misses', () => {
    expect(swept(right, sweepOf(cube(1), [-5, 1, 1], [9, 1, 1])).state).toBe('hit');
    expect(swept(right, sweepOf(cube(1), [1, 1, 1], [9, 1, 1])).state).toBe('startsInside');
    expect(swept(right, sweepOf(cube(1), [-5, 1, 1 + 2 ** -52], [9, 1, 1 + 2 ** -52])).state).toBe('miss');
  });

  it('edges cross: a capsule and a rotated box hit an edge of the mesh with an edge of theirs', () => {
    const capsule: SweptShape = { kind: 'capsule', axis: [0, 3, 0], radius: 0.5 };
    const ofCapsule = swept(right, sweepOf(capsule, [2, -2, 4.5], [2, -2, -3.5]));
    expect(ofCapsule.time).toBeCloseTo(0.5, 10);
    const diamond: SweptShape = {
      kind: 'box',
      halfEdges: [
        [1, 0, 1],
        [-1, 0, 1],
        [0, 1, 0],
      ],
    };
    const { contact, time } = swept(right, sweepOf(diamond, [2, -0.5, 6], [2, -0.5, -2]));
    expect(time).toBeCloseTo(0.5, 10);
    expect(contact!.position[2]).toBeCloseTo(0, 9);
  });

  it('a hull of one point is a segment query, and hulls may be flat', () => {
    expect(swept(right, sweepOf({ kind: 'hull', points: new Float64Array(3) }, [1, 1, 1], [1, 1, -3])).time).toBeCloseTo(0.25, 10);
    const flat: SweptShape = { kind: 'hull', points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) };
    expect(swept(right, sweepOf(flat, [1, 1, 1], [1, 1, -3])).time).toBeCloseTo(0.25, 10);
  });
});

/** A shape of each kind. Numbers on a small grid make touching and parallel faces frequent. */
function randomShape(random: () => number, number: () => number): SweptShape {
  const vector = (): Vec3 => [number(), number(), number()];
  const kind = Math.floor(4 * random());
  if (kind === 0) return { kind: 'sphere', radius: Math.abs(number()) };
  if (kind === 1) return { kind: 'capsule', axis: vector(), radius: Math.abs(number()) };
  if (kind === 2) return { kind: 'box', halfEdges: [vector(), vector(), vector()] };
  return { kind: 'hull', points: Float64Array.from({ length: 3 * (1 + Math.floor(6 * random())) }, number) };
}

describe('random sweeps', () => {
  const onGrid = (random: () => number): number => Math.floor(5 * random()) - 2;
  const cases = [
    {
      name: 'soup',
      count: 120,
      mesh: (random: () => number) => soup(20, random, 2, 1),
      number: (random: () => number) => 2 * random() - 1,
      reach: 4,
    },
    {
      name: 'soup on a grid',
      count: 200,
      mesh: (random: () => number) =>
        meshOf(
          Array.from({ length: 45 }, () => onGrid(random)),
          Array.from({ length: 15 }, (_, i) => i),
        ),
      number: onGrid,
      reach: 2,
    },
    { name: 'ball', count: 30, mesh: () => ball(12, 8), number: (random: () => number) => 0.4 * random(), reach: 3 },
  ] as const;

  it.each(cases)('agree with exact arithmetic over every triangle: $name', ({ count, mesh: make, number, reach }) => {
    const random = seededRandom(15);
    const states = { miss: 0, hit: 0, startsInside: 0 };
    for (let i = 0; i < count; i++) {
      const mesh = make(random);
      const value = (): number => number(random);
      const end = (): Vec3 => [reach * value(), reach * value(), reach * value()];
      const { state } = swept(mesh, sweepOf(randomShape(random, value), end(), end()), [0, 0, 1e-3][i % 3]);
      states[state]++;
    }
    for (const state of ['miss', 'hit', 'startsInside'] as const) expect(states[state]).toBeGreaterThan(3);
  });

  it('do not depend on the kind of tree', () => {
    const mesh = joined([ball(24, 16), placed(box(), 0.3, [2, 0, 0])]);
    const random = seededRandom(3);
    const value = (): number => 2 * random() - 1;
    const sweeps = Array.from({ length: 24 }, () =>
      sweepOf(
        randomShape(random, () => 0.3 * value()),
        [3 * value(), 3 * value(), 3 * value()],
        [3 * value(), value(), value()],
      ),
    );
    const results = treeKinds.map((kind) => {
      const { tree } = treed(mesh, { kind });
      return sweeps.map((sweep) => ({ ...sweepShape(kind === 'wide' ? loadTree(tree, mesh) : tree, mesh, sweep), stats: null }));
    });
    expect(results.length).toBeGreaterThan(5);
    for (const other of results) expect(other).toEqual(results[0]);
  });

  it('are the same sweeps when scaled by 1e±6 and moved far away', () => {
    const random = seededRandom(8);
    const mesh = soup(30, random, 2, 1);
    const value = (): number => 2 * random() - 1;
    for (let i = 0; i < 20; i++) {
      const [from, to]: [Vec3, Vec3] = [
        [4 * value(), 4 * value(), 4 * value()],
        [4 * value(), 4 * value(), 4 * value()],
      ];
      for (const [scale, move] of [
        [2 ** 20, 0],
        [2 ** -20, 0],
        [1, 2 ** 20],
      ] as const) {
        const there = (p: Vec3): Vec3 => [p[0] * scale + move, p[1] * scale + move, p[2] * scale + move];
        swept(placed(mesh, scale, [move, move, move]), sweepOf({ kind: 'sphere', radius: 0.3 * scale }, there(from), there(to)));
      }
    }
  });
});

describe('sweeps in WebAssembly', () => {
  /** Directions along the axes and any others, grazing and head on, long and short, far away and from the surface itself. */
  const spheres = (random: () => number): readonly ShapeSweep[] => {
    const value = (): number => 2 * random() - 1;
    return Array.from({ length: 160 }, (_, i) => {
      const radius = [0.003, 0.05, 0.3, 1][i % 4]!;
      const round = i % 3 === 0 ? (x: number): number => Math.round(2 * x) / 2 : (x: number): number => x;
      const from: Vec3 = [round(2 * value()), round(2 * value()), round(2 * value())];
      const to: Vec3 = i % 5 === 0 ? [from[0] - 4, from[1], from[2]] : [round(2 * value()), round(2 * value()), round(2 * value())];
      const far: Vec3 = [from[0] + 1e5 * (from[0] - to[0]), from[1] + 1e5 * (from[1] - to[1]), from[2] + 1e5 * (from[2] - to[2])];
      return sweepOf({ kind: 'sphere', radius }, i % 7 === 0 ? far : from, to);
    });
  };

  it.each([
    ['a ball', () => ball(24, 16)],
    ['a ball of many small triangles', () => ball(160, 80)],
    ['boxes', () => joined([box(), placed(box(), 0.3, [2, 0, 0]), placed(box(), 0.5, [0, 1.5, 0])])],
    ['a soup', () => soup(200, seededRandom(21), 2, 0.5)],
    ['a single triangle', () => right],
    ['a ball far from the origin', () => placed(ball(24, 16), 1, [1e6, -3e6, 5e5])],
    ['a small ball', () => placed(ball(24, 16), 1e-6, [0, 0, 0])],
    ['a large ball', () => placed(ball(24, 16), 1e6, [0, 0, 0])],
  ])('of spheres have every bit of the result of JavaScript: %s', (name, make) => {
    const mesh = make();
    const { tree } = treed(mesh, { kind: 'wide' });
    const loaded = loadTree(tree, mesh);
    expect(loaded.loaded).not.toBeNull();
    const bounds = meshBounds(mesh)!;
    const [center, size] = [boundsCenter(bounds), boundsRadius(bounds) / Math.sqrt(3)];
    const there = (p: Vec3): Vec3 => [center[0] + size * p[0], center[1] + size * p[1], center[2] + size * p[2]];
    const states = { miss: 0, hit: 0, startsInside: 0 };
    for (const { shape, from, to } of spheres(seededRandom(15))) {
      if (shape.kind !== 'sphere') throw new Error('spheres only');
      const sweep = sweepOf({ ...shape, radius: size * shape.radius }, there(from), there(to));
      for (const tolerance of [0, 0.01 * size]) {
        const [ours, theirs] = [sweepShape(loaded, mesh, sweep, { tolerance }), sweepShape(tree, mesh, sweep, { tolerance })];
        expect({ ...ours, stats: null }, `${name} ${JSON.stringify(sweep)}`).toEqual({ ...theirs, stats: null });
        states[ours.state]++;
      }
    }
    for (const state of ['miss', 'hit', 'startsInside'] as const) expect(states[state]).toBeGreaterThan(3);
  });

  it('and capsules, boxes and hulls, also of some triangles only, have it too', () => {
    const mesh = joined([ball(24, 16), placed(box(), 0.3, [2, 0, 0]), soup(60, seededRandom(2), 2, 0.5)]);
    const { tree } = treed(mesh, { kind: 'wide' });
    const loaded = loadTree(tree, mesh);
    const random = seededRandom(16);
    const value = (): number => 2 * random() - 1;
    const states = { miss: 0, hit: 0, startsInside: 0 };
    for (let i = 0; i < 240; i++) {
      const shape = randomShape(random, () => 0.3 * value());
      const from: Vec3 = [3 * value(), 3 * value(), 3 * value()];
      const to: Vec3 = i % 5 === 0 ? [from[0] - 5, from[1], from[2]] : [3 * value(), value(), value()];
      const accepts = i % 2 === 0 ? null : (triangle: number): boolean => triangle % 3 !== 0;
      const options = { tolerance: [0, 1e-3, 0.5][i % 3]! };
      const [ours, theirs] = [loaded, tree].map((one) => sweepShape(one, mesh, sweepOf(shape, from, to), options, undefined, accepts));
      expect({ ...ours!, stats: null }, `sweep ${i}`).toEqual({ ...theirs!, stats: null });
      states[ours!.state]++;
    }
    for (const state of ['miss', 'hit', 'startsInside'] as const) expect(states[state]).toBeGreaterThan(3);
  });

  it('are found as exact arithmetic over every triangle finds them', () => {
    const mesh = joined([ball(12, 8), placed(box(), 0.5, [1.5, 0.2, 0])]);
    const loaded = loadTree(treed(mesh, { kind: 'wide' }).tree, mesh);
    for (const sweep of spheres(seededRandom(4)).slice(0, 40)) expectProven(mesh, sweep, sweepShape(loaded, mesh, sweep));
  });
});

describe('a sweep', () => {
  it('tests few of many triangles, and seldom needs exact arithmetic', () => {
    const mesh = ball(100, 100);
    const { stats } = sweepShape(treed(mesh).tree, mesh, sweepOf({ kind: 'sphere', radius: 0.01 }, [3, 0.1, 0.2], [-3, 0.1, 0.2]));
    expect(stats.trianglesTested).toBeLessThan(40);
    expect(stats.exactTests).toBe(0);
  });

  it('finds nothing in a mesh without triangles, and passes over triangles that are not finite', () => {
    const empty = meshOf([], []);
    expect(sweepShape(treed(empty).tree, empty, sweepOf(unitSphere, [0, 0, 0], [1, 0, 0])).state).toBe('miss');
    expect(swept(meshOf([0, 0, 0, 1, 0, 0, NaN, 0, 0], [0, 1, 2]), sweepOf(unitSphere, [0, 0, 0], [1, 0, 0])).state).toBe('miss');
  });

  it('refuses numbers that are not finite, lengths below 0, and a hull without points', () => {
    const bad: readonly ShapeSweep[] = [
      sweepOf(unitSphere, [0, 0, NaN], [1, 0, 0]),
      sweepOf(unitSphere, [-1e308, 0, 0], [1e308, 0, 0]),
      sweepOf({ kind: 'sphere', radius: -1 }, [0, 0, 0], [1, 0, 0]),
      sweepOf({ kind: 'capsule', axis: [0, 0, Infinity], radius: 1 }, [0, 0, 0], [1, 0, 0]),
      sweepOf({ kind: 'hull', points: new Float64Array(0) }, [0, 0, 0], [1, 0, 0]),
      sweepOf({ kind: 'hull', points: Float64Array.of(0, NaN, 0) }, [0, 0, 0], [1, 0, 0]),
    ];
    for (const sweep of bad) expect(() => swept(right, sweep)).toThrow(InspectorError);
    expect(() => swept(right, sweepOf(unitSphere, [0, 0, 9], [1, 0, 0]), -1)).toThrow(InspectorError);
  });
});
