import { expect, test } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { seededRandom } from '#core/math/seeded-random';
import { setFinder, triangleFinder } from '../../../../renderer/state/documents/find-triangle.ts';
import { membersOf, setOf } from '../../../../renderer/state/selection/index-set.ts';
import { cpuMilliseconds } from '../../../fixtures/cpu-milliseconds.ts';
import { ball, knot } from '../../../fixtures/shapes.ts';

type Mesh = Pick<TriangleMesh, 'positions' | 'indices'>;

/** The corners of a triangle as text, from the smallest one on: equal for the same triangle in the same winding. */
function textOf({ positions, indices }: Mesh, triangle: number): string {
  const corners = [0, 1, 2].map((corner) => {
    const at = 3 * indices[3 * triangle + corner]!;
    return positions.slice(at, at + 3).join(' ');
  });
  const first = corners.indexOf(corners.toSorted()[0]!);
  return [0, 1, 2].map((corner) => corners[(first + corner) % 3]).join(', ');
}

/** Shuffles triangles, rotates their corners, drops some and moves some vertices. */
function changed({ positions, indices }: Mesh, random: () => number): Mesh {
  const order = Array.from({ length: indices.length / 3 }, (_, triangle) => triangle).sort(() => random() - 0.5);
  const kept = order.filter(() => random() < 0.9);
  const turned = kept.flatMap((triangle) => {
    const turn = Math.floor(random() * 3);
    return [0, 1, 2].map((corner) => indices[3 * triangle + ((corner + turn) % 3)]!);
  });
  return { positions: positions.map((value) => (random() < 0.02 ? value + 1e-9 : value)), indices: Uint32Array.from(turned) };
}

test('triangles are found where brute force finds them, in a mesh with other order, fewer triangles and moved vertices', () => {
  const random = seededRandom(7);
  let found = 0;
  let lost = 0;
  for (const mesh of [ball(16, 9), knot()]) {
    const next = changed(mesh, random);
    const find = triangleFinder(mesh, next);
    const first = new Map<string, number>();
    for (let other = 0; other < next.indices.length / 3; other++) {
      const text = textOf(next, other);
      if (!first.has(text)) first.set(text, other);
    }
    for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) {
      const expected = first.get(textOf(mesh, triangle)) ?? null;
      expect(find(triangle)).toBe(expected);
      if (expected === null) lost++;
      else found++;
    }
  }
  expect(found).toBeGreaterThan(500);
  expect(lost).toBeGreaterThan(50);
});

test('a triangle at the same number is found there, a flipped one and one of an empty mesh are not', () => {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const twice = { positions, indices: Uint32Array.of(0, 1, 2, 0, 1, 2) };
  expect(triangleFinder(twice, twice)(1)).toBe(1);
  expect(triangleFinder(twice, { positions, indices: Uint32Array.of(0, 2, 1) })(0)).toBeNull();
  expect(triangleFinder(twice, { positions, indices: new Uint32Array(0) })(0)).toBeNull();
  expect(triangleFinder(twice, { positions, indices: Uint32Array.of(0, 2, 1, 1, 2, 0) })(0)).toBe(1);
  expect([...membersOf(setFinder(triangleFinder(twice, { positions, indices: Uint32Array.of(2, 0, 1) }), 1)(setOf(2, [0, 1])))]).toEqual([
    0,
  ]);
});

test('many equal triangles are found as fast as different ones, and the first of them is found', () => {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5);
  const count = 200_000;
  const indices = new Uint32Array(3 * count).map((_, i) => [1, 2, 0][i % 3]!);
  indices.set([0, 1, 3]);
  const from = { positions, indices: Uint32Array.of(0, 1, 2) };
  const different = {
    positions: new Float64Array(3 * count).map((_, i) => i + 0.5),
    indices: new Uint32Array(3 * count).map((_, i) => Math.floor(i / 3)),
  };
  const timeOf = (to: Mesh, found: number | null): number => {
    const start = cpuMilliseconds();
    expect(triangleFinder(from, to)(0)).toBe(found);
    return cpuMilliseconds() - start;
  };
  // Time is the subject. To compare each with all others would take ten thousand times as long.
  const ofDifferent = Math.max(1, timeOf(different, null));
  expect(timeOf({ positions, indices }, 1)).toBeLessThan(100 * ofDifferent);
});

test('-0 is 0, and a coordinate that is not a number equals another one, as in the comparison of versions', () => {
  const indices = Uint32Array.of(0, 1, 2);
  const other = new Float64Array(new BigUint64Array([0xfff8_0000_0000_0001n]).buffer)[0]!;
  const from = { positions: Float64Array.of(0, 0, 0, 1, 0, NaN, 0, 1, 0), indices };
  const to = { positions: Float64Array.of(-0, 0, -0, 1, -0, other, 0, 1, 0, 9, 9, 9), indices: Uint32Array.of(0, 1, 3, 1, 2, 0) };
  expect(triangleFinder(from, to)(0)).toBe(1);
  expect(triangleFinder(from, { ...to, indices })(0)).toBe(0);
});

test('a set that several steps share is found once', () => {
  let searches = 0;
  const find = setFinder((triangle) => (searches++, triangle === 1 ? null : triangle + 2), 10);
  const set = setOf(4, [0, 1, 3]);
  const found = find(set);
  expect([...membersOf(found)]).toEqual([2, 5]);
  expect([find(set), searches]).toEqual([found, 3]);
});
