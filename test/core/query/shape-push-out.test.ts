import type { Vec3 } from '#core/math/vec3';
import { isClosed } from '#core/mesh/is-closed';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { boxOverlapBruteForce } from '#core/query/box/brute-force';
import { boxTouch } from '#core/query/box/record';
import { capsuleOverlapBruteForce } from '#core/query/capsule/brute-force';
import { capsuleTouch } from '#core/query/capsule/record';
import { shapeDepthBruteForce } from '#core/query/push-out/brute-force';
import { moveOffDeepest } from '#core/query/push-out/moves';
import { movedShape } from '#core/query/push-out/push-shape';
import { pushShapeOut, type PushShape, type ShapePushOutResult } from '#core/query/push-out/push-shape-out';
import { shapeTouch } from '#core/query/push-out/shape-touch';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, meshOf, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
/** A floor at z = 0, and walls at x = 0 and y = 0, that face the first octant. */
const corner = meshOf([0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9], [0, 1, 2, 0, 2, 3, 0, 3, 1]);

function boxAt(center: Vec3, half: Vec3): PushShape {
  const [x, y, z] = half;
  return {
    kind: 'box',
    solid: {
      kind: 'oriented',
      center,
      halfEdges: [
        [x, 0, 0],
        [0, y, 0],
        [0, 0, z],
      ],
    },
  };
}

const capsule = (from: Vec3, to: Vec3, radius: number): PushShape => ({ kind: 'capsule', from, to, radius });

function push(mesh: TriangleMesh, shape: PushShape, steps = 32): ShapePushOutResult {
  return pushShapeOut(treed(mesh).tree, mesh, shape, { isClosed: isClosed(mesh), steps });
}

function overlapped(mesh: TriangleMesh, shape: PushShape): readonly number[] {
  return [...(shape.kind === 'box' ? boxOverlapBruteForce(mesh, shape.solid) : capsuleOverlapBruteForce(mesh, shape))];
}

const close = (got: readonly number[], wanted: readonly number[]): void =>
  wanted.forEach((value, k) => expect(got[k]).toBeCloseTo(value, 8));

describe('the contact of a box and a triangle', () => {
  const touch = (shape: PushShape): object => shapeTouch(right, 0, shape);

  it('has the shortest move out of the triangle and the feature that faces it', () => {
    expect(touch(boxAt([1, 1, 0.75], [1, 1, 1]))).toEqual({
      triangle: 0,
      feature: 'face',
      featureIndex: null,
      depth: 0.25,
      direction: [0, 0, 1],
      part: 0,
    });
    expect(touch(boxAt([1, 1, -0.75], [0.5, 0.5, 1]))).toMatchObject({ feature: 'face', depth: 0.25, direction: [0, 0, -1] });
    // Out across the first edge: the box is high, and reaches in by a quarter.
    expect(touch(boxAt([2, -0.75, 0], [0.5, 1, 9]))).toMatchObject({
      feature: 'edge',
      featureIndex: 0,
      depth: 0.25,
      direction: [0, -1, 0],
    });
    expect(touch(boxAt([-0.75, 1, 0], [1, 0.5, 9]))).toMatchObject({
      feature: 'edge',
      featureIndex: 2,
      depth: 0.25,
      direction: [-1, 0, 0],
    });
    // At the second vertex, in the direction of a side of the box.
    expect(touch(boxAt([4.75, 0, 0], [1, 9, 9]))).toMatchObject({ feature: 'vertex', featureIndex: 1, depth: 0.25, direction: [1, 0, 0] });
  });

  it('has a depth of 0 where it only touches, and where a flat box lies in the plane', () => {
    expect(touch(boxAt([1, 1, 1], [1, 1, 1]))).toMatchObject({ depth: 0, direction: [0, 0, 1] });
    expect(touch(boxAt([1, 1, 0], [1, 1, 0]))).toMatchObject({ depth: 0, direction: [0, 0, 1] });
    expect(touch(boxAt([1, 1, 0], [0, 0, 0]))).toMatchObject({ depth: 0 });
  });

  it('has a unit direction also where box and triangle are on one line', () => {
    const line = meshOf([0, 0, 0, 4, 4, 4, 2, 2, 2], [0, 1, 2]);
    const { depth, direction } = boxTouch(line, 0, { kind: 'aligned', min: [1, 1, 1], max: [1, 1, 1] });
    expect(depth).toBe(0);
    expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
    expect(direction[0] + direction[1] + direction[2]).toBeCloseTo(0, 12);
  });
});

