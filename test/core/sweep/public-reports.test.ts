import { transformOf, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { checkMotionProof } from '#core/sweep/certificate/check-motion-proof';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape, type ShapeSweep, type SweepResult } from '#core/sweep/convex/sweep-shape';
import { meshMotion, type MotionRequest, type MotionResult, type MotionSettings } from '#core/sweep/motion/mesh-motion';
import { describe, expect, it } from 'vitest';
import { box, meshOf } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

/** Public reports of missed, late or early contacts, with the numbers of their threads where they give some. */

const at = (translate: Vec3, rotateDegrees: Vec3 = [0, 0, 0]): Transform => transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });

function swept(mesh: TriangleMesh, sweep: ShapeSweep): SweepResult {
  const result = sweepShape(treed(mesh).tree, mesh, sweep);
  const exact = sweepBruteForce(mesh, sweep, result.interval);
  expect(result.state).toBe(exact.state);
  expect(exact.touchesBefore).toBe(false);
  if (result.contact !== null) expect(exact.intervalTriangles).toContain(result.contact.triangle);
  return result;
}

function moved(meshA: TriangleMesh, meshB: TriangleMesh, request: MotionRequest, settings: MotionSettings = {}): MotionResult {
  const result = meshMotion(treed(meshA), treed(meshB), request, { ...settings, withProof: true });
  const { path, separation, freeUntil, state, interval, witness, proof } = result;
  const contact = state === 'hit' ? { a: witness!.a.triangle, b: witness!.b.triangle, time: interval![1] } : null;
  const { problems } = checkMotionProof(meshA, meshB, {
    path,
    separation,
    freeUntil,
    contact,
    segments: proof!.segments,
    rows: proof!.rows,
  });
  expect(problems).toEqual([]);
  return result;
}

describe('moving meshes', () => {
  it('FCL 120: boxes in translation, as meshes; conservative advancement fails with AABB, OBBRSS and kIOS there', () => {
    const { state, time } = moved(box(), box(), { path: 'slerp', from: at([-10, 0.25, 0.5]), to: at([10, 0.25, 0.5]) });
    expect(state).toBe('hit');
    expect(time).toBeCloseTo(0.4, 6);
  });

  it('FCL 555: two boxes move towards each other, where signed bounds cancel', () => {
    // The first box is at z = 3 to 5 in its own space. Both move; here the other one moves with the difference.
    const upper = box([-1, -1, 3], [1, 1, 5]);
    const lower = box([-1, -1, -5], [1, 1, -3]);
    const { state, time } = moved(upper, lower, { path: 'linear', from: at([0, 0, 0]), to: at([0, 0, 10]) });
    expect(state).toBe('hit');
    expect(time).toBeCloseTo(0.6, 6);
  });

  it('FCL 574, Coal 357 and 421: the time of contact is the same through every kind of tree', () => {
    const [a, b] = [box(), box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])];
    const request: MotionRequest = { path: 'slerp', from: at([0, 0, 5], [10, 20, 30]), to: at([0.2, 0.1, -5], [80, -40, 60]) };
    const times = (['aabb', 'sphere', 'obb', 'dop14', 'wide', 'compressed'] as const).map((kind) => {
      const result = meshMotion(treed(a, { kind }), treed(b, { kind }), request);
      expect(result.state).toBe('hit');
      return result.time!;
    });
    for (const time of times) expect(time).toBeCloseTo(times[0]!, 9);
  });

  it('parry 317: a rotating cuboid that cuts a plate at rest, with coordinates far from the origin', () => {
    for (const offset of [0, 1000, 1e6]) {
      const plate = box([offset - 2, -2, -0.05], [offset + 2, 2, 0.05]);
      const arm = box([-1.5, -0.1, -0.1], [1.5, 0.1, 0.1]);
      const request: MotionRequest = { path: 'slerp', from: at([offset, 0, 1]), to: at([offset, 0, 1], [0, 80, 0]) };
      const { state, time } = moved(plate, arm, request);
      expect(state).toBe('hit');
      // The lower end is at 1 − 1.5·sin − 0.1·cos above the middle: 0.05 at 43.06°.
      const angle = (time! * 80 * Math.PI) / 180;
      expect(1 - 1.5 * Math.sin(angle) - 0.1 * Math.cos(angle)).toBeCloseTo(0.05, offset > 1000 ? 1 : 4);
    }
  });

  it('parry 400: a rotation with a wanted separation', () => {
    const [plate, arm] = [box([-2, -2, -0.05], [2, 2, 0.05]), box([-1.5, -0.1, -0.1], [1.5, 0.1, 0.1])];
    const request: MotionRequest = { path: 'slerp', from: at([0, 0, 1]), to: at([0, 0, 1], [0, 80, 0]) };
    const { state, time } = moved(plate, arm, request, { separation: 0.2 });
    expect(state).toBe('hit');
    const angle = (time! * 80 * Math.PI) / 180;
    expect(1 - 1.5 * Math.sin(angle) - 0.1 * Math.cos(angle)).toBeCloseTo(0.25, 4);
  });

  it('parry 405: touching cuboids start in contact, and those a step away stay apart', () => {
    const request: MotionRequest = { path: 'linear', from: at([2, 0, 0]), to: at([2, 3, 0]) };
    expect(moved(box(), box(), request)).toMatchObject({ state: 'startsTouching', time: 0 });
    const apart: MotionRequest = { path: 'linear', from: at([2.0000001, 0, 0]), to: at([2.0000001, 3, 0]) };
    expect(moved(box(), box(), apart, { tolerance: 1e-9 }).state).toBe('apart');
  });
});

