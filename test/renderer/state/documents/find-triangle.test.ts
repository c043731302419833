import { expect, test } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { seededRandom } from '#core/math/seeded-random';
import { foundSet, triangleFinder } from '../../../../renderer/state/documents/find-triangle.ts';
import { membersOf, setOf } from '../../../../renderer/state/selection/index-set.ts';
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
  expect([...membersOf(foundSet(setOf(2, [0, 1]), triangleFinder(twice, { positions, indices: Uint32Array.of(2, 0, 1) }), 1))]).toEqual([
    0,
  ]);
});
