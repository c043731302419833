import { convexHull } from '#core/convex/hull/convex-hull';
import { hullDistance } from '#core/library/convex';
import { convexDistance } from '#core/convex/pair/convex-distance';
import { convexPairBruteForce } from '#core/convex/pair/brute-force';
import { judgeMethods } from '#core/convex/pair/judge-methods';
import { withMargin } from '#core/convex/pair/with-margin';
import { convexPairAxes, testConvexPair, type ConvexPairResult } from '#core/convex/pair/test-convex-pair';
import { seededRandom } from '#core/math/seeded-random';
import { identityTransform, transformOf, identityTransformParts, transformPoints, type Transform } from '#core/math/transform';
import { describe, expect, test } from 'vitest';
import { ball, box } from '../../fixtures/shapes.ts';
import { isFullRun, quarter } from '../../fixtures/scale.ts';

const cube = convexHull(box().positions);

function moved(x: number, y = 0, z = 0): Transform {
  return transformOf({ ...identityTransformParts, translate: [x, y, z] });
}

/** Points with whole coordinates, so that faces, edges and corners often touch exactly; or any points. */
function points(random: () => number, count: number, isWhole: boolean): Float64Array {
  return Float64Array.from({ length: 3 * count }, () => (isWhole ? Math.floor(4 * random()) : 2 * random() - 1));
}

describe('the points that touch after the push-out', () => {
  const inside = box([-0.1, -0.2, -0.3], [0.1, 0.2, 0.3]).positions;
  const plate = Float64Array.of(-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1);
  const bodies: readonly (readonly [string, Float64Array])[] = [
    ['cube', box().positions],
    ['ball', ball(16, 8).positions],
    ['small box', inside],
    ['plate', plate],
    ['segment', Float64Array.of(-0.5, 0.2, 0, 0.5, 0.1, 0.3)],
    ['point', Float64Array.of(0.2, 0.1, 0.4)],
  ];
  const random = seededRandom(11);
  const sets = Array.from({ length: 40 }, (_, i) => [`points ${i}`, points(random, 1 + (i % 9), i % 2 === 0)] as const);
  const pairs = [
    ...bodies.flatMap(([nameA, a]) => bodies.map(([nameB, b]) => [`${nameA} and ${nameB}`, a, b] as const)),
    ...sets.map(([name, set], i) => [`${name} and ${sets[(i * 7 + 3) % 40]![0]}`, set, sets[(i * 7 + 3) % 40]![1]] as const),
  ];

  test.each([[moved(0)], [moved(0.3, -0.2, 0.1)], [transformOf({ ...identityTransformParts, rotateDegrees: [20, 30, 40] })]])(
    'are in both hulls, and A is B plus the push-out: %#',
    (aFromB) => {
      let tested = 0;
      for (const [name, a, b] of pairs) {
        const [hullA, hullB] = [convexHull(a), convexHull(b)];
        const { overlap, sat, gjk, bound } = testConvexPair(hullA, hullB, aFromB);
        if (!overlap) continue;
        tested++;
        const near = 64 * bound;
        for (let k = 0; k < 3; k++)
          expect(Math.abs(gjk.witness.a[k]! - gjk.witness.b[k]! - sat.pushOut[k]!), name).toBeLessThanOrEqual(near);
        const placed = new Float64Array(b.length);
        transformPoints(aFromB, b, placed);
        for (const [hull, point] of [
          [hullA, gjk.witness.a],
          [convexHull(placed), gjk.witness.b],
        ] as const)
          expect(testConvexPair(hull, convexHull(Float64Array.from(point)), identityTransform).gjk.distance, name).toBeLessThanOrEqual(
            near,
          );
      }
      expect(tested).toBeGreaterThan(20);
    },
  );
});

