import { theKernel } from '#core/kernel/index';
import { identityTransform, transformOf, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { loadPair, type LoadedPair } from '#core/pair/loaded/load-pair';
import { meshDistance } from '#core/pair/distance/distance';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { noProgress, type Progress } from '#core/progress';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, blades, box, knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const options = { maxPairs: 1_000_000 };
const f32 = (mesh: TriangleMesh): TriangleMesh => ({ ...mesh, positions: mesh.positions.map(Math.fround) });
const wide = (mesh: TriangleMesh, leafTriangles = 4): TreedMesh => treed(mesh, { kind: 'wide', leafTriangles });

function load(a: TreedMesh, b: TreedMesh): LoadedPair {
  const loaded = loadPair(a, b);
  if (loaded === null) throw new Error('The pair was not loaded');
  return loaded;
}

/** Both engines and brute force find the same pairs, in the same order, and the same triangles in them; how many. */
function expectSame(a: TreedMesh, b: TreedMesh, aFromB: Transform, engine: 'webassembly' | 'typescript' = 'webassembly'): number {
  const loaded = load(a, b);
  const quick = pairs(a, b, aFromB, options, noProgress, loaded);
  const { stats, ...answer } = pairs(a, b, aFromB, options);
  expect(quick).toMatchObject(answer);
  expect(stats.engine).toBe('typescript');
  expect(quick.stats.engine).toBe(engine);
  expect(quick.pairs).toEqual(pairsBruteForce(a.mesh, b.mesh, aFromB));
  const { overlap, witness } = surfacesIntersect(a, b, aFromB, noProgress, loaded);
  expect(overlap).toBe(answer.overlap);
  if (witness !== null)
    expect([...answer.pairs.filter((_, i) => i % 2 === 0)].some((x, i) => x === witness.a && answer.pairs[2 * i + 1] === witness.b)).toBe(
      true,
    );
  return quick.pairCount;
}

function placementOf(random: () => number, reach: number, factor = 1): Transform {
  const about = (): Vec3 => [reach * (random() - 0.5), reach * (random() - 0.5), reach * (random() - 0.5)];
  const degrees = (): number => (random() < 0.3 ? 90 * Math.floor(4 * random()) : 360 * random());
  return transformOf({
    translate: about(),
    rotateDegrees: [degrees(), degrees(), degrees()],
    scale: [factor, factor * (random() < 0.3 ? -1 : 1), factor],
  });
}

describe('pairs by WebAssembly', () => {
  it('count all pairs of the leaves that are reached, as TypeScript does, also those that f32 rules out four at a time', () => {
    // 12 triangles on each side in one leaf, whose boxes share a corner alone.
    const [a, b] = [wide(f32(box()), 16), wide(f32(box()), 16)];
    const corner = transformOf({ translate: [1.99, 1.99, 1.99], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
    for (const loaded of [load(a, b), null])
      expect(pairs(a, b, corner, options, noProgress, loaded).stats.trianglePairsTested).toBe(12 * 12);
  });

  it('are those of TypeScript and of brute force, for every count from 1 to 64, whether the vertices are f32 or not', () => {
    let found = 0;
    // A short run takes one count in four; those have every number of triangles per leaf.
    for (let count = 1; count <= 64; count += isFullRun ? 1 : 4) {
      const random = seededRandom(count);
      const other = 1 + Math.floor(64 * random());
      for (const round of [f32, (mesh: TriangleMesh): TriangleMesh => mesh]) {
        const [a, b] = [wide(round(soup(count, random)), 1 + (count % 9)), wide(round(soup(other, random, 1, 0.6)), 1 + (other % 9))];
        for (const aFromB of [identityTransform, placementOf(random, 1), placementOf(random, 3, 0.5)]) found += expectSame(a, b, aFromB);
      }
    }
    expect(found).toBeGreaterThan(isFullRun ? 1_500 : 350);
  });

  it('are the same at any size and far from the origin', () => {
    let found = 0;
    for (const [scale, move] of [
      [1e-6, [0, 0, 0]],
      [1e6, [0, 0, 0]],
      [1, [4e5, 5e6, 120]],
      [2 ** -300, [0, 0, 0]],
      [2 ** 300, [0, 0, 0]],
    ] as const) {
      const random = seededRandom(scale);
      for (const round of [f32, (mesh: TriangleMesh): TriangleMesh => mesh]) {
        if (round === f32 && Math.abs(Math.log2(scale)) > 100) continue;
        const [a, b] = [40, 64].map((count) => wide(round(placed(soup(count, random, 1, 0.6), scale, move)), 3));
        // About the middle of both.
        const turn = placementOf(random, 0);
        const moved = [
          ...turn.slice(0, 12),
          ...[0, 1, 2].map((k) => move[k]! - (turn[k]! * move[0] + turn[4 + k]! * move[1] + turn[8 + k]! * move[2])),
          1,
        ];
        for (const aFromB of [identityTransform, moved]) found += expectSame(a!, b!, aFromB);
      }
    }
    expect(found).toBeGreaterThan(500);
  });

  it('are the same where triangles coincide, are flat in one plane, are needles or have no area', () => {
    const random = seededRandom(3);
    const cube = wide(box());
    expect(expectSame(cube, cube, identityTransform)).toBeGreaterThan(12);
    expect(
      expectSame(cube, wide(box()), transformOf({ translate: [2, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] })),
    ).toBeGreaterThan(0);
    expect(
      expectSame(cube, wide(box()), transformOf({ translate: [2 + 2 ** -50, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] })),
    ).toBe(0);
    const flat = (mesh: TriangleMesh): TriangleMesh => ({
      ...mesh,
      positions: mesh.positions.map((value, i) => (i % 3 === 2 ? 0 : value)),
    });
    const [floor, ceiling] = [wide(flat(soup(64, random))), wide(flat(soup(50, random)))];
    expect(expectSame(floor, ceiling, identityTransform)).toBeGreaterThan(50);
    expect(expectSame(floor, ceiling, transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 30], scale: [1, 1, 1] }))).toBeGreaterThan(
      50,
    );
    expect(expectSame(floor, wide(soup(64, random)), placementOf(random, 0.1))).toBeGreaterThan(0);
    expect(expectSame(wide(blades(30, 0)), wide(blades(40, 1)), identityTransform)).toBeGreaterThan(0);
    const points = wide(meshOf([0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 1, 1], [0, 0, 0, 0, 1, 2, 1, 1, 3]));
    expect(expectSame(points, points, identityTransform)).toBeGreaterThan(3);
    expect(expectSame(points, cube, identityTransform)).toBeGreaterThan(0);
    const stretched = wide({
      ...soup(60, random),
      positions: soup(60, random).positions.map((value, i) => (i % 3 === 0 ? 1000 * value : value)),
    });
    expect(
      expectSame(stretched, stretched, transformOf({ translate: [0, 0.01, 0], rotateDegrees: [0, 0.01, 0], scale: [1, 1, 1] })),
    ).toBeGreaterThan(10);
  });

  it('are the same where the sizes differ by far, and where B is flattened', () => {
    const [large, small] = [wide(knot(2, 3, 48, 12)), wide(ball(12, 8, 0.05))];
    const at = transformOf({ translate: [3.3, 0, 0], rotateDegrees: [10, 20, 30], scale: [1, 1, 1] });
    expect(expectSame(large, small, at)).toBeGreaterThan(0);
    expect(expectSame(small, large, [...identityTransform.slice(0, 12), -3.35, 0, 0, 1])).toBeGreaterThan(0);
    expectSame(large, large, transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 2 ** -20] }));
    expectSame(large, large, transformOf({ translate: [0, 0, 0], rotateDegrees: [5, 0, 0], scale: [1000, 1, 0.001] }));
  });

  it('are left to TypeScript where f32 has not the digits, and are none beyond its reach', () => {
    const cube = wide(box());
    const sized = (factor: number): Transform =>
      transformOf({ translate: [0.1, 0, 0], rotateDegrees: [0, 0, 0], scale: [factor, factor, factor] });
    expect(expectSame(cube, cube, sized(1e6), 'typescript')).toBe(0);
    expect(expectSame(cube, cube, sized(1e-12), 'typescript')).toBe(0);
    expect(expectSame(cube, cube, transformOf({ translate: [1e9, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] }))).toBe(0);
    expectSame(cube, cube, transformOf({ translate: [1e300, 0, 0], rotateDegrees: [0, 0, 0], scale: [1e200, 1, 1] }));
  });

  it('are refused beyond the most, and not at it', () => {
    const a = wide(knot(2, 3, 48, 12));
    const loaded = load(a, a);
    const { pairCount } = pairs(a, a, identityTransform, options);
    expect(pairs(a, a, identityTransform, { maxPairs: pairCount }, noProgress, loaded).pairCount).toBe(pairCount);
    expect(() => pairs(a, a, identityTransform, { maxPairs: pairCount - 1 }, noProgress, loaded)).toThrow(
      `More than ${pairCount - 1} pairs`,
    );
    // The memory that it found more pairs than is of use for the next question.
    expect(pairs(a, a, identityTransform, options, noProgress, loaded).pairs).toEqual(pairs(a, a, identityTransform, options).pairs);
  });

  it('are left to TypeScript where WebAssembly has no memory for them, or none to sort them', () => {
    const a = wide(knot(2, 3, 48, 12));
    const loaded = load(a, a);
    const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [1, 2, 3], scale: [1, 1, 1] });
    const wanted = pairs(a, a, turned, options);
    for (const lacking of [{ stepPairs: () => 3 }, { sortPairs: () => 0 }, { sortPairs: (byA: number) => 1 - byA }]) {
      const short = { ...loaded, kernel: { ...loaded.kernel, ...lacking } };
      expect(pairs(a, a, turned, options, noProgress, short)).toEqual(wanted);
      expect(surfacesIntersect(a, a, turned, noProgress, short).overlap).toBe(true);
      expect(meshDistance(a, a, turned, noProgress, short).distance).toBe(0);
    }
  });

  it('report progress and can be cancelled', () => {
    const a = wide(knot(2, 3, 192, 48));
    const loaded = load(a, a);
    const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [1, 2, 3], scale: [1, 1, 1] });
    const reported: number[] = [];
    pairs(a, a, turned, options, (fraction) => reported.push(fraction), loaded);
    expect(reported.length).toBeGreaterThan(3);
    expect(reported.every((fraction, i) => fraction >= (reported[i - 1] ?? 0) && fraction <= 1)).toBe(true);
    expect(reported.at(-1)).toBe(1);
    const stop: Progress = () => {
      throw new Error('given up');
    };
    expect(() => pairs(a, a, turned, options, stop, loaded)).toThrow('given up');
    expect(pairs(a, a, turned, options, noProgress, loaded).pairs).toEqual(pairs(a, a, turned, options).pairs);
  });

  it('need wide trees, or build them; other kinds show their own cost', () => {
    const [plain, cube] = [treed(ball()), wide(box())];
    expect(theKernel).not.toBeNull();
    expect(loadPair(plain, cube)).toBeNull();
    expect(loadPair(treed(ball(), { kind: 'obb' }), cube, { buildsWide: true })).toBeNull();
    expect(loadPair(cube, cube, { from: null })).toBeNull();
    expect(loadPair(treed(meshOf([], [])), cube, { buildsWide: true })).toBeNull();
    const loaded = loadPair(plain, cube, { buildsWide: true });
    const aFromB = transformOf({ translate: [0.7, 0, 0], rotateDegrees: [1, 2, 3], scale: [1, 1, 1] });
    const quick = pairs(plain, cube, aFromB, options, noProgress, loaded);
    expect(quick.stats.engine).toBe('webassembly');
    expect(quick.pairs).toEqual(pairs(plain, cube, aFromB, options).pairs);
    // A pair of others is none of its business.
    expect(pairs(cube, plain, aFromB, options, noProgress, loaded).stats.engine).toBe('typescript');
  });
});
