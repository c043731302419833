import { loadStudy } from '#core/health/study/loaded-study';
import { pointGrid, visitNearPoints } from '#core/health/study/near-points';
import { theKernel } from '#core/kernel/index';
import { noProgress } from '#core/progress';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../fixtures/random.ts';
import { meshOf } from '../../../fixtures/shapes.ts';

const box = { min: [-1, -2, 0], max: [3, 2, 4] } as const;

/** Points of the box, many of them on a lattice whose steps are the distance. */
function pointsIn(count: number, distance: number, random: () => number): Float64Array {
  return Float64Array.from({ length: 3 * count }, (_, i) => {
    const location = box.min[i % 3]! + 4 * random();
    return random() < 0.5 ? location : Math.round(location / distance) * distance;
  }).map((value, i) => Math.min(box.max[i % 3]!, Math.max(box.min[i % 3]!, value)));
}

describe('points near each other', () => {
  it('are all reported, once each, at any distance', () => {
    for (const distance of [1e-9, 0.01, 0.1, 0.25, 0.5, 1]) {
      const points = pointsIn(150, distance, seededRandom(Math.round(1e9 * distance)));
      const reported: string[] = [];
      expect(visitNearPoints(points, distance, box, (a, b) => reported.push(`${a} ${b}`), noProgress)).toBe(true);
      const near: string[] = [];
      for (let b = 0; b < 150; b++)
        for (let a = 0; a < b; a++)
          if ([0, 1, 2].every((k) => Math.abs(points[3 * a + k]! - points[3 * b + k]!) <= distance)) near.push(`${a} ${b}`);
      expect(new Set(reported).size).toBe(reported.length);
      expect(reported).toEqual(expect.arrayContaining(near));
      if (distance >= 0.1) expect(near.length).toBeGreaterThan(0);
    }
  });

  it('are reported by the kernel too, once each', () => {
    let pairs = 0;
    for (const distance of [1e-6, 1e-3, 0.01, 0.03]) {
      const random = seededRandom(Math.round(1e9 * distance));
      const one = pointsIn(300, distance, random);
      // Each with a neighbour that is near it or not quite.
      const points = Float64Array.of(
        ...one,
        ...one.map((value, i) => Math.min(box.max[i % 3]!, Math.max(box.min[i % 3]!, value + 1.1 * distance * (2 * random() - 1)))),
      );
      const loaded = loadStudy(
        meshOf(
          [...points],
          Array.from({ length: 600 }, (_, i) => i),
        ),
        theKernel!,
      )!;
      const vertices = loaded.usedVertices();
      const reported = loaded.nearPoints(pointGrid(vertices.length, distance, box)!)!;
      const names = Array.from({ length: reported.length / 2 }, (_, i) => `${reported[2 * i]} ${reported[2 * i + 1]}`);
      expect(new Set(names).size).toBe(names.length);
      const isNear = (a: number, b: number): boolean =>
        [0, 1, 2].every((k) => Math.abs(points[3 * a + k]! - points[3 * b + k]!) <= distance);
      const near = Array.from(vertices).flatMap((b) =>
        Array.from(vertices)
          .filter((a) => a < b && isNear(a, b))
          .map((a) => `${a} ${b}`),
      );
      expect(names).toEqual(expect.arrayContaining(near));
      pairs += near.length;
    }
    expect(pairs).toBeGreaterThan(500);
  });

  it('are left to another search where most lie in one cell, or where numbers end', () => {
    const crowd = Float64Array.from({ length: 30_000 }, (_, i) => (i < 3 ? 4 : 1e-7 * Math.sin(i)));
    expect(visitNearPoints(crowd, 1e-6, { min: [-1, -1, -1], max: [4, 4, 4] }, () => {}, noProgress)).toBe(false);
    expect(visitNearPoints(crowd, Infinity, box, () => {}, noProgress)).toBe(false);
    expect(visitNearPoints(crowd, 1e-320, box, () => {}, noProgress)).toBe(false);
  });
});
