import { packContains } from '#core/convex/fit/pack-contains';
import { packSpheres } from '#core/convex/fit/sphere-pack';
import { triangleGroups } from '#core/convex/triangle-groups';
import { seededRandom } from '#core/math/seeded-random';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { describe, expect, test } from 'vitest';
import { isFullRun, quarter } from '../../fixtures/scale.ts';
import { ball, box, channel, knot, meshOf } from '../../fixtures/shapes.ts';

function packOf(mesh: TriangleMesh, maxSpheres: number): ReturnType<typeof packSpheres> {
  return packSpheres(mesh, triangleGroups(mesh, 'whole')[0]!, maxSpheres);
}

/** Random points of the surface that are in no sphere. */
function missed(mesh: TriangleMesh, { spheres }: ReturnType<typeof packSpheres>, count = quarter(20_000)): number {
  const random = seededRandom(7);
  let outside = 0;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = triangleVertices(mesh, Math.floor(random() * (mesh.indices.length / 3)));
    let [u, v] = [random(), random()];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    const point = [0, 1, 2].map((k) => a[k]! + u * (b[k]! - a[k]!) + v * (c[k]! - a[k]!));
    const isIn = spheres.some(({ center, radius }) => Math.hypot(...center.map((x, k) => x - point[k]!)) <= radius * (1 + 1e-12));
    if (!isIn) outside++;
  }
  return outside;
}

describe('a pack of spheres', () => {
  test('contains the surface, which random points confirm, and needs less volume with more spheres', () => {
    for (const mesh of [channel(), isFullRun ? knot(2, 3, 48, 8) : knot(2, 3, 24, 5), box()]) {
      const packs = [4, 16, 64].map((count) => packOf(mesh, count));
      packs.forEach((pack, i) => {
        expect(pack.contains).toBe(true);
        expect(pack.spheres.length).toBeLessThanOrEqual([4, 16, 64][i]!);
        expect(missed(mesh, pack)).toBe(0);
      });
      const reach = packs.map(({ maxOutside }) => maxOutside);
      expect(reach[2]).toBeLessThan(reach[1]!);
      expect(reach[1]).toBeLessThan(reach[0]!);
    }
  });

  test('of one sphere is the smallest sphere', () => {
    const { spheres, maxOutside } = packOf(box(), 1);
    expect(spheres).toHaveLength(1);
    expect(spheres[0]!.radius).toBeCloseTo(Math.sqrt(3), 3);
    expect(maxOutside).toBeCloseTo(Math.sqrt(3) - 1, 3);
  });

  test('of a long bar follows it', () => {
    const bar = box([-10, -0.5, -0.5], [10, 0.5, 0.5]);
    const { spheres, maxOutside } = packOf(bar, 32);
    expect(spheres.length).toBeGreaterThan(16);
    expect(maxOutside).toBeLessThan(0.5);
  });

  test('at map coordinates, of a triangle and of a repeated point contains them', () => {
    const far = { ...ball(12, 6), positions: ball(12, 6).positions.map((x, i) => x + [5e6, 4e6, 100][i % 3]!) };
    for (const mesh of [far, meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), meshOf([3, 3, 3, 3, 3, 3, 3, 3, 3], [0, 1, 2])])
      expect(packOf(mesh, 8).contains).toBe(true);
  });
});

test('the exact test refuses a pack with one sphere a little smaller', () => {
  const mesh = box();
  const { spheres } = packOf(mesh, 8);
  const triangles = Uint32Array.from({ length: 12 }, (_, i) => i);
  expect(packContains(mesh, triangles, spheres)).toBe(true);
  for (let i = 0; i < spheres.length; i++) {
    const smaller = spheres.map((sphere, j) => (j === i ? { ...sphere, radius: 0.97 * sphere.radius } : sphere));
    expect(packContains(mesh, triangles, smaller), `sphere ${i}`).toBe(false);
  }
});
