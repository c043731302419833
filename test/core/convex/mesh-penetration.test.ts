import { meshPenetration, type PenetrationResult } from '#core/convex/penetration/mesh-penetration';
import { translated } from '#core/convex/penetration/solid-pair';
import { identityTransform, identityTransformParts, transformOf } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { surfacesIntersect } from '#core/pair/pairs/pairs';
import { describe, expect, test } from 'vitest';
import { ball, box, channel, knot, meshOf } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

function penetration(a: TriangleMesh, b: TriangleMesh, translate: Vec3 = [0, 0, 0]): PenetrationResult {
  const at = transformOf({ ...identityTransformParts, translate });
  const [treedA, treedB] = [treed(a), treed(b)];
  const result = meshPenetration(treedA, treedB, at);
  expect(result.verified).toBe(true);
  expect(result.lower).toBeLessThanOrEqual(result.upper);
  // By the query, not by the search.
  expect(surfacesIntersect(treedA, treedB, translated(at, result.pushOut)).overlap).toBe(false);
  return result;
}

function merged(...meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const start = positions.length / 3;
    positions.push(...mesh.positions);
    for (const vertex of mesh.indices) indices.push(start + vertex);
  }
  return meshOf(positions, indices);
}

describe('the push-out of two meshes', () => {
  test('of two boxes is the smallest overlap, with a lower bound that equals it', () => {
    const { pushOut, lower, upper } = penetration(box(), box(), [1.5, 0.25, 0.1]);
    expect(pushOut.map((x) => Number(x.toFixed(6)))).toEqual([0.5, 0, 0]);
    expect(upper).toBeCloseTo(0.5, 5);
    expect(lower).toBeCloseTo(0.5, 4);
  });

  test('of a box inside a larger one leads out of it', () => {
    const { lower, upper } = penetration(box(), box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]), [0, 0.5, 0]);
    expect(upper).toBeCloseTo(0.6, 5);
    expect(lower).toBeCloseTo(0.6, 3);
  });

  test('out of a channel is much shorter than that of the convex hulls', () => {
    const channel = merged(box([-2, -1, -5], [-1, 3, 5]), box([1, -1, -5], [2, 3, 5]), box([-1, -1, -5], [1, 0, 5]));
    const { pushOut, upper, lower } = penetration(channel, box([-0.5, 0.1, -0.5], [0.5, 1.1, 0.5]), [0.6, 0, 0]);
    expect(upper).toBeCloseTo(0.1, 3);
    expect(pushOut[0]).toBeCloseTo(-0.1, 3);
    expect(lower).toBeCloseTo(0.1, 2);
  });

  test('of open surfaces has the bound of their triangles, and subdividing changes it by no more than the bounds', () => {
    const plate = meshOf([-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2], [0, 2, 1, 0, 3, 2]);
    const { upper, lower } = penetration(plate, ball(16, 8), [0, 0.75, 0]);
    expect(upper).toBeGreaterThan(0.2);
    expect(upper).toBeLessThan(0.27);
    expect(lower).toBeGreaterThan(0);
    const [coarse, fine] = [ball(12, 6), ball(48, 24)].map((mesh) => penetration(box(), mesh, [1.6, 0, 0]));
    expect(coarse!.lower).toBeLessThan(fine!.upper);
    expect(fine!.upper).toBeCloseTo(0.4, 2);
    expect(fine!.lower).toBeGreaterThan(0.38);
  });

  test('of meshes that are apart is 0, and touching ones are moved a little', () => {
    expect(penetration(box(), box(), [2.5, 0, 0])).toMatchObject({ overlap: false, pushOut: [0, 0, 0], lower: 0, upper: 0 });
    const { overlap, upper } = penetration(box(), box(), [2, 0, 0]);
    expect(overlap).toBe(true);
    expect(upper).toBeLessThan(1e-6);
  });

  test('has a bound of vertices that triangles use', () => {
    // The unused vertices are deep inside the ball, and far away.
    const plate = meshOf([0.9, -1, -1, 0.9, 1, -1, 0.9, 0, 1, 0, 0, 0, 1e30, 0, 0], [0, 1, 2]);
    const { lower, upper } = penetration(plate, ball(32, 16));
    // The ball reaches to x = 1.
    expect(upper).toBeCloseTo(0.1, 9);
    expect(lower).toBeLessThanOrEqual(upper);
    expect(lower).toBeCloseTo(0.1, 7);
  });

  test('of linked knots separates them', () => {
    const { upper, lower } = penetration(knot(2, 3, 24, 5), knot(2, 3, 24, 5), [0.5, 0.2, 0.1]);
    expect(upper).toBeGreaterThan(lower);
    expect(lower).toBeGreaterThan(0);
  });
});

describe('the search of a push-out', () => {
  const [channelMesh, block] = [treed(channel()), treed(box([-0.5, 0.1, -0.5], [0.5, 1.1, 0.5]))];
  const at = transformOf({ ...identityTransformParts, translate: [0.6, 0, 0] });

  test('reports growing progress up to its end, and can be cancelled at any step', () => {
    const fractions: number[] = [];
    meshPenetration(channelMesh, block, at, (fraction) => fractions.push(fraction));
    expect(fractions.length).toBeGreaterThan(100);
    expect(fractions).toEqual(fractions.toSorted((p, q) => p - q));
    expect(new Set(fractions).size).toBeGreaterThan(30);
    expect(fractions.at(-1)).toBeGreaterThan(0.9);
    for (const end of [0, 0.3, 0.6, 0.95]) {
      const cancel = (fraction: number): void => {
        if (fraction >= end) throw new Error('stop');
      };
      expect(() => meshPenetration(channelMesh, block, at, cancel)).toThrow('stop');
    }
  });

  test('explains a lower bound of 0', () => {
    expect(meshPenetration(channelMesh, block, at).lowerUnknown).toBeNull();
    expect(penetration(box(), box(), [2, 0, 0])).toMatchObject({ lower: 0, lowerUnknown: 'touch' });
    expect(penetration(box(), box(), [5, 0, 0])).toMatchObject({ lower: 0, lowerUnknown: null });
    // A sheet inside an open box: its surface is deep in nothing.
    const open = { ...box(), indices: box().indices.slice(6) };
    const sheet = meshOf([-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2], [0, 2, 1, 0, 3, 2]);
    const { lower, lowerUnknown } = penetration(open, sheet, [0, 1, 0]);
    expect(lower === 0).toBe(lowerUnknown !== null);
    // Half of space, as some programs make it.
    const half = box([-3e38, -3e38, -3e38], [3e38, 3e38, 0.5]);
    const { upper, lower: none, lowerUnknown: why } = penetration(box(), half);
    expect({ none, why, upper }).toEqual({ none: 0, why: 'rounding', upper: expect.closeTo(1.5, 4) });
  });
});

test('a translation is added to the last column', () => {
  expect(translated(identityTransform, [1, 2, 3]).slice(12)).toEqual([1, 2, 3, 1]);
});
