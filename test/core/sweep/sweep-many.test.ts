import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { FilterOptions } from '#core/options/filter-options';
import { triangleFilter } from '#core/query/triangle-filter';
import { sweepViewpoint } from '#core/sweep/convex/sweep-filter';
import { sweepCodes, sweepMany, type Sweeps } from '#core/sweep/convex/sweep-many';
import { sweepShape, type SweptShape } from '#core/sweep/convex/sweep-shape';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import type { Tree } from '#core/tree/layout';
import { describe, expect, it } from 'vitest';
import { inParts } from '../../fixtures/in-parts.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { quarter } from '../../fixtures/scale.ts';
import { ball, box, knot, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const count = quarter(400);
const random = seededRandom(41);
/** On a coarse grid half of the time: contacts with edges and vertices, motions of length 0, starts in contact. */
const number = (i: number): number => (i % 2 === 0 ? Math.round(8 * random() - 4) / 2 : 4 * random() - 2);
const points = (): Float64Array => Float64Array.from({ length: 3 * count }, (_, i) => number(Math.floor(i / 3)));
const [froms, tos] = [points(), points()];
// Short motions, whose contacts f64 alone often leaves open, and long ones.
for (let i = 0; i < count; i += 3) for (let k = 0; k < 3; k++) tos[3 * i + k] = froms[3 * i + k]! + 1e-9 * k;
for (let i = 1; i < count; i += 7) tos[3 * i] = 1e12;

const shapes: readonly SweptShape[] = [
  { kind: 'sphere', radius: 0.2 },
  { kind: 'sphere', radius: 1e-7 },
  { kind: 'sphere', radius: 0 },
  { kind: 'capsule', axis: [0.1, 0.2, 0], radius: 0.1 },
  { kind: 'hull', points: Float64Array.of(0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3) },
];
const filters: readonly Partial<FilterOptions>[] = [{}, { parts: 'part 1' }, { sides: 'front' }];
const meshes: Readonly<Record<string, TriangleMesh>> = { box: box(), ball: ball(24, 12), knot: knot(2, 3, 64, 8), soup: soup(300, random) };
const cases = Object.keys(meshes).flatMap((name) => (['aabb', 'wide', 'compressed'] as const).map((kind) => [name, kind] as const));

const at = (values: Float64Array, i: number): Vec3 => [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!];

/** Compares a batch with single sweeps, and returns how many motions have each state. */
function expectSingles(tree: Tree, mesh: TriangleMesh, sweeps: Sweeps, filter: Partial<FilterOptions>): readonly number[] {
  const { states, triangles, intervals } = sweepMany(tree, mesh, sweeps, {}, filter);
  expect([states.length, triangles.length, intervals.length]).toEqual([count, count, 2 * count]);
  const counts = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const sweep = { shape: sweeps.shape, from: at(froms, i), to: at(tos, i) };
    const accepts = triangleFilter(mesh, { parts: '', sides: 'both', ...filter }, sweepViewpoint(sweep));
    const { state, interval, contact } = sweepShape(tree, mesh, sweep, {}, undefined, accepts);
    expect([states[i], triangles[i], intervals[2 * i], intervals[2 * i + 1]], `motion ${i}`).toEqual([
      sweepCodes[state],
      contact?.triangle ?? -1,
      ...(interval ?? [NaN, NaN]),
    ]);
    counts[states[i]!]!++;
  }
  return counts;
}

describe.each(cases)('many motions of a shape at the %s by a tree of kind %s', (name, kind) => {
  const mesh = inParts(meshes[name]!);
  const tree = loadTree(treed(mesh, { kind }).tree, mesh);

  it.each(shapes.map((shape) => [JSON.stringify(shape), shape] as const))('have the bits of single sweeps: %s', (_, shape) => {
    for (const filter of filters) {
      const [misses, hits, starts] = expectSingles(tree, mesh, { shape, froms, tos }, filter);
      if (filter.parts !== undefined || filter.sides !== undefined) continue;
      expect(misses).toBeGreaterThan(0);
      expect(hits).toBeGreaterThan(0);
      if (shape.kind === 'capsule') expect(starts).toBeGreaterThan(0);
    }
  });
});

describe('many motions', () => {
  const mesh = ball(24, 12);
  const tree = loadTree(treed(mesh, { kind: 'wide' }).tree, mesh);
  const shape: SweptShape = { kind: 'sphere', radius: 0.1 };

  it('may be none, and plain numbers', () => {
    expect(sweepMany(tree, mesh, { shape, froms: [], tos: [] }).states).toHaveLength(0);
    const { states, intervals } = sweepMany(tree, mesh, { shape, froms: [0, 0, 5], tos: Float32Array.of(0, 0, 0) });
    expect([...states]).toEqual([sweepCodes.hit]);
    expect(5 * intervals[0]!).toBeCloseTo(5 - 1.1, 6);
  });

  it.each<[string, Sweeps, RegExp]>([
    ['half a point', { shape, froms: [1, 2], tos: [] }, /froms has 2 numbers/],
    ['more starts than ends', { shape, froms: [0, 0, 0], tos: [] }, /tos has 0 numbers instead of 3/],
    [
      'a number that is not finite, by its motion',
      { shape, froms: [0, 0, 9, 0, NaN, 0], tos: [0, 0, 8, 0, 0, 0] },
      /^Motion 1: .*not finite/,
    ],
    [
      'a radius below 0',
      { shape: { kind: 'sphere', radius: -1 }, froms: [0, 0, 9], tos: [0, 0, 8] },
      /^The radius of the shape cannot be -1/,
    ],
  ])('are refused for %s', (_, sweeps, message) => {
    expect(() => sweepMany(tree, mesh, sweeps)).toThrow(message);
  });

  it.each(['aabb', 'wide', 'compressed'] as const)('are checked alike by a tree of kind %s, also when there are none', (kind) => {
    const other = loadTree(treed(mesh, { kind }).tree, mesh);
    for (const points of [[], [0, 0, 9]]) {
      const sweeps = { shape, froms: points, tos: points };
      expect(() => sweepMany(other, mesh, sweeps, { tolerance: -1 })).toThrow(/^The tolerance cannot be -1/);
      expect(() => sweepMany(other, mesh, sweeps, { tolerance: NaN })).toThrow(/^The tolerance cannot be NaN/);
      expect(() => sweepMany(other, mesh, sweeps, { slack: 1 } as object)).toThrow(/^Unknown option "slack"/);
      const wrong = { ...sweeps, shape: { kind: 'sphere', radius: NaN } } as const;
      expect(() => sweepMany(other, mesh, wrong)).toThrow(/^The radius of the shape cannot be NaN/);
    }
  });

  it('has the tolerance of single sweeps, and refuses one below 0', () => {
    const { intervals } = sweepMany(tree, mesh, { shape, froms: [0.1, 0.2, 5], tos: [0, 0, 0] }, { tolerance: 0.25 });
    expect([...intervals]).toEqual(sweepShape(tree, mesh, { shape, from: [0.1, 0.2, 5], to: [0, 0, 0] }, { tolerance: 0.25 }).interval);
    expect(() => sweepMany(tree, mesh, { shape, froms: [0, 0, 5], tos: [0, 0, 0] }, { tolerance: -1 })).toThrow(/tolerance/);
  });
});
