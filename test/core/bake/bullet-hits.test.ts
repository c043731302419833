import { expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { type BulletRay, mayHitInBullet, mayHitTriangle } from '../../corpus/bullet-hits.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { meshOf } from '../../fixtures/shapes.ts';

const { fround } = Math;
const single = (p: readonly number[]): Vec3 => p.map(fround) as unknown as Vec3;

test('every hit of the arithmetic of Bullet in f32 may be one, also far off a sliver', () => {
  const random = seededRandom(5);
  const counts = { hit: 0, aside: 0, refused: 0, elsewhere: 0 };
  for (let i = 0; i < 60_000; i++) {
    const corners = i % 2 === 0 ? inRow(random) : anyTriangle(random);
    const [v0, v1, v2] = corners;
    const weights = [3 * random() - 1, i % 2 === 0 ? 0 : 2 * random() - 0.5];
    const aim = [0, 1, 2].map((k) => v0[k]! + weights[0]! * (v1[k]! - v0[k]!) + weights[1]! * (v2[k]! - v0[k]!));
    const from = single([0, 1, 2].map(() => 40 * (random() - 0.5)));
    const ray: BulletRay = { from, to: single(aim.map((value, k) => from[k]! + 2 * (value - from[k]!))) };
    const found = hitInF32(corners, ray);
    if (found === null) continue;
    counts.hit++;
    if (distanceToBox(corners, found) > 0.1) counts.aside++;
    if (!mayHitTriangle(corners, ray, found)) counts.refused++;
    // A point elsewhere on the ray is another hit.
    const other = found.map((value, k) => value + 1e-3 * (ray.to[k]! - ray.from[k]!)) as unknown as Vec3;
    if (mayHitTriangle(corners, ray, other)) counts.elsewhere++;
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.refused).toBe(0);
  expect(Math.min(counts.hit, 100 * counts.aside)).toBeGreaterThan(1000);
  expect(counts.elsewhere).toBeLessThan(counts.hit / 100);
});

/** Three points in a row on a grid whose step is no binary fraction, as in models that were scaled. */
function inRow(random: () => number): readonly [Vec3, Vec3, Vec3] {
  const step = 0.5 + random();
  const whole = (range: number): number => Math.floor(range * random());
  const start = [whole(9) - 4, whole(9) - 4, whole(9) - 4];
  const direction = [whole(3) - 1, whole(3) - 1, whole(3) - 1];
  const first = whole(6) - 3;
  const at = (k: number): Vec3 => single(start.map((value, axis) => step * (value + k * direction[axis]!)));
  return [at(first), at(first + 1 + whole(3)), at(first - 1 - whole(3))];
}

function anyTriangle(random: () => number): readonly [Vec3, Vec3, Vec3] {
  const size = 10 ** (2 * random() - 1);
  const point = (): Vec3 => single([0, 1, 2].map(() => size * (random() - 0.5)));
  const [v0, v1, off] = [point(), point(), point()];
  const [along, height] = [3 * random() - 1, 10 ** (-9 * random() * random())];
  return [v0, v1, single([0, 1, 2].map((k) => v0[k]! + along * (v1[k]! - v0[k]!) + height * off[k]!))];
}

test('no point off a triangle with an area may be hit, nor one off its plane, nor by a ray aside of its box', () => {
  const corners: readonly [Vec3, Vec3, Vec3] = [
    [0, 0, 0],
    [4, 0, 0],
    [0, 3, 0],
  ];
  const ray = (x: number, y: number): BulletRay => ({ from: [x, y, 10], to: [x, y, -10] });
  expect(mayHitTriangle(corners, ray(1, 1), [1, 1, 0])).toBe(true);
  expect(mayHitTriangle(corners, ray(1, 1), [1, 1, 1e-4])).toBe(false);
  for (const [x, y] of [
    [-0.01, 1],
    [1, -0.01],
    [2.02, 1.51],
    [5, 0],
  ])
    expect(mayHitTriangle(corners, ray(x!, y!), [x!, y!, 0])).toBe(false);
  const mesh = meshOf(corners.flat(), [0, 1, 2]);
  expect(mayHitInBullet(mesh, ray(1, 1), [1, 1, 0])).toBe(true);
  // A sliver may be hit on its prolongation, but not by a ray that passes the mesh far away.
  const sliver = meshOf([0, 0, 0, 1, 1, 1, 0.3, 0.3, 0.3].map(fround), [0, 1, 2]);
  expect(mayHitInBullet(sliver, { from: [-5, 2, 2], to: [9, 2, 2] }, [2, 2, 2])).toBe(false);
});

/** Returns where `btTriangleRaycastCallback::processTriangle` finds a hit, each operation rounded to f32; `null` for none. */
function hitInF32([v0, v1, v2]: readonly [Vec3, Vec3, Vec3], { from, to }: BulletRay): Vec3 | null {
  const minus = (p: Vec3, q: Vec3): Vec3 => single(p.map((value, k) => value - q[k]!));
  const product = (p: number, q: number): number => fround(p * q);
  const cross = (p: Vec3, q: Vec3): Vec3 =>
    single([0, 1, 2].map((k) => product(p[(k + 1) % 3]!, q[(k + 2) % 3]!) - product(p[(k + 2) % 3]!, q[(k + 1) % 3]!)));
  const dot = (p: Vec3, q: Vec3): number => fround(fround(product(p[0], q[0]) + product(p[1], q[1])) + product(p[2], q[2]));
  const normal = cross(minus(v1, v0), minus(v2, v0));
  const plane = dot(v0, normal);
  const [a, b] = [fround(dot(normal, from) - plane), fround(dot(normal, to) - plane)];
  if (product(a, b) >= 0) return null;
  const part = fround(a / fround(a - b));
  const rest = fround(1 - part);
  const point = single([0, 1, 2].map((k) => product(rest, from[k]!) + product(part, to[k]!)));
  const tolerance = product(dot(normal, normal), fround(-0.0001));
  const [p, q, r] = [minus(v0, point), minus(v1, point), minus(v2, point)];
  return [cross(p, q), cross(q, r), cross(r, p)].every((area) => dot(area, normal) >= tolerance) ? point : null;
}

function distanceToBox(corners: readonly Vec3[], point: Vec3): number {
  const sides = point.map((value, k) => {
    const side = corners.map((corner) => corner[k]!);
    return Math.max(Math.min(...side) - value, value - Math.max(...side), 0);
  });
  return Math.hypot(...sides);
}