describe('depths', () => {
  const random = seededRandom(41);
  const vector = (size: number): Vec3 => [size * (2 * random() - 1), size * (2 * random() - 1), size * (2 * random() - 1)];
  const whole = (): Vec3 => [Math.floor(3 * random()), Math.floor(3 * random()), Math.floor(3 * random())];

  function expectDepths(mesh: TriangleMesh, shape: PushShape): number {
    const found = overlapped(mesh, shape);
    for (const triangle of found) {
      const { depth, direction } = shapeTouch(mesh, triangle, shape);
      const wanted = shapeDepthBruteForce(mesh, triangle, shape);
      expect(Math.abs(depth - wanted)).toBeLessThanOrEqual(4e-16 * wanted);
      // The direction is one that frees the shape, and a shorter move does not.
      const alone = { ...mesh, indices: mesh.indices.slice(3 * triangle, 3 * triangle + 3) };
      const after = (length: number): number =>
        overlapped(alone, movedShape(shape, direction.map((x) => x * length) as unknown as Vec3)).length;
      const size = Math.max(depth, 1e-3);
      expect(after(depth + 1e-9 * size)).toBe(0);
      if (depth > 1e-6) expect(after(depth * (1 - 1e-9))).toBe(1);
    }
    return found.length;
  }

  it('are those of brute force for random shapes', () => {
    let total = 0;
    for (let i = 0; i < 12; i++) {
      const mesh = meshOf(Array.from({ length: 4 }, () => [...vector(1), ...vector(1), ...vector(1)]).flat(), [...Array(12).keys()]);
      const halfEdges = [vector(0.5), vector(0.5), vector(0.5)] as const;
      total += expectDepths(mesh, { kind: 'box', solid: { kind: 'oriented', center: vector(0.3), halfEdges } });
      total += expectDepths(mesh, capsule(vector(0.7), vector(0.7), 0.4 * random()));
    }
    expect(total).toBeGreaterThan(40);
  });

  it('are those of brute force on whole numbers, where nearly all of it is degenerate', () => {
    let total = 0;
    for (let i = 0; i < 40; i++) {
      const mesh = meshOf([...whole(), ...whole(), ...whole()], [0, 1, 2]);
      const low = whole();
      const max = low.map((x) => x + Math.floor(3 * random())) as unknown as Vec3;
      total += expectDepths(mesh, { kind: 'box', solid: { kind: 'aligned', min: low, max } });
      total += expectDepths(mesh, capsule(whole(), whole(), [0, 0.5, 1][i % 3]!));
    }
    expect(total).toBeGreaterThan(30);
  });
});