test('the distance by GJK alone has the same overlap and distance, exact ties included', () => {
  const random = seededRandom(5);
  let [overlaps, ties] = [0, 0];
  const count = isFullRun ? 20_000 : 2000;
  for (let i = 0; i < count; i++) {
    const isWhole = i % 2 === 0;
    const [hullA, hullB] = [1 + (i % 9), 1 + (i % 7)].map((n) => convexHull(points(random, n, isWhole)));
    const aFromB = moved(
      ...([0, 1, 2].map(() => (isWhole ? Math.floor(5 * random()) - 2 : 3 * random() - 1.5)) as [number, number, number]),
    );
    const truth = testConvexPair(hullA!, hullB!, aFromB);
    const { overlap, distance, witness } = convexDistance(hullA!, hullB!, aFromB);
    expect({ i, overlap }).toEqual({ i, overlap: truth.overlap });
    expect(Math.abs(distance - truth.gjk.distance)).toBeLessThanOrEqual(truth.bound);
    if (witness !== null) {
      const { a, b } = witness;
      expect(Math.abs(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) - distance)).toBeLessThanOrEqual(4 * truth.bound);
    }
    overlaps += Number(overlap);
    ties += Number(truth.isExact);
  }
  expect(overlaps).toBeGreaterThan(count / 10);
  expect(count - overlaps).toBeGreaterThan(count / 10);
  expect(ties).toBeGreaterThan(count / 50);
});

test('the distance of hulls refuses a transform that is not finite', () => {
  const hull = convexHull(box().positions);
  const bad = identityTransform.with(12, NaN) as unknown as Transform;
  expect(() => hullDistance(hull, hull, bad)).toThrow('not finite');
});

describe('two boxes', () => {
  test('have 15 axes where no faces and edges are parallel, and each axis once for both directions', () => {
    const turned = transformOf({ ...identityTransformParts, rotateDegrees: [20, 30, 40] });
    expect(testConvexPair(cube, cube, turned).sat.axesTested).toBe(15);
    expect(testConvexPair(cube, cube, moved(0.5)).sat.axesTested).toBe(3);
  });

  test('overlap by the smallest depth, and the push-out separates them', () => {
    const { overlap, sat, gjk, article, disagreement } = testConvexPair(cube, cube, moved(1.5, 0.25));
    expect({ overlap, depth: sat.depth, pushOut: sat.pushOut, axis: sat.axis }).toEqual({
      overlap: true,
      depth: 0.5,
      pushOut: [0.5, 0, 0],
      axis: [1, 0, 0],
    });
    expect([sat.intervalA, sat.intervalB]).toEqual([
      [-1, 1],
      [0.5, 2.5],
    ]);
    expect(gjk).toMatchObject({ distance: 0, depth: 0.5 });
    expect(article).toMatchObject({ overlap: true, gap: -0.5 });
    expect(disagreement).toBe(0);
  });

  test('of which one contains the other are pushed out the shorter way', () => {
    const small = convexHull(box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]).positions);
    const { sat, gjk } = testConvexPair(cube, small, moved(0, -0.5));
    expect(sat.depth).toBeCloseTo(0.6, 14);
    expect(sat.pushOut[1]).toBeCloseTo(-0.6, 14);
    expect(gjk.depth).toBeCloseTo(0.6, 14);
  });

  test('touch exactly at a face, an edge and a corner', () => {
    for (const at of [moved(2), moved(2, 2), moved(2, 2, 2)]) {
      const { overlap, isExact, sat, gjk } = testConvexPair(cube, cube, at);
      expect({ overlap, isExact, depth: sat.depth, distance: gjk.distance }).toEqual({
        overlap: true,
        isExact: true,
        depth: 0,
        distance: 0,
      });
    }
    const { overlap, sat } = testConvexPair(cube, cube, moved(2 + 2 ** -51));
    expect({ overlap, depth: sat.depth }).toEqual({ overlap: false, depth: 0 });
  });

  test('far apart are separated by their bounding spheres, with the distance of GJK', () => {
    const { overlap, sat, gjk } = testConvexPair(cube, cube, moved(10, 1));
    expect({ overlap, kind: sat.feature.kind, axesTested: sat.axesTested }).toEqual({ overlap: false, kind: 'spheres', axesTested: 0 });
    expect(gjk.distance).toBeCloseTo(8, 12);
    expect(sat.gap).toBeLessThan(8);
  });

  test('at map coordinates keep their digits', () => {
    const far = [5e6, 4e6, 100];
    const there = convexHull(
      box(
        far.map((x) => x - 1),
        far.map((x) => x + 1),
      ).positions,
    );
    const { sat, bound } = testConvexPair(there, there, moved(1.5));
    expect(sat.depth).toBeCloseTo(0.5, 12);
    expect(bound).toBeLessThan(1e-12);
  });
});

