import { seededRandom } from '#core/math/seeded-random';
import { closestPoint } from '#core/query/closest/closest';
import { surfaceDeviation, type SurfaceDeviation } from '#core/pair/deviation/surface-deviation';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { describe, expect, test } from 'vitest';
import { ball, box, knot, meshOf } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const limits = { maxSamples: 20_000, tolerance: 0.1, spacing: 0.2 };

function deviation(from: TriangleMesh, to: TriangleMesh, options: Partial<typeof limits> = {}): SurfaceDeviation {
  return surfaceDeviation(from, treed(to), { ...limits, ...options })!;
}

describe('the deviation of one surface from another', () => {
  test('of two parallel squares is their distance everywhere, without an error', () => {
    const square = (z: number): TriangleMesh => meshOf([0, 0, z, 2, 0, z, 2, 2, z, 0, 2, z], [0, 1, 2, 0, 2, 3]);
    const { max, mean, rms, meanError, far, histogram } = deviation(square(0.25), square(0));
    expect({ max, mean, rms }).toEqual({ max: 0.25, mean: expect.closeTo(0.25, 12), rms: expect.closeTo(0.25, 12) });
    expect(meanError).toBeLessThan(0.02);
    expect(far).toMatchObject({ area: expect.closeTo(4, 9), triangles: 2 });
    expect(histogram.at(-1)).toBeCloseTo(4, 9);
  });

  test('of a mesh from itself is 0 up to rounding, and so is its bound', () => {
    const { max, mean, rms, meanError, far } = deviation(knot(), knot());
    for (const value of [max, mean, rms, meanError]) expect(value).toBeLessThan(1e-9);
    expect(far).toEqual({ area: 0, triangles: 0, worst: [], regionCount: 0, regions: [] });
  });

  test('of a tilted triangle has the mean and root mean square of the integral', () => {
    // Heights over the plane go from 0 to 1 with the distance from one corner: density 2h.
    const tilted = meshOf([0, 0, 0, 1, -1, 1, 1, 1, 1], [0, 1, 2]);
    const floor = meshOf([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    const { mean, rms, meanError, rmsError } = deviation(tilted, floor);
    expect(Math.abs(mean - 2 / 3)).toBeLessThanOrEqual(meanError);
    expect(Math.abs(rms - Math.sqrt(1 / 2))).toBeLessThanOrEqual(rmsError);
    expect(mean).toBeCloseTo(2 / 3, 4);
    expect(rms).toBeCloseTo(Math.sqrt(1 / 2), 4);
  });

  test('has the mean of random points within its bound, and a maximum that none exceeds', () => {
    const [from, to] = [knot(2, 3, 96, 8), ball(24, 12, 2)];
    const { mean, meanError, rms, rmsError, atMost } = deviation(from, to);
    const target = treed(to);
    const random = seededRandom(5);
    let [area, sum, squares] = [0, 0, 0];
    const points = 12;
    for (let t = 0; t < from.indices.length / 3; t++) {
      const [a, b, c] = triangleVertices(from, t);
      const size = areaOf(a, b, c);
      for (let i = 0; i < points; i++) {
        const [u, v] = [Math.sqrt(random()), random()];
        const at = [0, 1, 2].map((k) => (1 - u) * a[k]! + u * (1 - v) * b[k]! + u * v * c[k]!) as unknown as typeof a;
        const { distance } = closestPoint(target.tree, target.mesh, at).closest!;
        expect(distance).toBeLessThanOrEqual(atMost * (1 + 1e-12));
        area += size / points;
        sum += (size * distance) / points;
        squares += (size * distance ** 2) / points;
      }
    }
    const noise = 0.01;
    expect(Math.abs(mean - sum / area)).toBeLessThan(meanError + noise);
    expect(Math.abs(rms - Math.sqrt(squares / area))).toBeLessThan(rmsError + noise);
  });

  test('reports what sticks out of a solid as far, not what is inside it', () => {
    const small = box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
    expect(deviation(small, box()).far.triangles).toBe(0);
    const { far, max } = deviation(box(), small);
    expect(max).toBeCloseTo(Math.sqrt(0.75), 9);
    expect(far.triangles).toBe(12);
    expect(far.area).toBeCloseTo(24, 6);
    expect(far.worst.length).toBeGreaterThan(3);
    for (const { location, distance } of far.worst) {
      expect(distance).toBeGreaterThan(0.5);
      expect(Math.max(...location.map(Math.abs))).toBeCloseTo(1, 9);
    }
  });

  test('has a region for each connected part that sticks out, as brute force over random points finds them', () => {
    // Two spikes and a plate of different heights over a floor.
    const floor = meshOf([-9, -9, 0, 9, -9, 0, 9, 9, 0, -9, 9, 0], [0, 1, 2, 0, 2, 3]);
    const spike = (x: number, h: number): number[] => [x - 1, -1, 0, x + 1, -1, 0, x, 1, 0, x, 0, h];
    const faces = (i: number): number[] => [i, i + 2, i + 1, i, i + 1, i + 3, i + 1, i + 2, i + 3, i + 2, i, i + 3];
    const from = meshOf([...spike(-4, 1), ...spike(4, 2), 0, 3, 0.5, 2, 3, 0.5, 0, 5, 0.5], [...faces(0), ...faces(4), 8, 9, 10]);
    const { far } = deviation(from, floor, { maxSamples: 200_000 });
    expect(far.regionCount).toBe(3);
    expect(far.regions.map(({ triangles }) => triangles)).toEqual([3, 3, 1]);
    const random = seededRandom(9);
    const [areas, highest] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    const points = 20_000;
    for (let t = 0; t < from.indices.length / 3; t++) {
      const region = t < 4 ? 1 : t < 8 ? 0 : 2;
      const [a, b, c] = triangleVertices(from, t);
      for (let i = 0; i < points; i++) {
        const [u, v] = [Math.sqrt(random()), random()];
        const height = (1 - u) * a[2] + u * (1 - v) * b[2] + u * v * c[2];
        if (height > limits.tolerance) areas[region]! += areaOf(a, b, c) / points;
        highest[region] = Math.max(highest[region]!, height);
      }
    }
    far.regions.forEach(({ area, distance, location }, i) => {
      expect(area).toBeCloseTo(areas[i]!, 1);
      expect(distance).toBeLessThanOrEqual([2, 1, 0.5][i]!);
      expect(distance).toBeGreaterThan(highest[i]! - 0.05);
      expect(location[2]).toBeCloseTo(distance, 9);
    });
    expect(far.area).toBeCloseTo(areas[0]! + areas[1]! + areas[2]!, 1);
  });

  test('is null without triangles', () => {
    expect(surfaceDeviation(meshOf([0, 0, 0, Number.NaN, 0, 0, 0, 0, 0], [0, 1, 2]), treed(box()), limits)).toBeNull();
  });
});

function areaOf(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  const [u, v] = [b, c].map((p) => p.map((value, k) => value - a[k]!)) as [number[], number[]];
  return Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2;
}
