import { hullPushOut as libraryPushOut } from '#core/library/convex';
import { convexHull, type ConvexHull } from '#core/convex/hull/convex-hull';
import { convexPairBruteForce } from '#core/convex/pair/brute-force';
import { withFeatures } from '#core/convex/pair/hull-features';
import { convexPushOut, type HullPushOut } from '#core/convex/pair/convex-push-out';
import { intervalAlong } from '#core/convex/pair/interval';
import { createSeparationWorkspace } from '#core/convex/pair/separation-workspace';
import { touchExactly } from '#core/convex/pair/touch-exactly';
import { testConvexPair } from '#core/convex/pair/test-convex-pair';
import { seededRandom } from '#core/math/seeded-random';
import { identityTransform, identityTransformParts, transformOf, transformPoints, type Transform } from '#core/math/transform';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box } from '../../fixtures/shapes.ts';

const cube = convexHull(box().positions);

function moved(x: number, y = 0, z = 0): Transform {
  return transformOf({ ...identityTransformParts, translate: [x, y, z] });
}

function points(random: () => number, count: number, isWhole: boolean): Float64Array {
  return Float64Array.from({ length: 3 * count }, () => (isWhole ? Math.floor(4 * random()) : 2 * random() - 1));
}

function pushOutOf(a: ConvexHull, b: ConvexHull, aFromB: Transform): HullPushOut {
  return convexPushOut(withFeatures(a), withFeatures(b), aFromB);
}

function placed({ positions }: ConvexHull, aFromB: Transform): Float64Array {
  const out = new Float64Array(positions.length);
  transformPoints(aFromB, positions, out);
  return out;
}

/** Returns the gap of the intervals of all vertices along an axis. */
function gapAlong(a: ConvexHull, b: Float64Array, [x, y, z]: HullPushOut['axis']): number {
  return intervalAlong(b, x, y, z)[0] - intervalAlong(a.positions, x, y, z)[1];
}