describe('flat hulls', () => {
  const square = convexHull(Float64Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0));
  const segment = convexHull(Float64Array.of(0, 0, -1, 0, 0, 1));
  const point = convexHull(Float64Array.of(0.5, 0, 0));

  test('overlap without depth where they cross in a plane, and are apart next to each other', () => {
    expect(testConvexPair(square, square, moved(1)).sat.depth).toBe(0);
    expect(testConvexPair(square, square, moved(1)).overlap).toBe(true);
    expect(testConvexPair(square, square, moved(3))).toMatchObject({ overlap: false, gjk: { distance: 1 } });
    expect(testConvexPair(square, segment, identityTransform)).toMatchObject({ overlap: true });
    expect(testConvexPair(square, segment, moved(0, 1.5))).toMatchObject({ overlap: false, gjk: { distance: 0.5 } });
    expect(testConvexPair(point, point, moved(0, 0, 0))).toMatchObject({ overlap: true, sat: { depth: 0 }, article: null });
    expect(testConvexPair(point, point, moved(0, 0, 2))).toMatchObject({ overlap: false, gjk: { distance: 2 } });
    expect(testConvexPair(cube, point, identityTransform)).toMatchObject({ overlap: true, sat: { depth: 0.5 }, gjk: { depth: 0.5 } });
    expect(testConvexPair(cube, segment, moved(0.25))).toMatchObject({ overlap: true, sat: { depth: 0.75 }, gjk: { depth: 0.75 } });
  });
});

describe('segments on one line', () => {
  const segmentAlong = (x: number, y: number, z: number): ReturnType<typeof convexHull> => convexHull(Float64Array.of(0, 0, 0, x, y, z));

  test('overlap with minimum translation 0', () => {
    for (const along of [segmentAlong(2, 0, 0), segmentAlong(0, 2, 0), segmentAlong(0, 0, 2), segmentAlong(2, 2, 2)]) {
      const [x, y, z] = along.positions.map((value, i) => (value + along.positions[(i + 3) % 6]!) / 2);
      const { overlap, sat, disagreement } = testConvexPair(along, along, moved(x!, y!, z!));
      expect({ overlap, disagreement }).toEqual({ overlap: true, disagreement: 0 });
      expect(sat.depth).toBeCloseTo(0, 14);
      expect(testConvexPair(along, convexHull(Float64Array.of(0, 0, 0)), moved(x!, y!, z!)).sat.depth).toBeCloseTo(0, 14);
    }
  });
});

test('intervals after the early out by spheres are those of the hulls', () => {
  const { sat } = testConvexPair(cube, cube, moved(10));
  expect(sat).toMatchObject({ feature: { kind: 'spheres' }, intervalA: [-1, 1], intervalB: [9, 11], gap: 8 });
});

