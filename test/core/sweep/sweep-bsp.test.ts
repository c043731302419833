import { buildBsp } from '#core/bsp/build-bsp';
import { pointSide } from '#core/bsp/point-side';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { planeOffsetSweep } from '#core/sweep/bsp/plane-offset-sweep';
import { createBspSweeper } from '#core/sweep/bsp/sweep-bsp';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import type { ShapeSweep, SweptShape } from '#core/sweep/convex/query';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, placed, turned } from '../../fixtures/shapes.ts';

const solids: readonly (readonly [name: string, mesh: TriangleMesh])[] = [
  ['a box', box()],
  ['a ball', ball(10, 5)],
  ['a knot', knot(2, 3, 12, 4)],
  ['a room with a pillar', joined([box([-3, -3, -3], [3, 3, 3]), turned(box([-2, -2, -2], [2, 2, 2])), box([0, -2, 0], [1, 2, 1])])],
  ['overlapping solids', joined([ball(8, 4), box([0, 0, 0], [2, 2, 2])])],
  ['a large ball far away', placed(ball(8, 4), 1e3, [1e6, 2e6, 3e6])],
];

/** A sphere, a box, a rotated box and a point, of a size. */
const shapesOf = (size: number): readonly SweptShape[] => [
  { kind: 'sphere', radius: 0.3 * size },
  {
    kind: 'box',
    halfEdges: [
      [0.2 * size, 0, 0],
      [0, 0.3 * size, 0],
      [0, 0, 0.1 * size],
    ],
  },
  {
    kind: 'box',
    halfEdges: [
      [0.2 * size, 0.2 * size, 0],
      [-0.2 * size, 0.2 * size, 0],
      [0, 0, 0.4 * size],
    ],
  },
  { kind: 'hull', points: new Float64Array(3) },
  { kind: 'sphere', radius: 0 },
];

function sweepsIn(mesh: TriangleMesh, count: number): readonly ShapeSweep[] {
  const { min, max } = meshBounds(mesh)!;
  const random = seededRandom(3);
  const point = (): Vec3 => [0, 1, 2].map((k) => min[k]! + (2 * random() - 0.5) * (max[k]! - min[k]!)) as unknown as Vec3;
  const shapes = shapesOf((max[0] - min[0]) / 2);
  return Array.from({ length: count }, (_, i) => {
    const from = point();
    const to = i % 7 === 6 ? from : i % 5 === 4 ? ([from[0], point()[1], from[2]] as const) : point();
    return { shape: shapes[i % shapes.length]!, from, to };
  });
}

describe('sweeps against a BSP tree', () => {
  test.each(solids)('of %s are those against an AABB tree, to the last bit', (_, mesh) => {
    const bsp = buildBsp(mesh);
    const sweeper = createBspSweeper(bsp);
    const tree = openTree(buildTree(mesh, {}));
    const states = new Set<string>();
    for (const sweep of sweepsIn(mesh, 120)) {
      const { stats, startsInSolid, ...ours } = sweeper.sweep(sweep);
      expect({ ...sweepShape(tree, mesh, sweep), stats: null }, JSON.stringify(sweep)).toEqual({ ...ours, stats: null });
      expect(startsInSolid).toBe(pointSide(bsp, sweep.from) === 'solid');
      expect(stats.nodesVisited).toBeLessThanOrEqual(bsp.planes.length);
      states.add(ours.state);
    }
    expect([...states].sort()).toEqual(['hit', 'miss', 'startsInside']);
  });

  test('count triangles without area, which lie in no plane', () => {
    const needle = { ...box(), indices: Uint32Array.of(...box().indices, 24, 25, 24) };
    const mesh = { ...needle, positions: Float64Array.of(...pad(box().positions, 72), 5, -1, 0, 5, 1, 0) };
    const { state, contact } = createBspSweeper(buildBsp(mesh)).sweep({
      shape: { kind: 'sphere', radius: 0.5 },
      from: [9, 0, 0],
      to: [2, 0, 0],
    });
    expect([state, contact?.triangle]).toEqual(['hit', mesh.indices.length / 3 - 1]);
  });

  test('visit few of many nodes, and test few of many triangles', () => {
    const mesh = ball(32, 16);
    const bsp = buildBsp(mesh);
    const { state, stats } = createBspSweeper(bsp).sweep({ shape: { kind: 'sphere', radius: 0.05 }, from: [0.1, 0.2, 3], to: [0, 0, 0] });
    expect(state).toBe('hit');
    expect(stats.nodesVisited).toBeLessThan(bsp.planes.length / 4);
    expect(stats.trianglesTested).toBeLessThan(60);
  });
});

function pad(positions: Float64Array, length: number): readonly number[] {
  return [...positions, ...new Array<number>(length - positions.length).fill(0)];
}

