import { describe, expect, test } from 'vitest';
import { distanceToSurface, quickParts, rayOnSurface, surfacesOverlap, sweepOnSurface, tessellatePatches } from '#core/patch';
import { type SweptShape, sweepShape, sweptBody } from '#core/sweep';
import { buildTree, openTree } from '#core/tree';
import { seededRandom } from '../../fixtures/random.ts';
import { vase } from '../../fixtures/vase.ts';
import { bicubicBall, bowl } from '../../fixtures/patches.ts';

const surfaceOf = (patches: typeof bicubicBall, tolerance: number) => ({ patches, ...tessellatePatches(patches, tolerance) });

describe('queries on the surface itself', () => {
  test('are finer than its triangles', () => {
    const surface = surfaceOf([bowl], 0.1);
    const ray = rayOnSurface(surface, [0.3, 0.4, 5], [0, 0, -2]);
    // z = x² + y² = 0.25 there.
    if ('problem' in ray) throw new Error(ray.problem);
    expect(ray.tolerance).toBeLessThanOrEqual(1e-3);
    expect(Math.abs(ray.value! - 4.75)).toBeLessThanOrEqual(ray.tolerance);
    expect(rayOnSurface(surface, [3, 3, 5], [0, 0, -1])).toMatchObject({ value: null });
    expect(rayOnSurface(surface, [3, 3, 5], [0, 0, 0])).toMatchObject({ value: null });
  });

  test('have the distance as an interval', () => {
    const found = distanceToSurface(surfaceOf(bicubicBall, 0.01), [3, 0, 0]);
    if ('problem' in found) throw new Error(found.problem);
    expect(found.value!.lower).toBeLessThanOrEqual(2);
    expect(found.value!.upper).toBeGreaterThanOrEqual(2);
    expect(found.value!.upper - found.value!.lower).toBeLessThanOrEqual(found.tolerance);
  });

  test('stop a moving sphere, and place a second surface', () => {
    const surface = surfaceOf([bowl], 0.1);
    const sweep = sweepOnSurface(surface, [0, 0, -5], [0, 0, 5], sweptBody({ kind: 'sphere', radius: 0.5 }));
    if ('problem' in sweep) throw new Error(sweep.problem);
    expect(Math.abs(10 * sweep.value! - 4.5)).toBeLessThanOrEqual(sweep.tolerance);
    const ball = surfaceOf(bicubicBall, 0.1);
    // Half as high and upside down: its vertex is the highest point.
    const above = (z: number) => [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -0.5, 0, 0, 0, z, 1] as const;
    expect(surfacesOverlap(ball, surface, above(0.95))).toMatchObject({ value: true });
    expect(surfacesOverlap(ball, surface, above(3))).toMatchObject({ value: false });
  });

  test('stop a moving box, capsule and hull, as a person can compute', () => {
    // The bowl is z = x² + y² over a square of side 2.
    const surface = surfaceOf([bowl], 0.1);
    const box = {
      kind: 'box',
      halfEdges: [
        [0.5, 0, 0],
        [0, 0.5, 0],
        [0, 0, 0.5],
      ],
    } as const; // prettier-ignore
    const time = (shape: SweptShape, from: number): number | null => {
      const found = sweepOnSurface(surface, [0, 0, from], [0, 0, -from], sweptBody(shape));
      if ('problem' in found) throw new Error(found.problem);
      return found.value;
    };
    // From below its top reaches the lowest point. From above its lower corners reach z = 0.5.
    expect(10 * time(box, -5)!).toBeCloseTo(4.5, 2);
    expect(10 * time(box, 5)!).toBeCloseTo(4, 2);
    // A segment of length 1 along x without thickness: its ends reach z = 0.25.
    expect(10 * time({ kind: 'capsule', axis: [0.5, 0, 0], radius: 0 }, 5)!).toBeCloseTo(4.75, 2);
    // A point below the middle of a plate that is too high to touch first.
    const plate = { kind: 'hull', points: Float64Array.of(0.1, 0.1, 3, -0.1, 0.1, 3, 0, -0.1, 3, 0, 0, -1) } as const;
    expect(10 * time(plate, 5)!).toBeCloseTo(4, 2);
    expect(sweepOnSurface(surface, [3, 0, 5], [3, 0, -5], sweptBody(box))).toMatchObject({ value: null });
  });

  test('stop moving shapes where a fine mesh does, within both errors', () => {
    const surface = surfaceOf(vase(), 0.02);
    const fine = tessellatePatches(vase(), 5e-4);
    const mesh = { positions: fine.positions, indices: fine.indices, parts: [] };
    const tree = openTree(buildTree(mesh, {}));
    const random = seededRandom(4);
    const any = (size: number) => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)] as const;
    const seen = { hit: 0, miss: 0 };
    for (let i = 0; i < 24; i++) {
      const shapes: readonly SweptShape[] = [
        { kind: 'sphere', radius: 0.2 },
        { kind: 'capsule', axis: any(0.6), radius: 0.15 },
        { kind: 'box', halfEdges: [any(0.5), any(0.5), any(0.5)] },
        { kind: 'hull', points: Float64Array.from([...any(0.6), ...any(0.6), ...any(0.6), ...any(0.6), ...any(0.6)]) },
      ];
      const shape = shapes[i % 4]!;
      const [from, to] = [[...any(1)], [...any(2)]].map(([x, y, z], end) => [4 * (1 - end) + x!, y!, 1.5 + z!] as const);
      const found = sweepOnSurface(surface, from!, to!, sweptBody(shape));
      if ('problem' in found) throw new Error(found.problem);
      const exact = sweepShape(tree, mesh, { shape, from: from!, to: to! });
      const length = Math.hypot(...from!.map((value, k) => value - to![k]!));
      seen[exact.state === 'miss' ? 'miss' : 'hit']++;
      if (exact.state === 'miss') continue;
      // At the time of the surface, the mesh is as near as both errors say: a larger shape hits it, and the time before it is free.
      expect(found.value, JSON.stringify(shape)).not.toBeNull();
      expect(Math.abs(found.value! - exact.time!) * length, shape.kind).toBeLessThan(20 * (found.tolerance + fine.error));
    }
    expect(seen.hit).toBeGreaterThan(15);
  });

  test('give up before they stop the window', () => {
    // All points of the ball are about as near to its middle.
    expect(distanceToSurface(surfaceOf(bicubicBall, 1e-5), [0, 0, 0], quickParts)).toEqual({
      problem: expect.stringContaining('needs more than'),
    });
  });
});
