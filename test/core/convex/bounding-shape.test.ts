import { boundingShape } from '#core/convex/fit/bounding-shape';
import { enclosingBall } from '#core/convex/fit/enclosing-ball';
import { grownShape } from '#core/convex/fit/grown-shape';
import { fitShapes } from '#core/convex/fit/fit-shapes';
import type { FittedShape } from '#core/convex/fit/fitted-shape';
import { shapeContains } from '#core/convex/fit/shape-contains';
import { verifiedShape } from '#core/convex/fit/verified-shape';
import { enclose } from '#core/library/convex';
import { scaledIntegers } from '#core/math/exact';
import { seededRandom } from '#core/math/seeded-random';
import { expect, test } from 'vitest';
import { ball, box, knot, meshOf, placed } from '../../fixtures/shapes.ts';

const kinds = ['box', 'sphere', 'capsule', 'cylinder'] as const;
const meshes = [
  ball(16, 8),
  knot(2, 3, 48, 6),
  box([5e6, 4e6, 99], [5e6 + 1, 4e6 + 2, 102]),
  meshOf([0, 0, 0, 1, 0, 1, 0, 1, 1], [0, 1, 2]),
];

test.each(kinds)('%s: the shape alone contains every vertex exactly, and is that of a containing fit', (shape) => {
  for (const mesh of meshes) {
    const fitted = boundingShape(mesh, shape);
    const [fit] = fitShapes(mesh, { shape, containing: true, per: 'whole' });
    expect(shapeContains(fitted, mesh.positions)).toBe(true);
    expect(numbersOf(fitted)).toEqual(
      numbersOf(fit!.fitted).map((value) => expect.closeTo(value, Math.abs(value) > 1e5 ? 6 : 9) as number),
    );
  }
});

function numbersOf(fitted: FittedShape): readonly number[] {
  return 'axes' in fitted ? fitted.size.toSorted() : 'center' in fitted ? [...fitted.center, fitted.radius] : [fitted.radius];
}

test('a shape that is not verified is an error that names what it is of, for a containing fit and for the shape alone', () => {
  const { positions } = box();
  const lost = { shape: 'capsule', from: [0, 0, 0], to: [1, 0, 0], radius: Number.NaN } as const;
  expect(() => verifiedShape(lost, [0, 0, 0], positions, 1, 'wall')).toThrow(
    'No capsule around wall could be verified to contain every vertex',
  );
  expect(shapeContains(verifiedShape({ ...lost, radius: 1.9 }, [0, 0, 0], positions, 1, 'wall'), positions)).toBe(true);
});

test('a vertex that no usable triangle has does not count, and without any the mesh is refused', () => {
  const plain = box();
  const far = { ...plain, positions: Float64Array.from([...plain.positions, 99, 99, 99, Number.NaN, 0, 0]) };
  expect(enclose(far, 'sphere')).toEqual(enclose(plain, 'sphere'));
  expect(() => enclose(meshOf([0, 0, 0, 1, 0, 0, Number.NaN, 1, 0], [0, 1, 2]), 'box')).toThrow('no usable triangle');
  expect(() => enclose(placed(plain, 1e200), 'sphere')).toThrow('too large');
});

test('points near the surface of a shape are decided exactly, the others by rounded numbers, with the same result', () => {
  const random = seededRandom(5);
  const number = (): number => 2 * random() - 1;
  let [inside, outside] = [0, 0];
  for (let i = 0; i < 400; i++) {
    const points = Float64Array.from({ length: 3 * (4 + (i % 20)) }, number);
    const { center, radius } = enclosingBall(points);
    // By units in the last place around the radius that contains all.
    const fitted: FittedShape = { shape: 'sphere', center, radius: radius * (1 + ((i % 9) - 4) * 2 ** -52) };
    const all = shapeContains(fitted, points);
    expect(all).toBe(isInside(points, fitted.center, fitted.radius));
    if (all) inside++;
    else outside++;
  }
  expect(inside).toBeGreaterThan(50);
  expect(outside).toBeGreaterThan(50);
});

/** In integers: whether all points are in a ball. */
function isInside(points: Float64Array, center: readonly number[], radius: number): boolean {
  const { integers } = scaledIntegers([...center, radius, ...points]);
  const [, , , r] = integers as readonly [bigint, bigint, bigint, bigint];
  for (let at = 4; at < integers.length; at += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => integers[at + k]! - integers[k]!) as [bigint, bigint, bigint];
    if (x * x + y * y + z * z > r * r) return false;
  }
  return true;
}

test('a shape that is not verified after all steps is no result', () => {
  const far: FittedShape = { shape: 'sphere', center: [1e9, 0, 0], radius: 1 };
  expect(grownShape(far, [0, 0, 0], Float64Array.of(0, 0, 0, 1, 0, 0), 1)).toBeNull();
  expect(grownShape({ ...far, radius: Number.NaN }, [0, 0, 0], Float64Array.of(0, 0, 0, 1, 0, 0), 1)).toBeNull();
});