describe('swept shapes', () => {
  it('parry 429: the time is not short for a ball on a large cuboid', () => {
    for (const half of [5, 50, 500, 5e5]) {
      const ground = box([-half, -half, -1], [half, half, 0]);
      const from: Vec3 = [0.37 * half, -0.61 * half, 3];
      const { time } = swept(ground, { shape: { kind: 'sphere', radius: 0.5166 }, from, to: [from[0], from[1], 0] });
      expect(time! * 3).toBeCloseTo(3 - 0.5166, half > 1000 ? 7 : 9);
    }
  });

  it('Jolt 529: a shape that starts in a mesh reports it, however deep', () => {
    for (const depth of [0, 0.01, 0.5, 0.999]) {
      const from: Vec3 = [0.1, 0.2, 2 - depth];
      const result = swept(box(), { shape: { kind: 'capsule', axis: [0, 0, 0.5], radius: 0.5 }, from, to: [0.1, 0.2, 9] });
      expect(result).toMatchObject({ state: 'startsInside', time: 0 });
    }
  });

  it('PhysX 597: a capsule hits the edge of a triangle at 0.0944', () => {
    const mesh = meshOf(
      [7.3329401, 79.6109009, -26.9337997, 7.61456013, 80.2574005, -27.3008995, 7.3329401, 80.2574005, -26.9337997],
      [0, 1, 2],
    );
    const from: Vec3 = [7.74110079, 80.8543167, -27.2595482];
    const direction: Vec3 = [-0.929564953, -0.0281119142, 0.367584974];
    const distance = 0.149537891;
    // Its segment is along X, rotated by 90° about Z: along Y.
    const shape = { kind: 'capsule', axis: [0, 0.340350509, 0], radius: 0.265350759 } as const;
    const to: Vec3 = [from[0] + distance * direction[0], from[1] + distance * direction[1], from[2] + distance * direction[2]];
    const { state, time, contact } = swept(mesh, { shape, from, to });
    expect(state).toBe('hit');
    expect(time! * distance).toBeCloseTo(0.0944127962, 4);
    [7.59219694, 80.2574005, -27.2717476].forEach((value, k) => expect(contact!.position[k]).toBeCloseTo(value, 3));
  });

  it('PhysX 600: a capsule that overlaps at the start and moves parallel to the triangle', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 0, -1], [0, 1, 2]);
    const result = swept(mesh, { shape: { kind: 'capsule', axis: [1, 0, 0], radius: 0.3 }, from: [0, 0, 0], to: [-1, 0, 0] });
    expect(result).toMatchObject({ state: 'startsInside', contact: { triangle: 0 } });
  });

  it('PhysX 501: a sphere stops at the mesh, for every edge and every direction', () => {
    const tent = meshOf([-2, 0, 0, 2, 0, 0, 0, 2, -0.3, 0, -2, -0.3], [0, 1, 2, 1, 0, 3]);
    for (let i = 0; i < 64; i++) {
      const [x, y] = [(4 * (i % 8)) / 7 - 2, (4 * Math.floor(i / 8)) / 7 - 2];
      const { state, interval } = swept(tent, { shape: { kind: 'sphere', radius: 0.25 }, from: [x, y, 2], to: [0, 0, -2] });
      expect(state).toBe('hit');
      expect(interval![1]).toBeLessThan(1);
    }
  });
});