describe('sweeps by offset planes', () => {
  test.each(solids)('of %s are never late', (_, mesh) => {
    const bsp = buildBsp(mesh);
    let early = 0;
    let hits = 0;
    for (const sweep of sweepsIn(mesh, 120)) {
      const { state, time } = planeOffsetSweep(bsp, sweep);
      const exact = sweepBruteForce(mesh, sweep, null);
      if (pointSide(bsp, sweep.from) !== 'empty' || exact.state === 'startsInside') {
        expect(state).toBe('startsInside');
        continue;
      }
      if (exact.state === 'miss') {
        if (state !== 'miss') early++;
        continue;
      }
      hits++;
      expect(state).not.toBe('miss');
      const around = [time! * (1 - 1e-9), Math.min(1, time! * (1 + 1e-9))] as const;
      const { touchesBefore, intervalTriangles } = sweepBruteForce(mesh, sweep, around);
      expect(touchesBefore, JSON.stringify(sweep)).toBe(false);
      if (intervalTriangles.length === 0) early++;
    }
    expect(hits).toBeGreaterThan(10);
    expect(early).toBeGreaterThan(0);
  });

  test('are exact on a face, and early at an edge and a corner by the distance where moved planes cross', () => {
    const bsp = buildBsp(box([-1, -1, -1], [1, 1, 1]));
    const sphere = { kind: 'sphere', radius: 0.5 } as const;
    const down = (x: number, z: number) => planeOffsetSweep(bsp, { shape: sphere, from: [x, 5, z], to: [x, 0, z] });
    expect(down(0, 0)).toMatchObject({ state: 'hit', time: 0.7, normal: [0, 1, 0] });
    // 0.45 beyond the edge: the sphere touches 0.28 deeper than the moved planes say.
    const sweeper = createBspSweeper(bsp);
    const exact = sweeper.sweep({ shape: sphere, from: [1.45, 5, 0], to: [1.45, 0, 0] });
    expect(down(1.45, 0).time).toBeCloseTo(0.7, 12);
    expect(exact.time).toBeCloseTo((5 - 1 - Math.sqrt(0.5 ** 2 - 0.45 ** 2)) / 5, 9);
    // 0.45 beyond both edges the sphere passes, and the moved planes stop it.
    expect(down(1.45, 1.45).state).toBe('hit');
    expect(sweeper.sweep({ shape: sphere, from: [1.45, 5, 1.45], to: [1.45, 0, 1.45] }).state).toBe('miss');
    // Between planes at right angles the error is radius·(√2 − 1) at an edge.
    const [a, b] = [Math.SQRT1_2, Math.SQRT1_2];
    const diagonal = { shape: sphere, from: [1 + 4 * a, 1 + 4 * b, 0], to: [1, 1, 0] } as const;
    const early = 4 * (sweeper.sweep(diagonal).time! - planeOffsetSweep(bsp, diagonal).time!);
    expect(early).toBeCloseTo(0.5 * (Math.SQRT2 - 1), 9);
    // And radius·(√3 − 1) at a corner.
    const c = 4 / Math.sqrt(3);
    const towards = { shape: sphere, from: [1 + c, 1 + c, 1 + c], to: [1, 1, 1] } as const;
    const corner = 4 * (sweeper.sweep(towards).time! - planeOffsetSweep(bsp, towards).time!);
    expect(corner).toBeCloseTo(0.5 * (Math.sqrt(3) - 1), 9);
  });

  test('are exact for a box along the axes of boxes', () => {
    const bsp = buildBsp(box([-1, -1, -1], [1, 1, 1]));
    const shape = {
      kind: 'box',
      halfEdges: [
        [0.5, 0, 0],
        [0, 0.25, 0],
        [0, 0, 0.125],
      ],
    } as const;
    const sweeper = createBspSweeper(bsp);
    const random = seededRandom(8);
    let hits = 0;
    for (let i = 0; i < 100; i++) {
      const sweep: ShapeSweep = { shape, from: [4 * random() - 2, 3, 4 * random() - 2], to: [4 * random() - 2, -3, 4 * random() - 2] };
      const offset = planeOffsetSweep(bsp, sweep);
      const exact = sweeper.sweep(sweep);
      expect(offset.state).toBe(exact.state);
      if (exact.time === null) continue;
      hits++;
      expect(offset.time).toBeCloseTo(exact.time, 9);
    }
    expect(hits).toBeGreaterThan(20);
  });

  test('of a shape that starts in the solid report that', () => {
    const bsp = buildBsp(box());
    const sweep = { shape: { kind: 'sphere', radius: 0.1 }, from: [0, 0, 0], to: [0, 5, 0] } as const;
    expect(planeOffsetSweep(bsp, sweep)).toMatchObject({ state: 'startsInside', time: 0 });
    expect(createBspSweeper(bsp).sweep(sweep)).toMatchObject({ state: 'hit', startsInSolid: true });
  });

  test('refuse a radius below 0', () => {
    const sweep = { shape: { kind: 'sphere', radius: -1 }, from: [0, 0, 0], to: [0, 5, 0] } as const;
    expect(() => planeOffsetSweep(buildBsp(box()), sweep)).toThrow(/radius/);
    expect(() => createBspSweeper(buildBsp(box())).sweep(sweep)).toThrow(/radius/);
  });
});
