import { checkHealth } from '#core/health/report/check-health';
import { studyMesh } from '#core/health/study/mesh-study';
import { searchPairs, walkOnce } from '#core/health/study/near-pairs/near-pairs';
import { pairTests, walkPairs } from '#core/health/study/near-pairs/pair-walk';
import { theKernel } from '#core/kernel/index';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../fixtures/random.ts';
import { ball, blades, box, joined, knot, meshOf, placed, soup } from '../../../fixtures/shapes.ts';

const options = defaultValues(healthOptions);

/** What both find, which has to be the same; how many pairs meet. */
function pairsBothFind(mesh: TriangleMesh, changed: Partial<HealthOptions> = {}): number {
  expect(isLoaded(mesh)).toBe(true);
  const both = [theKernel, null].map((kernel) => checkHealth(mesh, { ...options, ...changed }, noProgress, kernel));
  expect(both[0]).toEqual(both[1]);
  return both[0]!.facts.selfIntersectingPairs!;
}

function isLoaded(mesh: TriangleMesh): boolean {
  return studyMesh(mesh, options, theKernel).nearPairs().loaded() !== null;
}

const { sin, floor } = Math;
/** Vertices of a grid moved up and down at random, its folds lying over each other. */
function crumpled(columns: number, random: () => number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < columns * columns; i++)
    positions.push((i % columns) + 1.5 * random(), floor(i / columns) + 1.5 * random(), sin(i) * random());
  for (let i = 0; i < columns * (columns - 1); i++)
    if (i % columns < columns - 1) indices.push(i, i + 1, i + columns, i + 1, i + columns + 1, i + columns);
  return meshOf(positions, indices);
}

/** `count` triangles in a fan about one vertex, the whole round or not. */
function fan(count: number, height: number, part: number): TriangleMesh {
  const rim = Array.from({ length: count + 1 }, (_, i) => 2 * Math.PI * part * (i / count));
  const indices = rim.slice(1).flatMap((_, i) => [0, 1 + i, part === 1 && i === count - 1 ? 1 : 2 + i]);
  return meshOf([0, 0, 0, ...rim.flatMap((turn) => [Math.cos(turn), Math.sin(turn), height * Math.cos(3 * turn)])], indices);
}

describe('pairs near each other, by WebAssembly', () => {
  it('leave out the vertices that TypeScript leaves out, whose triangles go around once', () => {
    const random = seededRandom(3);
    const fans = [3, 4, 5, 16, 63, 64, 65, 200].flatMap((count) =>
      [0, 0.3, 5].flatMap((height) =>
        [0.4, 0.9, 1, 1.3, 2].map((part) => placed(fan(count, height, part), 1, [5 * random(), random(), 9])),
      ),
    );
    const kinds = [0, 0];
    for (const mesh of [...fans, crumpled(20, random), knot(), soup(50, random), joined([box(), placed(box(), 1, [2, 2, 0])])]) {
      const study = studyMesh(mesh, options, theKernel);
      const { simpleStars } = study.nearPairs();
      expect([...study.simpleStars()!]).toEqual([...simpleStars()]);
      for (const kind of simpleStars()) kinds[kind]!++;
    }
    expect(Math.min(...kinds)).toBeGreaterThan(300);
  });

  it('skip a fan whose triangles share one vertex with a simple star, however many there are', () => {
    for (const [count, height, part] of [
      [10_000, 0, 1],
      [10_000, 0.3, 1],
      [9_999, 0, 0.4],
    ] as const) {
      const near = studyMesh(fan(count, height, part), options, theKernel).nearPairs();
      // All boxes overlap at the hub: 50 million pairs.
      const query = { tests: pairTests.intersect | pairTests.overlap, distance: 1e-5, maxTests: 50 * count };
      expect(walkPairs(walkOnce(near, query), noProgress, () => {})).toEqual({ complete: query.tests, crowded: 0 });
    }
  });

  it('of a fan that goes around twice are all compared', () => {
    const twice = fan(300, 0.3, 2);
    expect(pairsBothFind(twice)).toBeGreaterThan(50);
  });

  it('give each test its own limit, and go on for the other', () => {
    // Layers that overlap in one plane, and cross nothing: many pairs for one test, none for the other.
    const layers = joined(Array.from({ length: 12 }, (_, i) => placed(fan(40, 0, 0.9), 1, [0, 0, 1e-9 * i])));
    const near = studyMesh(layers, options, theKernel).nearPairs();
    const walk = { ...walkOnce(near, { tests: 3, distance: 1e-5, maxTests: 1e9 }), maxDecided: 100 };
    const seen = [0, 0, 0, 0];
    const end = walkPairs(walk, noProgress, (_i, _j, tests) => void seen[tests]!++);
    expect(end).toEqual({ complete: pairTests.intersect, crowded: pairTests.overlap });
    expect(seen[pairTests.overlap]! + seen[3]!).toBe(100);
    expect(pairsBothFind(joined([layers, ball(), placed(ball(), 1, [0.5, 0, 0])]))).toBeGreaterThan(0);
  });

  it('are those of TypeScript in soups of every number of triangles from 1 to 64', () => {
    let pairs = 0;
    for (let count = 1; count <= 64; count++) pairs += pairsBothFind(soup(count, seededRandom(count), 0.5, 0.5), { overlapDistance: 0.01 });
    expect(pairs).toBeGreaterThan(500);
  });

  it('are those of TypeScript on surfaces that fold, cross, touch and lie on each other, at any size and place', () => {
    const random = seededRandom(7);
    const meshes = [
      crumpled(20, random),
      joined([ball(24, 12), knot(2, 3, 48, 6)]),
      joined([box(), placed(box(), 1, [0.5, 0, 2]), placed(box(), 2)]),
      joined([ball(12, 8), ball(12, 8)]),
      joined([blades(40, 0), blades(40, 1)]),
    ];
    for (const mesh of meshes) {
      expect(pairsBothFind(mesh)).toBeGreaterThan(0);
      for (const [scale, move] of [
        [1e-6, [3, 4, 5]],
        [1, [500_000, 5_400_000, 100]],
        [1e200, [0, 0, 0]],
      ] as const)
        pairsBothFind(placed(mesh, scale, move));
    }
  });

  it('are found in TypeScript if most triangles are too small for f32 at the size of the mesh, and if f32 has no frame', () => {
    const stray = placed(box(), 1, [1e9, 0, 0]);
    expect(isLoaded(joined([ball(), stray]))).toBe(false);
    expect(isLoaded(placed(ball(), 1e-300))).toBe(false);
    expect(isLoaded(meshOf([], []))).toBe(false);
    expect(isLoaded(ball())).toBe(true);
    expect(studyMesh(ball(), options, null).nearPairs().loaded()).toBeNull();
  });

  it('are looked for again in TypeScript where f32 makes too many comparisons', () => {
    // Boxes that are farther from each other than they are large, and nearer than f32 tells.
    const crowd = joined([ball(), ...Array.from({ length: 10 }, (_, i) => placed(box(), 1e-9, [2 + 1e-8 * i, 0, 0]))]);
    expect(pairsBothFind(crowd)).toBe(0);
    const near = studyMesh(crowd, options, theKernel).nearPairs();
    const walks = (maxTests: number): number => {
      let begun = 0;
      const query = { tests: pairTests.intersect, distance: 0, maxTests };
      searchPairs(near, query, () => (begun++, { look: () => {}, result: () => null }), noProgress);
      return begun;
    };
    expect(walks(1e6)).toBe(1);
    expect(walks(10_000)).toBe(2);
  });
});
