import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { isClosed } from '#core/mesh/is-closed';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { sphereOptions, type SphereOptions } from '#core/options/sphere-options';
import { pushOut, type PushOutResult } from '#core/query/sphere/push-out';
import type { Progress } from '#core/progress';
import type { Sphere } from '#core/query/sphere/sphere';
import { sphereOverlapArticle } from '#core/query/sphere/article';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { seededRandom } from '../../fixtures/random.ts';
import { box, joined, meshOf } from '../../fixtures/shapes.ts';

function push(mesh: TriangleMesh, sphere: Sphere, options: Partial<SphereOptions> = {}): PushOutResult {
  const tree = openTree(buildTree(mesh, defaultValues(buildOptions)));
  return pushOut(tree, mesh, sphere, { isClosed: isClosed(mesh), ...defaultValues(sphereOptions), ...options });
}

const close = (got: readonly number[], wanted: readonly number[]): void =>
  wanted.forEach((value, k) => expect(got[k]).toBeCloseTo(value, 8));

/** A floor at z = 0, and walls at x = 0 and y = 0, that face the first octant. */
const corner = meshOf([0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9], [0, 1, 2, 0, 2, 3, 0, 3, 1]);

describe('pushing a sphere out, deepest first', () => {
  it('moves nothing that is free', () => {
    expect(push(box(), { center: [0, 0, 3], radius: 1 })).toMatchObject({ steps: [], total: [0, 0, 0], left: [], leftDepth: 0 });
  });

  it('lifts it off a face by its depth', () => {
    const result = push(box(), { center: [0.25, 0, 1.5], radius: 1 });
    close(result.total, [0, 0, 0.5]);
    expect(result.steps).toHaveLength(1);
    expect(result.left).toEqual([]);
  });

  it('sends a centre inside a closed mesh out by the nearest face: distance plus radius', () => {
    const result = push(box(), { center: [0.25, 0, 0.75], radius: 0.5 });
    close(result.total, [0, 0, 0.75]);
    expect(result.steps).toHaveLength(1);
    expect(result.left).toEqual([]);
  });

  it('separates it from the three walls of a corner', () => {
    const result = push(corner, { center: [0.5, 0.25, 0.75], radius: 1 });
    close(result.center, [1, 1, 1]);
    expect(result.steps).toHaveLength(3);
    expect(result.left).toEqual([]);
    // Deepest first: y, then x, then z.
    close(result.steps[0]!.direction, [0, 1, 0]);
    close(result.steps[1]!.direction, [1, 0, 0]);
    close(result.steps[2]!.direction, [0, 0, 1]);
  });

  it('separates it far from the origin, where a rounding is large', () => {
    const far = { ...corner, positions: corner.positions.map((value) => value + 1e6) };
    const result = push(far, { center: [1e6 + 0.5, 1e6 + 0.25, 1e6 + 0.75], radius: 1 });
    expect(result.left).toEqual([]);
    close(result.total, [0.5, 0.75, 0.25]);
  });

  it('frees it of a triangle in one step, however far away its corners lie', () => {
    const random = seededRandom(8);
    for (let n = 0; n < 300; n++) {
      const size = 10 ** (7 * random());
      const pick = (): number => size * (2 * random() - 1);
      const [u, v] = [
        [pick(), pick(), pick()],
        [pick(), pick(), pick()],
      ] as const;
      const shift = [random(), random(), random()];
      // Around a point near the origin, its middle.
      const mesh = meshOf(
        [u, v, u.map((value, k) => -value - v[k]!)].flatMap((corner) => corner.map((value, k) => value + shift[k]!)),
        [0, 1, 2],
      );
      const result = push(mesh, { center: [random(), random(), random()], radius: 1 });
      expect([result.left, result.steps.length < 2]).toEqual([[], true]);
    }
  });

  it('stops in a gap narrower than the sphere, and reports the remaining overlap', () => {
    const tunnel = joined([box([-9, -9, 1], [9, 9, 2]), box([-9, -9, -2], [9, 9, -1])]);
    const result = push(tunnel, { center: [0, 0, 0.25], radius: 1.5 });
    expect(result.steps).toHaveLength(32);
    expect(result.left.length).toBeGreaterThan(0);
    expect(result.leftDepth).toBeGreaterThan(0.4);
    expect(result.leftDepth).toBe(Math.max(...result.left.map(({ depth }) => depth)));
  });

  it('stops at the step limit', () => {
    expect(push(corner, { center: [0.5, 0.25, 0.75], radius: 1 }, { steps: 2 })).toMatchObject({ steps: { length: 2 }, leftDepth: 0.25 });
    expect(() => push(corner, { center: [0, 0, 0], radius: 1 }, { steps: 0 })).toThrow(InspectorError);
  });

  it('is cut where its caller has enough, and goes on from there to the same end', () => {
    const sphere = { center: [0.5, 0.25, 0.75], radius: 1 } as const;
    const tree = openTree(buildTree(corner, defaultValues(buildOptions)));
    const options = defaultValues(sphereOptions);
    const cut = pushOut(tree, corner, sphere, { isClosed: false, ...options, shouldStop: () => true });
    expect(cut).toMatchObject({ isInterrupted: true, steps: { length: 1 } });
    expect(cut.left).toHaveLength(2);
    const whole = push(corner, sphere);
    expect(whole.isInterrupted).toBe(false);
    expect(push(corner, { center: cut.center, radius: 1 }).steps).toEqual(whole.steps.slice(1));
    // What is free, or has no step left, is done and not cut.
    expect(pushOut(tree, corner, sphere, { isClosed: false, ...options, steps: 1, shouldStop: () => true }).isInterrupted).toBe(false);
  });

  it.each(['closest', 'article'] as const)('reports ascending progress and ends when its caller throws (%s)', (method) => {
    const tree = openTree(buildTree(corner, defaultValues(buildOptions)));
    const reported: number[] = [];
    const options = { ...defaultValues(sphereOptions), method };
    const run = (progress: Progress): PushOutResult =>
      pushOut(tree, corner, { center: [0.5, 0.25, 0.75], radius: 1 }, { isClosed: false, ...options, progress });
    run((fraction) => reported.push(fraction));
    expect(reported.length).toBeGreaterThan(0);
    expect(reported).toEqual(reported.toSorted((x, y) => x - y));
    expect(() =>
      run(() => {
        throw new Error('enough');
      }),
    ).toThrow('enough');
  });

  it('adds its steps up to the total', () => {
    const { steps, total } = push(corner, { center: [0.5, 0.25, 0.75], radius: 1 });
    for (const axis of [0, 1, 2] as const) {
      expect(steps.reduce((sum, { direction, length }) => sum + direction[axis] * length, 0)).toBeCloseTo(total[axis], 12);
    }
  });

  it('ends where numbers do', () => {
    const wall = meshOf([-1e308, -1e308, 1e308, 1e308, -1e308, 1e308, 0, 1e308, 1e308], [0, 1, 2]);
    expect(push(wall, { center: [0, 0, 1.1e308], radius: 1.7e308 }).left).toHaveLength(1);
  });
});

