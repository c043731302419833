import { convexHull, type ConvexHull } from '#core/convex/hull/convex-hull';
import { convexPairBruteForce } from '#core/convex/pair/brute-force';
import { convexPair } from '#core/convex/pair/convex-body';
import { withFeatures } from '#core/convex/pair/hull-features';
import { separatingAxis } from '#core/convex/pair/separating-axis';
import { roundings, testConvexPair } from '#core/convex/pair/test-convex-pair';
import { seededRandom } from '#core/math/seeded-random';
import { identityTransform, identityTransformParts, transformOf, transformPoints, type Transform } from '#core/math/transform';
import { expect, test } from 'vitest';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box } from '../../fixtures/shapes.ts';

function placements(random: () => number): readonly Transform[] {
  const number = (): number => 2 * random() - 1;
  const translate = [number(), number(), number()] as const;
  const rotateDegrees = [360 * random(), 360 * random(), 360 * random()] as const;
  const of = (parts: Partial<typeof identityTransformParts>): Transform =>
    transformOf({ ...identityTransformParts, translate, rotateDegrees, ...parts });
  const mirrored = of({}).map((value, i) => (i % 4 === 0 && i < 12 ? -value : value)) as unknown as Transform;
  const thin = of({}).map((value, i) => (i < 3 ? value * 1e-9 : value)) as unknown as Transform;
  return [
    of({}),
    of({ rotateDegrees: [0, 0, 0] }),
    of({ scale: [1.5, 1.5, 1.5] }),
    mirrored,
    thin,
    of({ translate: [1e7 + translate[0], -1e7, 1e7] }),
  ];
}

function placedHull({ positions }: ConvexHull, aFromB: Transform): ConvexHull {
  const placed = new Float64Array(positions.length);
  transformPoints(aFromB, positions, placed);
  return convexHull(placed);
}

test('the separating axis of prepared hulls is that of the hull of the placed points, up to the stated rounding', () => {
  const random = seededRandom(9);
  const cloud = (): ConvexHull => convexHull(Float64Array.from({ length: 36 }, () => 2 * random() - 1));
  let placed = 0;
  for (let round = 0; round < (isFullRun ? 2000 : 150); round++) {
    const a = [cloud(), convexHull(box().positions), convexHull(ball(10, 6).positions)][round % 3]!;
    const b = [convexHull(box([-1, -0.5, -0.25], [1, 0.5, 0.25]).positions), cloud()][round % 2]!;
    for (const [i, aFromB] of placements(random).entries()) {
      const near = i === 5 ? transformOf({ ...identityTransformParts, translate: [1e7, -1e7, 1e7] }) : identityTransform;
      const there = placedHull(a, near);
      const pair = convexPair(withFeatures(there), withFeatures(b), aFromB);
      const found = separatingAxis(pair);
      const truth = separatingAxis(convexPair(there, placedHull(b, aFromB), identityTransform));
      expect(Math.abs(found.gap - truth.gap), `round ${round}, placement ${i}`).toBeLessThanOrEqual(roundings * 2 ** -53 * pair.size);
      expect(separatingAxis(convexPair(there, b, aFromB))).toEqual(found);
      if (found.gap < 0 && i === 0 && round % 3 !== 2) {
        placed++;
        const { depth } = convexPairBruteForce(there.positions, placedHull(b, aFromB).positions);
        expect(-found.gap).toBeCloseTo(depth, 12);
      }
    }
  }
  expect(placed).toBeGreaterThan(20);
});

test('a prepared hull keeps its edges and classes in every pair, and quads stay single faces after a rotation', () => {
  const cube = withFeatures(convexHull(box().positions));
  const aFromB = transformOf({ ...identityTransformParts, translate: [0.5, 0.3, 0.2], rotateDegrees: [20, 30, 40] });
  const pair = convexPair(cube, cube, aFromB);
  for (const body of [pair.a, pair.b]) {
    expect(body.edges).toBe(cube.features.edges);
    expect(body.edgeClasses).toBe(cube.features.edgeClasses);
    expect(body.faceClasses).toBe(cube.features.faceClasses);
    expect(body.normals).toHaveLength(18);
  }
  expect(testConvexPair(cube, cube, aFromB).sat.axesTested).toBe(15);
});