describe('the push-out of two hulls by separating axes alone', () => {
  test('is what a person computes of two boxes', () => {
    expect(pushOutOf(cube, cube, moved(1.5, 0.25))).toEqual({ overlap: true, depth: 0.5, pushOut: [0.5, 0, 0], axis: [1, 0, 0], gap: 0 });
    expect(pushOutOf(cube, cube, moved(0, 0, -1.75))).toMatchObject({ overlap: true, depth: 0.25, pushOut: [0, 0, -0.25] });
    expect(pushOutOf(cube, cube, moved(3))).toMatchObject({ overlap: false, depth: 0, pushOut: [0, 0, 0], gap: 1 });
    const inside = convexHull(box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]).positions);
    expect(pushOutOf(cube, inside, moved(0, -0.5)).pushOut[1]).toBeCloseTo(-0.6, 14);
    for (const at of [moved(2), moved(2, 2), moved(2, 2, 2)]) expect(pushOutOf(cube, cube, at)).toMatchObject({ overlap: true, depth: 0 });
    expect(pushOutOf(cube, cube, moved(2 + 2 ** -51)).overlap).toBe(false);
  });

  test('is that of the full test, exact ties and every kind of placement included, with one memory for all', () => {
    const random = seededRandom(77);
    const workspace = createSeparationWorkspace();
    const bodies = [cube, convexHull(ball(10, 6).positions), convexHull(box([-1, -0.5, -0.01], [1, 0.5, 0.01]).positions)];
    const count = isFullRun ? 100_000 : 600;
    let [overlaps, ties, byEdges] = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const isWhole = i % 3 === 0;
      const [a, b] = [4 + (i % 13), 4 + (i % 9)].map((n, k) =>
        i % 5 === 4 && k === i % 2 ? bodies[i % 3]! : convexHull(points(random, n, isWhole)),
      );
      const shift = (): number => (isWhole ? Math.floor(5 * random()) - 2 : 3 * random() - 1.5);
      const translate = [shift(), shift(), shift()] as const;
      const rotateDegrees = isWhole ? ([0, 90, 180] as const) : ([360 * random(), 360 * random(), 360 * random()] as const);
      const aFromB = transformOf({ ...identityTransformParts, translate, rotateDegrees, scale: i % 7 === 0 ? [1.5, 1.25, 1] : [1, 1, 1] });
      const found = convexPushOut(withFeatures(a!), withFeatures(b!), aFromB, workspace);
      const truth = testConvexPair(a!, b!, aFromB);
      const where = `pair ${i}`;
      expect(found.overlap, where).toBe(truth.overlap);
      expect(Math.abs(found.depth - truth.sat.depth), where).toBeLessThanOrEqual(2 * truth.bound);
      const gap = gapAlong(a!, placed(b!, aFromB), found.axis);
      if (!found.overlap && !truth.isExact) {
        expect(gap, where).toBeGreaterThan(0);
        expect(found.gap, where).toBeLessThanOrEqual(truth.gjk.distance + truth.bound);
      }
      expect(Math.abs(gap - (found.gap - found.depth)), where).toBeLessThanOrEqual(8 * truth.bound);
      overlaps += Number(found.overlap);
      ties += Number(truth.isExact);
      byEdges += Number(truth.overlap && truth.sat.feature.kind === 'edges');
    }
    expect(overlaps).toBeGreaterThan(count / 8);
    expect(count - overlaps).toBeGreaterThan(count / 8);
    expect(ties).toBeGreaterThan(count / 100);
    expect(byEdges).toBeGreaterThan(count / 50);
  });

  test('has the depth of the hull of all differences', () => {
    let overlaps = 0;
    for (let seed = 0; seed < (isFullRun ? 5000 : 300); seed++) {
      const random = seededRandom(seed);
      const [a, b] = [convexHull(points(random, 12, false)), convexHull(points(random, 10, false))];
      const rotateDegrees = [360 * random(), 360 * random(), 360 * random()] as const;
      const aFromB = transformOf({ ...identityTransformParts, translate: [random(), random(), random()], rotateDegrees });
      const expected = convexPairBruteForce(a.positions, placed(b, aFromB));
      const { overlap, depth } = pushOutOf(a, b, aFromB);
      expect(overlap, `seed ${seed}`).toBe(expected.overlap);
      expect(depth, `seed ${seed}`).toBeCloseTo(expected.depth, 12);
      overlaps += Number(overlap);
    }
    expect(overlaps).toBeGreaterThan(100);
  });

  test('of flat hulls, mirrored placements and map coordinates is that of the full test too', () => {
    const flat = convexHull(Float64Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0));
    const wedge = convexHull(Float64Array.of(-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, 0.25, 1, 1, 0, 1.5));
    const mirrored = identityTransform.with(0, -1) as unknown as Transform;
    const there = convexHull(box([5e6 - 1, 4e6 - 1, 99], [5e6 + 1, 4e6 + 1, 101]).positions);
    for (const [a, b, aFromB] of [
      [flat, cube, moved(0.5, 0.25, 0.75)],
      [cube, flat, moved(0.5, 0.25, 0.75)],
      [cube, wedge, mirrored],
      [wedge, wedge, mirrored],
      [there, there, moved(1.5)],
      [there, cube, moved(5e6 + 1.5, 4e6, 100)],
    ] as const) {
      const [found, truth] = [pushOutOf(a, b, aFromB), testConvexPair(a, b, aFromB)];
      expect(found.overlap).toBe(true);
      expect(Math.abs(found.depth - truth.sat.depth)).toBeLessThanOrEqual(2 * truth.bound);
    }
  });

  /** Two tents with their ridges along x: that of A is at height 0, and B's is above it by a gap and rotated by a slope. */
  function tents(slope: number, gap: number): readonly [Float64Array, Float64Array] {
    const [a, b]: number[][] = [[], []];
    for (const x of [-1, 1]) {
      a!.push(x, 0, 0, x, -1, -1, x, 1, -1);
      b!.push(x, slope * x, gap, x, -1, 1 + gap, x, 1, 1 + gap);
    }
    return [Float64Array.from(a!), Float64Array.from(b!)];
  }

  const slopes = [0, 1e-14, 1e-13, 5e-13, 9e-13, 1e-12, 3e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 1e-2, 1];

  test('of two tents with nearly parallel ridges overlaps only without a gap', () => {
    const workspace = createSeparationWorkspace();
    for (const slope of slopes) {
      for (const gap of [1e-14, 2e-14, 1e-13, 2e-13, 8e-13, 1e-12, 4e-12, 1e-10, 2e-9, 1e-8, 1e-6, 1e-3, 0.5]) {
        for (const sign of [1, -1]) {
          const [a, b] = tents(slope, sign * gap);
          const found = convexPushOut(withFeatures(convexHull(a)), withFeatures(convexHull(b)), identityTransform, workspace);
          // A is below 0 and B above the gap; below 0, the middle of its ridge is in A.
          expect(found.overlap, `slope ${slope}, gap ${sign * gap}`).toBe(sign < 0);
          if (sign > 0) expect(found).toMatchObject({ depth: 0, pushOut: [0, 0, 0] });
          expect(found.gap).toBeLessThanOrEqual(gap * (1 + 1e-9) + 1e-13);
        }
      }
    }
  });

  test('of rotated tents is decided as exact arithmetic does', () => {
    const random = seededRandom(12);
    let apart = 0;
    for (let i = 0; i < (isFullRun ? 20_000 : 600); i++) {
      const slope = slopes[i % slopes.length]!;
      const [a, b] = tents(slope, (i % 4 === 0 ? -1 : 1) * slope * 2 ** (2 - 5 * random()));
      const rotateDegrees = [360 * random(), 360 * random(), 360 * random()] as const;
      const rotated = transformOf({ ...identityTransformParts, rotateDegrees });
      const [hullA, hullB] = [convexHull(placed(convexHull(a), rotated)), convexHull(placed(convexHull(b), rotated))];
      const overlap = touchExactly(hullA.positions, hullB.positions);
      expect(pushOutOf(hullA, hullB, identityTransform).overlap, `pair ${i}`).toBe(overlap);
      apart += Number(!overlap);
    }
    expect(apart).toBeGreaterThan(200);
  });

  test('of needles, whose faces have no exact normal, is decided as exact arithmetic does', () => {
    const random = seededRandom(13);
    let apart = 0;
    for (let i = 0; i < (isFullRun ? 5000 : 300); i++) {
      const width = 10 ** (-4 - 12 * random());
      const needle = (): ConvexHull => {
        const direction = [random() - 0.5, random() - 0.5, random() - 0.5];
        return convexHull(
          Float64Array.from({ length: 24 }, (_, at) => (at < 12 ? -1 : 1) * direction[at % 3]! + width * (random() - 0.5) + (i % 2) * 0.01),
        );
      };
      const [a, b] = [needle(), needle()];
      const aFromB = moved(3 * width * (random() - 0.5), 3 * width * (random() - 0.5), 3 * width * (random() - 0.5));
      const overlap = touchExactly(a.positions, placed(b, aFromB));
      expect(pushOutOf(a, b, aFromB).overlap, `pair ${i}, width ${width}`).toBe(overlap);
      apart += Number(!overlap);
    }
    expect(apart).toBeGreaterThan(50);
  });

  test.each([1e-200, 1e-154, 1e154, 1e200, 1e307])('of cubes of %d is refused, also where only the placement is of such a size', (size) => {
    const large = convexHull(box([-size, -size, -size], [size, size, size]).positions);
    const message = size > 1 ? 'too large' : 'too small';
    for (const by of [0, 1.5, 5]) {
      expect(() => pushOutOf(large, large, moved(by * size))).toThrow(message);
      expect(() => libraryPushOut(large, large, moved(by * size))).toThrow(message);
    }
    expect(() => pushOutOf(cube, large, moved(5))).toThrow(message);
    expect(() => pushOutOf(cube, cube, transformOf({ ...identityTransformParts, scale: [size, size, size] }))).toThrow(message);
  });

  test.each([1e-28, 1e-20, 1, 1e20, 1e38])('of cubes of %d is that of a person', (size) => {
    const one = convexHull(box([-size, -size, -size], [size, size, size]).positions);
    const workspace = createSeparationWorkspace();
    for (const by of [0, 1.5, 2, 5]) {
      const found = convexPushOut(withFeatures(one), withFeatures(one), moved(by * size), workspace);
      expect(found.overlap).toBe(by <= 2);
      expect(found.depth / size).toBeCloseTo(Math.max(0, 2 - by), 12);
      expect(found.gap / size).toBeCloseTo(Math.max(0, by - 2), 12);
      if (by > 0) expect(found.axis).toEqual([1, 0, 0]);
    }
  });

  test('is a function of the library, which refuses a transform that is not finite', () => {
    expect(libraryPushOut(cube, cube, moved(1.5))).toMatchObject({ overlap: true, depth: 0.5 });
    expect(libraryPushOut(cube, cube, moved(1.5))).toMatchObject({ overlap: true, depth: 0.5 });
    expect(() => libraryPushOut(cube, cube, identityTransform.with(12, Number.NaN) as unknown as Transform)).toThrow('not finite');
  });
});