describe('pushing a sphere out as the article does', () => {
  const floor = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);

  it('does not count a tangent sphere, which the closed test does', () => {
    expect(sphereOverlapArticle(floor, { center: [1, 1, 1], radius: 1 }, 50)).toEqual([]);
    expect(push(floor, { center: [1, 1, 1], radius: 1 }, { method: 'article' })).toMatchObject({
      steps: [],
      left: { length: 1 },
      leftDepth: 0,
    });
  });

  it('pushes along the plane normal at an edge too, and only within half the radius of it', () => {
    const [touch] = sphereOverlapArticle(floor, { center: [1, -0.4, 0.25], radius: 1 }, 50);
    expect(touch).toEqual({ triangle: 0, feature: 'edge', featureIndex: 0, depth: 0.75, direction: [0, 0, 1] });
    expect(sphereOverlapArticle(floor, { center: [1, -0.45, 0.25], radius: 1 }, 50)).toEqual([]);
    expect(sphereOverlapArticle(floor, { center: [1, -0.45, 0.25], radius: 1 }, 100)).toHaveLength(1);
    expect(push(floor, { center: [1, -0.45, 0.25], radius: 1 }, { method: 'article' }).left).toHaveLength(1);
  });

  it('pushes to the back from behind, and from within the plane', () => {
    close(push(floor, { center: [1, 1, -0.25], radius: 1 }, { method: 'article' }).total, [0, 0, -0.75]);
    close(push(floor, { center: [1, 1, 0], radius: 1 }, { method: 'article' }).total, [0, 0, -1]);
  });

  it('takes the triangles in their order, each from where the last one left the sphere', () => {
    const { steps } = push(corner, { center: [0.5, 0.25, 0.75], radius: 1 }, { method: 'article' });
    expect(steps.map(({ triangle }) => triangle)).toEqual([0, 1, 2]);
    close(steps[0]!.center, [0.5, 0.25, 1]);
    close(steps[2]!.center, [1, 1, 1]);
  });
});