test('corner tetrahedra, whose bounds have their centre outside, are separated by edges', () => {
  const corner = convexHull(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
  let byEdges = 0;
  const pairs = quarter(3000);
  for (let seed = 0; seed < pairs; seed++) {
    const random = seededRandom(seed);
    const rotateDegrees = [360 * random(), 360 * random(), 360 * random()] as const;
    const translate = [random() - 0.2, random() - 0.2, random() - 0.2] as const;
    const { overlap, sat, disagreement } = testConvexPair(
      corner,
      corner,
      transformOf({ ...identityTransformParts, rotateDegrees, translate }),
    );
    expect(disagreement, `seed ${seed}`).toBe(0);
    expect(overlap || sat.gap > 0, `seed ${seed}`).toBe(true);
    if (!overlap && sat.feature.kind === 'edges') byEdges++;
  }
  expect(byEdges).toBeGreaterThan(pairs / 150);
});

describe('the test of the article', () => {
  test('reports a collision of two hulls that an edge product proves apart', () => {
    let found: ConvexPairResult | null = null;
    for (let seed = 0; seed < 4000 && found === null; seed++) {
      const random = seededRandom(seed);
      const [a, b] = [convexHull(points(random, 4, false)), convexHull(points(random, 4, false))];
      const result = testConvexPair(a, b, moved(random(), random(), random()));
      if (result.sat.feature.kind === 'edges' && result.sat.gap > 0.02 && result.article?.overlap === true) found = result;
    }
    expect(found).toMatchObject({ overlap: false, sat: { feature: { kind: 'edges' } }, article: { overlap: true } });
    expect(found!.gjk.lower).toBeGreaterThan(0.02);
  });

  test('accepts corners at equal angles in the sort of its outlines', () => {
    const { article } = testConvexPair(cube, cube, moved(0.5));
    expect([article!.shadows.outlineA.length / 2, article!.shadows.outlineB.length / 2]).toEqual([4, 4]);
    expect(article).toMatchObject({ overlap: true, planesTested: 3, isLimited: false });
  });
});

describe('the list of axes', () => {
  test('begins with the result, has every tested axis once, and is sorted', () => {
    let listed = 0;
    for (let seed = 0; seed < 400; seed++) {
      const random = seededRandom(seed);
      const [a, b] = [convexHull(points(random, 4 + (seed % 9), seed % 4 === 0)), convexHull(points(random, 4 + (seed % 5), false))];
      const at = moved(random(), random(), random());
      const { overlap, sat, gjk, bound } = testConvexPair(a, b, at);
      if (sat.feature.kind === 'spheres') continue;
      const axes = convexPairAxes(a, b, at, Infinity);
      expect(axes.length, `seed ${seed}`).toBe(sat.axesTested);
      if (overlap) expect(axes[0]!.gap, `seed ${seed}`).toBeCloseTo(-sat.depth, 12);
      expect(axes[0]!.gap, `seed ${seed}`).toBeGreaterThanOrEqual(sat.gap - sat.depth - bound);
      expect(axes[0]!.gap, `seed ${seed}`).toBeLessThanOrEqual(gjk.distance + bound);
      expect(axes.every((axis, i) => i === 0 || axis.gap <= axes[i - 1]!.gap)).toBe(true);
      expect(axes.every(({ gap, intervalA, intervalB }) => Math.abs(gap - (intervalB[0] - intervalA[1])) < 1e-12)).toBe(true);
      listed += axes.length;
    }
    expect(listed).toBeGreaterThan(2000);
  });

  test('is no longer than its limit', () => {
    expect(convexPairAxes(cube, cube, moved(0.5), 2).map(({ gap }) => gap)).toEqual([-1.5, -2]);
  });

  test('of a short list are the first ones of the whole list, and the search can be cancelled', () => {
    const random = seededRandom(21);
    const onBall = (): Float64Array => {
      const all = Float64Array.from({ length: 600 }, () => 2 * random() - 1);
      return all.map((value, i) => value / Math.hypot(...all.subarray(i - (i % 3), i - (i % 3) + 3)));
    };
    const [a, b] = [convexHull(onBall()), convexHull(onBall())];
    const whole = convexPairAxes(a, b, moved(1.5), Infinity);
    expect(whole.length).toBeGreaterThan(1300);
    expect(convexPairAxes(a, b, moved(1.5), 100)).toEqual(whole.slice(0, 100));
    const cancel = (): never => {
      throw new Error('cancelled');
    };
    expect(() => convexPairAxes(a, b, moved(1.5), 100, cancel)).toThrow('cancelled');
  });
});

describe('of two methods that differ', () => {
  const overlapping = testConvexPair(cube, cube, moved(1.5));
  const separate = testConvexPair(cube, cube, moved(3, 0.5));

  test('the one with the shorter push-out is right', () => {
    const { sat, gjk } = overlapping;
    expect(judgeMethods(overlapping)).toEqual({ right: 'both', reason: 'within-bound' });
    const deeper = { ...overlapping, disagreement: 0.1 };
    expect(judgeMethods({ ...deeper, gjk: { ...gjk, depth: 0.6 } })).toEqual({ right: 'sat', reason: 'shorter-push-out' });
    expect(judgeMethods({ ...deeper, sat: { ...sat, depth: 0.6 } })).toEqual({ right: 'gjk', reason: 'shorter-push-out' });
  });

  test('the one that proves the larger gap is right', () => {
    const { sat, gjk } = separate;
    const apart = { ...separate, disagreement: 0.1 };
    expect(judgeMethods({ ...apart, gjk: { ...gjk, distance: 0.9 } })).toEqual({ right: 'sat', reason: 'proven-gap' });
    expect(judgeMethods({ ...apart, sat: { ...sat, gap: 0 } })).toEqual({ right: 'gjk', reason: 'proven-gap' });
  });
});

describe('with a margin', () => {
  test('the distance is smaller and the depth larger by both radii', () => {
    expect(withMargin(testConvexPair(cube, cube, moved(3)), 0.25)).toMatchObject({ overlap: false, distance: 0.5, depth: 0 });
    expect(withMargin(testConvexPair(cube, cube, moved(2.25)), 0.25)).toMatchObject({ overlap: true, depth: 0.25, isShallow: true });
    const deep = withMargin(testConvexPair(cube, cube, moved(1.5)), 0.25);
    expect(deep).toMatchObject({ overlap: true, distance: 0, isShallow: false });
    expect(deep.depth).toBeCloseTo(1, 12);
  });
});

describe('random pairs', () => {
  const pairs = isFullRun ? 100_000 : 1_000;

  test('give the same overlap, depth and distance by separating axes and by GJK and EPA', () => {
    let [overlaps, exact] = [0, 0];
    for (let seed = 0; seed < pairs; seed++) {
      const random = seededRandom(seed);
      const isWhole = seed % 4 === 0;
      const [a, b] = [convexHull(points(random, 4 + (seed % 9), isWhole)), convexHull(points(random, 4 + (seed % 5), isWhole))];
      const shift = (): number => (isWhole ? Math.floor(5 * random()) - 2 : 2 * random() - 1);
      const { overlap, isExact, sat, gjk, bound, disagreement } = testConvexPair(a, b, moved(shift(), shift(), shift()));
      expect(disagreement, `seed ${seed}`).toBe(0);
      expect(gjk.lower, `seed ${seed}`).toBeLessThanOrEqual(gjk.upper);
      if (overlap) expect(sat.depth, `seed ${seed}`).toBeGreaterThanOrEqual(gjk.lower);
      else expect(sat.gap, `seed ${seed}`).toBeLessThanOrEqual(gjk.distance + bound);
      if (overlap) overlaps++;
      if (isExact) exact++;
    }
    expect(overlaps).toBeGreaterThan(pairs / 8);
    expect(overlaps).toBeLessThan((7 * pairs) / 8);
    expect(exact).toBeGreaterThan(pairs / 100);
  });

  test('have the overlap and the depth of the hull of all differences', () => {
    let overlaps = 0;
    for (let seed = 0; seed < (isFullRun ? 3000 : 250); seed++) {
      const random = seededRandom(9000 + seed);
      const isWhole = seed % 2 === 0;
      const [p, q] = [points(random, 4 + (seed % 7), isWhole), points(random, 3 + (seed % 5), isWhole)];
      const at = isWhole ? moved(1, 0, 1) : moved(random(), random(), random());
      const placed = new Float64Array(q.length);
      transformPoints(at, q, placed);
      const expected = convexPairBruteForce(p, placed);
      const { overlap, sat } = testConvexPair(convexHull(p), convexHull(q), at);
      expect(overlap, `seed ${seed}`).toBe(expected.overlap);
      expect(sat.depth, `seed ${seed}`).toBeCloseTo(expected.depth, 12);
      if (overlap) overlaps++;
    }
    expect(overlaps).toBeGreaterThan(40);
  });

  test('of round hulls agree too', () => {
    const round = convexHull(ball(24, 12).positions);
    for (const at of [moved(0.1, 0.2, 0.3), moved(1.2, 1.1, 0.9), moved(1.2, 1.3, 1.1), moved(0)]) {
      expect(testConvexPair(round, round, at).disagreement).toBe(0);
    }
  });
});
