import { describe, expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { f32Hits, unexplained } from '../../corpus/f32-hits.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { meshOf } from '../../fixtures/shapes.ts';

/** A ray along z from 10 below the origin. */
const ray = { origin: [0, 0, -10], direction: [0, 0, 1], far: Infinity } as const;
const triangle = (...corners: readonly Vec3[]) => meshOf(corners.flat(), [0, 1, 2]);

describe('a triangle that is edge-on', () => {
  const crossed = triangle([0, -1, 2], [0, 1, 2], [0, 0, 4]);

  test('is hit between its corners or a little beyond, and nowhere else', () => {
    const hits = f32Hits(crossed, ray);
    expect(hits).toHaveLength(1);
    for (const distance of [12, 13, 14]) expect(unexplained(hits, distance)).toBeNull();
    for (const distance of [0, 9, 17, 1e6]) expect(unexplained(hits, distance)).not.toBeNull();
    expect(unexplained(hits, null)).toBeNull();
  });

  test('is not hit aside of the ray, before its origin, or by more than rounding', () => {
    const aside = [
      triangle([0, 3, 2], [0, 5, 2], [0, 4, 4]),
      triangle([0, 1e-3, 2], [0, 5, 2], [0, 4, 4]),
      triangle([0, -1, -14], [0, 1, -14], [0, 0, -12]),
    ];
    for (const mesh of aside) expect(f32Hits(mesh, ray)).toEqual([]);
    expect(f32Hits(triangle([0, 1e-6, 2], [0, 5, 2], [0, 4, 4]), ray)).toHaveLength(1);
  });

  test('within rounding of edge-on is hit only by a ray that passes it', () => {
    const nearly = (x: number) => triangle([x, -1, 2], [x + 1e-6, 1, 2], [x - 1e-6, 0, 4]);
    expect(unexplained(f32Hits(nearly(0), ray), 13)).toBeNull();
    expect(f32Hits(triangle([0, 2, 2], [1e-6, 5, 2], [-1e-6, 4, 4]), ray)).toEqual([]);
  });
});

test('a triangle as small as a point is hit where it is, by a ray that passes it', () => {
  const hits = f32Hits(triangle([0, 0, 2], [0, 0, 2], [0, 0, 2]), ray);
  expect([unexplained(hits, 12), unexplained(hits, 12.1) === null]).toEqual([null, false]);
  expect(f32Hits(triangle([0, 1, 2], [0, 1, 2], [0, 1, 2]), ray)).toEqual([]);
});

test('hits and misses of arithmetic in f32 are explained, those of other triangles are not', () => {
  const random = seededRandom(11);
  const counts = { hit: 0, missed: 0, wrong: 0 };
  for (let i = 0; i < 20_000; i++) {
    // Small and large triangles at all angles, far from the origin, with rays at their corners, edges and insides.
    const size = 10 ** (4 * random() - 2);
    const far = 100 * (random() - 0.5);
    const point = (): Vec3 => [0, 1, 2].map(() => far + size * (random() - 0.5)) as unknown as Vec3;
    const corners = [point(), point(), point()] as const;
    const weights = corners.map(() => Math.max(0, random() - 0.2));
    const sum = weights.reduce((all, weight) => all + weight, 0) || 1;
    const aim = [0, 1, 2].map((k) => corners.reduce((all, corner, j) => all + (weights[j]! / sum) * corner[k]!, 0));
    const origin = point();
    const direction = aim.map((value, k) => value - origin[k]!) as unknown as Vec3;
    const found = intersectF32(origin, direction, corners);
    counts[found === null ? 'missed' : 'hit']++;
    const hits = f32Hits(triangle(...corners), { origin, direction, far: Infinity });
    if (unexplained(hits, found) !== null) counts.wrong++;
  }
  expect(counts.wrong).toBe(0);
  expect(Math.min(counts.hit, counts.missed)).toBeGreaterThan(100);
});

/** Returns the distance of a hit where each number is rounded to f32, or `null`. Source: Möller and Trumbore (1997). */
function intersectF32(from: Vec3, towards: Vec3, corners: readonly [Vec3, Vec3, Vec3]): number | null {
  const round = (v: readonly number[]): Vec3 => v.map(Math.fround) as unknown as Vec3;
  const minus = (p: Vec3, q: Vec3): Vec3 => round(p.map((value, k) => value - q[k]!));
  const product = (p: number, q: number): number => Math.fround(p * q);
  const cross = (p: Vec3, q: Vec3): Vec3 =>
    round([0, 1, 2].map((k) => product(p[(k + 1) % 3]!, q[(k + 2) % 3]!) - product(p[(k + 2) % 3]!, q[(k + 1) % 3]!)));
  const dot = (p: Vec3, q: Vec3): number => Math.fround(Math.fround(product(p[0], q[0]) + product(p[1], q[1])) + product(p[2], q[2]));
  const size = Math.hypot(...towards);
  const [origin, direction] = [round(from), round(towards.map((value) => value / size))];
  const [a, b, c] = [round(corners[0]), round(corners[1]), round(corners[2])];
  const [ab, ac, way] = [minus(b, a), minus(c, a), minus(origin, a)];
  const [p, q] = [cross(direction, ac), cross(way, ab)];
  const determinant = dot(ab, p);
  if (determinant === 0) return null;
  const [u, v, t] = [dot(way, p), dot(direction, q), dot(ac, q)].map((value) => Math.fround(value / determinant)) as [
    number,
    number,
    number,
  ];
  return u < 0 || v < 0 || u + v > 1 || t < 0 ? null : t;
}