describe('pushing a box or a capsule out', () => {
  it('moves nothing that is free', () => {
    expect(push(box(), boxAt([0, 0, 3], [1, 1, 1]))).toMatchObject({
      steps: [],
      total: [0, 0, 0],
      left: [],
      leftDepth: 0,
      isCenterInside: false,
    });
  });

  it('lifts each off a face by its depth', () => {
    close(push(box(), boxAt([0.25, 0, 1.5], [1, 0.5, 1])).total, [0, 0, 0.5]);
    close(push(box(), capsule([0.25, 0, 1.5], [0.5, 0, 1.5], 1)).total, [0, 0, 0.5]);
    // Its axis is through the face.
    close(push(box(), capsule([0.25, 0, 0.75], [0.25, 0, 5], 0.5)).total, [0, 0, 0.75]);
  });

  it('sends a centre inside a closed mesh out by the nearest face', () => {
    const boxed = push(box(), boxAt([0.25, 0, 0.75], [0.25, 0.25, 0.5]));
    expect(boxed.isCenterInside).toBe(true);
    close(boxed.total, [0, 0, 0.75]);
    expect(boxed.steps).toHaveLength(1);
    expect(boxed.left).toEqual([]);
    close(push(box(), capsule([0.25, 0, 0.25], [0.25, 0, 1.25], 0.125)).total, [0, 0, 0.875]);
  });

  it('separates each from the three walls of a corner, deepest first', () => {
    const boxed = push(corner, boxAt([0.5, 0.25, 0.75], [1, 1, 1]));
    close(boxed.total, [0.5, 0.75, 0.25]);
    expect(boxed.left).toEqual([]);
    close(boxed.steps[0]!.direction, [0, 1, 0]);
    close(boxed.steps[1]!.direction, [1, 0, 0]);
    close(boxed.steps[2]!.direction, [0, 0, 1]);
    expect(boxed.steps.at(-1)!.total).toEqual(boxed.total);
    expect(boxed.shape).toEqual(movedShape(boxAt([0.5, 0.25, 0.75], [1, 1, 1]), boxed.total));
    const round = push(corner, capsule([0.5, 0.25, 0.75], [0.5, 0.25, 3], 1));
    close(round.total, [0.5, 0.75, 0.25]);
    expect(round.left).toEqual([]);
  });

  it('separates them far from the origin, where a rounding is large', () => {
    const far = placed(corner, 1, [1e6, 1e6, 1e6]);
    for (const shape of [
      boxAt([1e6 + 0.5, 1e6 + 0.25, 1e6 + 0.75], [1, 1, 1]),
      capsule([1e6 + 0.5, 1e6 + 0.25, 1e6 + 0.75], [1e6 + 0.5, 1e6 + 0.25, 1e6 + 3], 1),
    ]) {
      const result = push(far, shape);
      expect([result.left, overlapped(far, result.shape)]).toEqual([[], []]);
      close(result.total, [0.5, 0.75, 0.25]);
    }
  });

  it('frees each of a triangle in one step, at every size', () => {
    const random = seededRandom(9);
    let steps = 0;
    for (let n = 0; n < 150; n++) {
      const size = 10 ** (6 * random() - 3);
      const pick = (scale: number): Vec3 => [scale * (2 * random() - 1), scale * (2 * random() - 1), scale * (2 * random() - 1)];
      const mesh = meshOf([...pick(size), ...pick(size), ...pick(size)], [0, 1, 2]);
      const halfEdges = [pick(1), pick(1), pick(1)] as const;
      const shape: PushShape =
        n % 2 === 0 ? { kind: 'box', solid: { kind: 'oriented', center: pick(1), halfEdges } } : capsule(pick(1), pick(1), random());
      const result = push(mesh, shape);
      expect([result.left, overlapped(mesh, result.shape), result.steps.length < 2]).toEqual([[], [], true]);
      steps += result.steps.length;
    }
    expect(steps).toBeGreaterThan(30);
  });

  it('stops in a gap narrower than the shape, and reports the overlap that is left', () => {
    const tunnel = joined([box([-9, -9, 1], [9, 9, 2]), box([-9, -9, -2], [9, 9, -1])]);
    for (const shape of [boxAt([0, 0, 0.25], [1, 1, 1.5]), capsule([0, 0, 0.25], [1, 0, 0.25], 1.5)]) {
      const result = push(tunnel, shape, 8);
      expect(result.steps).toHaveLength(8);
      expect(result.left.map(({ triangle }) => triangle)).toEqual(overlapped(tunnel, result.shape));
      expect(result.leftDepth).toBeGreaterThan(0.4);
    }
    expect(() => push(tunnel, boxAt([0, 0, 0], [1, 1, 1]), 0)).toThrow('Step limit');
  });

  it('is cut where its caller has enough, and goes on from there to the same end', () => {
    const shape = boxAt([0.5, 0.25, 0.75], [1, 1, 1]);
    const { tree } = treed(corner);
    const cut = pushShapeOut(tree, corner, shape, { shouldStop: () => true });
    expect(cut).toMatchObject({ isInterrupted: true, steps: { length: 1 }, left: { length: 2 } });
    const rest = push(corner, cut.shape);
    expect(rest.isInterrupted).toBe(false);
    close(
      rest.total.map((x, k) => x + cut.total[k]!),
      push(corner, shape).total,
    );
  });

  it('leaves a finely divided floor upwards, where the shortest move out of each triangle is sideways', () => {
    const at = (x: number, y: number): number => 41 * y + x;
    const cells = Array.from({ length: 1600 }, (_, i) => [i % 40, Math.floor(i / 40)] as const);
    const floor = meshOf(
      Array.from({ length: 41 * 41 }, (_, i) => [(i % 41) / 10 - 2, Math.floor(i / 41) / 10 - 2, 0]).flat(),
      cells.flatMap(([x, y]) => [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y), at(x + 1, y + 1), at(x, y + 1)]),
    );
    for (const shape of [boxAt([0.03, 0.02, 0.25], [0.0625, 0.0625, 1]), capsule([0.03, 0.02, -0.5], [0.03, 0.02, 2], 0.25)]) {
      const result = push(floor, shape);
      close(result.total, [0, 0, 0.75]);
      expect([result.left, overlapped(floor, result.shape)]).toEqual([[], []]);
    }
  });

  it('ignores triangles that a filter leaves out', () => {
    const { tree } = treed(corner);
    const result = pushShapeOut(tree, corner, boxAt([0.5, 0.25, 0.75], [1, 1, 1]), { accepts: (triangle) => triangle === 0 });
    close(result.total, [0, 0, 0.25]);
  });

  const onBall = [boxAt([0.6, 0.6, 0.55], [0.3, 0.2, 0.25]), capsule([0.9, 0.1, 0.9], [1.4, 0.2, -0.3], 0.4)] as const;

  it('moves off the triangle that brute force finds deepest', () => {
    const mesh = ball(16, 8);
    for (const shape of onBall) {
      const found = overlapped(mesh, shape);
      const depths = found.map((triangle) => ({ triangle, depth: shapeDepthBruteForce(mesh, triangle, shape) }));
      const deepest = depths.reduce((p, q) => (q.depth > p.depth * (1 + 1e-14) ? q : p));
      expect(moveOffDeepest(mesh, Uint32Array.from(found), shape).triangle).toBe(deepest.triangle);
      expect(found.length).toBeGreaterThan(3);
    }
  });

  it.each(treeKinds)('takes the same steps on a tree of kind %s, and ends free', (kind) => {
    const mesh = ball(24, 12);
    const { tree } = treed(mesh, { kind });
    for (const shape of onBall) {
      const result = pushShapeOut(tree, mesh, shape);
      expect(result.steps.length).toBeGreaterThan(0);
      expect([result.left, overlapped(mesh, result.shape)]).toEqual([[], []]);
      expect(result).toEqual({ ...pushShapeOut(treed(mesh).tree, mesh, shape), stats: result.stats });
    }
  });
});

describe('the contact of a capsule whose axis crosses a triangle', () => {
  it('is decided exactly where the move across an edge and along the normal are nearly equal', () => {
    const shorter = capsuleTouch(right, 0, { from: [1, 0.5, 0.5 - 2 ** -53], to: [1, 0.5, -9], radius: 1 });
    expect(shorter).toMatchObject({ feature: 'face', direction: [0, 0, -1] });
    const longer = capsuleTouch(right, 0, { from: [1, 0.5, 0.5 + 2 ** -53], to: [1, 0.5, -9], radius: 1 });
    expect(longer).toMatchObject({ feature: 'edge', featureIndex: 0, direction: [0, -1, 0], depth: 1.5 });
  });
});
