import { hullDistanceInterval } from '#core/patch/hull-distance-interval';
import { gjk } from '#core/convex/pair/gjk';
import { bigPoint } from '#core/math/big-vec3';
import { scaledIntegers } from '#core/math/exact';
import { seededRandom } from '#core/math/seeded-random';
import { hullsAreWithin } from '#core/shape/hull-distance-exact';
import { expect, test } from 'vitest';
import { isFullRun } from '../../fixtures/scale.ts';

/** Whether the hulls of two sets of points are within a distance of each other, exactly. */
function areWithin(a: Float64Array, b: Float64Array, distance: number): boolean {
  const { integers } = scaledIntegers([...a, ...b, distance]);
  const all = Array.from({ length: (a.length + b.length) / 3 }, (_, i) => bigPoint(integers, 3 * i));
  return hullsAreWithin(all.slice(0, a.length / 3), all.slice(a.length / 3), integers.at(-1)!);
}

/** A triangle whose height is a part of its length, with all digits. */
function thinTriangle(random: () => number, height: number): Float64Array {
  const number = (): number => 2 * random() - 1;
  const [from, to, off] = [0, 1, 2].map(() => [number(), number(), number()]) as [number[], number[], number[]];
  const t = random();
  const third = [0, 1, 2].map((k) => from[k]! + t * (to[k]! - from[k]!) + height * off[k]!);
  return Float64Array.from([...from, ...to, ...third]);
}

test('the interval of a distance contains the exact one, also of thin triangles and of hulls that touch', () => {
  const random = seededRandom(3);
  let [touching, wide] = [0, 0];
  const count = isFullRun ? 40_000 : 2000;
  const below: number[] = [];
  for (let i = 0; i < count; i++) {
    const a = thinTriangle(random, 10 ** -(i % 17));
    // Every fourth one shares a corner with the other, or reaches through it.
    const b = i % 4 === 0 ? Float64Array.from([...a.subarray(0, 3), ...thinTriangle(random, 1)]) : thinTriangle(random, 10 ** -(i % 13));
    const { lower, upper } = hullDistanceInterval(a, [0, 0, 0], b);
    if (lower > 0 && areWithin(a, b, lower * (1 - 2 ** -50))) below.push(i);
    if (!areWithin(a, b, upper)) below.push(i);
    touching += Number(lower === 0);
    wide += Number(upper > 2 * lower && lower > 0);
  }
  expect(below).toEqual([]);
  expect(touching).toBeGreaterThan(count / 10);
  expect(wide).toBeLessThan(count / 20);
});

test('the distance of GJK is that of points of the hulls, up to the rounding that it states', () => {
  const random = seededRandom(4);
  const faults: number[] = [];
  const count = isFullRun ? 40_000 : 2000;
  for (let i = 0; i < count; i++) {
    const [a, b] = [thinTriangle(random, 10 ** -(i % 17)), thinTriangle(random, 10 ** -(i % 13))];
    const { distance } = gjk({ a: { points: a }, b: { points: b } });
    if (!areWithin(a, b, distance + 2 ** -45)) faults.push(i);
  }
  expect(faults).toEqual([]);
});
