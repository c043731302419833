import { describe, expect, it } from 'vitest';
import { joinCrowded } from '#core/health/checks/shared/join-crowded';
import { createBoxHierarchy } from '#core/health/study/boxes/box-hierarchy';
import { selfIntersectionsBruteForce } from '#core/health/study/brute-force';
import { checkHealth } from '#core/health/report/check-health';
import { createUnionFind, findRoot } from '#core/mesh/union-find';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { seededRandom } from '../../fixtures/random.ts';
import { meshOf } from '../../fixtures/shapes.ts';
import { finding, findingCodes } from './findings.ts';

const options = defaultValues(healthOptions);

/** Triangles from the origin to random points. */
function star(count: number, point: () => readonly number[]): TriangleMesh {
  const positions = [0, 0, 0, ...Array.from({ length: 2 * count }, point).flat()];
  return meshOf(positions, Array.from({ length: count }, (_, i) => [0, 2 * i + 1, 2 * i + 2]).flat());
}

/** Nearly equal triangles without common vertices. */
function crowd(count: number): TriangleMesh {
  const corner = [0, 0, 0, 1, 0.1, 0.2, 0.3, 1, 0.5];
  const positions = Array.from({ length: count }, (_, i) => corner.map((x, k) => x + 1e-9 * Math.sin(i * i + 7 * k))).flat();
  return meshOf(
    positions,
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

describe('triangles in one plane with one common corner', () => {
  it('intersect as brute force finds, also where their sides have one direction', () => {
    const random = seededRandom(7);
    let found = 0;
    for (let run = 0; run < 30; run++) {
      // Few directions, so that sides are often equal or opposite; the planes are those of two axes, or tilted.
      const grid = (): number => Math.floor(5 * random()) - 2;
      const mesh = star(12, () => {
        const [x, y] = [grid(), grid()];
        return [
          [x, y, 0],
          [0, x, y],
          [x, y, x - 2 * y],
        ][run % 3]!;
      });
      const brute = selfIntersectionsBruteForce(mesh);
      const own = checkHealth(mesh, { ...options, only: 'self-intersections' }).findings.flatMap(({ elements }) => [...elements.words]);
      expect(own).toEqual([...brute]);
      found += brute.length;
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe('the work of checks is bounded', () => {
  it('of t-junctions by the boxes that they test, where no edge is near', () => {
    const random = seededRandom(3);
    const mesh = star(3000, () => [random() - 0.5, random() - 0.5, random() - 0.5]);
    expect(finding(mesh, 't-junctions', { effort: 1, only: 't-junctions' })).toMatchObject({ isAtLeast: true, count: 0 });
    expect(findingCodes(mesh, { effort: 1000, only: 't-junctions' })).toEqual([]);
  });

  it.each([1500, 6000])('of nearly equal vertices to some steps for each of %i crowded triangles', (count) => {
    const { positions } = crowd(count);
    const points = positions.length / 3;
    const boxes = new Float64Array(6 * points);
    for (let i = 0; i < points; i++) for (let k = 0; k < 3; k++) boxes[6 * i + k] = boxes[6 * i + 3 + k] = positions[3 * i + k]!;
    const sets = createUnionFind(points);
    const items = Uint32Array.from(sets);
    const stepsEach = 64;
    expect(joinCrowded(createBoxHierarchy(boxes), 1e-6, items, sets, 16 * stepsEach * points, noProgress)).toBe(true);
    expect(new Set(Array.from(items, (item) => findRoot(sets, item))).size).toBe(3);
    expect(joinCrowded(createBoxHierarchy(boxes), 1e-6, items, createUnionFind(points), 16, noProgress)).toBe(false);
  });

  it('of thousands of bodies together as of one', () => {
    const part = (name: string, firstTriangle: number, triangleCount: number) => ({ name, firstTriangle, triangleCount });
    const mesh = crowd(8000);
    const bodies = Array.from({ length: 40 }, (_, i) => ({
      ...mesh.parts[0]!,
      ...part(`UCX_a_${i}`, 200 * i, 200),
      role: { shape: 'triangles', isRendered: false, isTrigger: false, of: null, from: 'name', exact: null } as const,
    }));
    const run = (within: TriangleMesh) => finding(within, 'self-intersections', { effort: 20, only: 'self-intersections' });
    const alone = { ...mesh, indices: mesh.indices.slice(0, 600), parts: [{ ...mesh.parts[0]!, ...part('a', 0, 200) }] };
    expect(run(alone)).toMatchObject({ isAtLeast: false });
    expect(run({ ...mesh, parts: bodies }).isAtLeast).toBe(true);
  });
});
