import { axisRotation } from '#core/math/axis-rotation';
import { transformOf, transformPoint, transformPoints, transformVector, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { surfacesIntersect } from '#core/pair/pairs/pairs';
import { checkMotionProof } from '#core/sweep/certificate/check-motion-proof';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape, type ShapeSweep, type SweepResult, type SweptShape } from '#core/sweep/convex/sweep-shape';
import { meshMotion, type MotionRequest, type MotionResult, type MotionSettings } from '#core/sweep/motion/mesh-motion';
import { motionPose } from '#core/sweep/motion/path';
import { describe, expect, it } from 'vitest';
import { box, meshOf } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

/** Public reports of missed, late or early contacts, with the numbers of their threads where they give some. */

const at = (translate: Vec3, rotateDegrees: Vec3 = [0, 0, 0]): Transform => transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });

/** The pose of a quaternion x y z w, as far as f32 made it a rotation. */
function posedBy(translate: Vec3, [x, y, z, w]: readonly [number, number, number, number]): Transform {
  const length = Math.hypot(x, y, z, w);
  const sine = Math.hypot(x, y, z);
  const r = axisRotation([x / sine, y / sine, z / sine], 2 * Math.atan2(sine / length, w / length));
  return [r[0]!, r[1]!, r[2]!, 0, r[3]!, r[4]!, r[5]!, 0, r[6]!, r[7]!, r[8]!, 0, ...translate, 1];
}

/** A box of half sizes, placed. */
function boxAt(pose: Transform, [x, y, z]: Vec3): TriangleMesh {
  const mesh = box([-x, -y, -z], [x, y, z]);
  const positions = new Float64Array(mesh.positions.length);
  transformPoints(pose, mesh.positions, positions);
  return { ...mesh, positions };
}

/** The pose after a turn about −z through a point of the mesh, which moves along a straight line. */
function turnedAbout(from: Transform, pivot: Vec3, angle: number, [vx, vy, vz]: Vec3): Transform {
  const r = axisRotation([0, 0, -1], angle);
  const turn: Transform = [r[0]!, r[1]!, r[2]!, 0, r[3]!, r[4]!, r[5]!, 0, r[6]!, r[7]!, r[8]!, 0, 0, 0, 0, 1];
  const column = (at: number): Vec3 => transformVector(turn, [from[at]!, from[at + 1]!, from[at + 2]!]);
  const turned: Transform = [...column(0), 0, ...column(4), 0, ...column(8), 0, 0, 0, 0, 1];
  const [center, arm] = [transformPoint(from, pivot), transformVector(turned, pivot)];
  return [...turned.slice(0, 12), center[0] + vx - arm[0], center[1] + vy - arm[1], center[2] + vz - arm[2], 1];
}

function swept(mesh: TriangleMesh, sweep: ShapeSweep): SweepResult {
  const result = sweepShape(treed(mesh).tree, mesh, sweep);
  const exact = sweepBruteForce(mesh, sweep, result.interval);
  expect(result.state).toBe(exact.state);
  expect(exact.touchesBefore).toBe(false);
  if (result.contact !== null) expect(exact.intervalTriangles).toContain(result.contact.triangle);
  return result;
}

function moved(meshA: TriangleMesh, meshB: TriangleMesh, request: MotionRequest, settings: MotionSettings = {}): MotionResult {
  return movedTreed(treed(meshA), treed(meshB), request, settings);
}

/** The motion, whose proof the checker verifies. */
function movedTreed(a: TreedMesh, b: TreedMesh, request: MotionRequest, settings: MotionSettings = {}): MotionResult {
  const result = meshMotion(a, b, request, { ...settings, withProof: true });
  const { path, separation, freeUntil, state, interval, witness, proof } = result;
  const contact = state === 'hit' ? { a: witness!.a.triangle, b: witness!.b.triangle, time: interval![1] } : null;
  const { problems } = checkMotionProof(a.mesh, b.mesh, {
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

  // The threads FCL 574, Coal 357 and the pull request 437 of parry are not in any stored copy that could be searched (issues, change logs, branches
  // of pull requests). So their own numbers are not here. Each has a test of its class of failure, with numbers of the nearest report that was found.
  it('FCL 574, not available: no overshoot on two splines, with the numbers of the regression test of rmf_traffic 61', () => {
    // Two bodies, 0.1 to each side, on cubic curves along x: one from 0 to 1, the other from 1 to 0.5, with end velocities of 1 and −1 after T seconds.
    const body = box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]);
    for (let seconds = 1; seconds <= 10; seconds++) {
      const offset = (s: number): number => 1 - 1.5 * (3 * s * s - 2 * s ** 3) - 2 * seconds * (s ** 3 - s * s);
      const steps = 32;
      let first: number | null = null;
      for (let i = 0; i < steps && first === null; i++) {
        const [from, to] = [offset(i / steps), offset((i + 1) / steps)];
        const { state, interval } = moved(body, body, { path: 'linear', from: at([from, 0, 0]), to: at([to, 0, 0]) });
        if (state === 'apart') continue;
        first = (i + interval![0]) / steps;
        expect(from + interval![0] * (to - from)).toBeCloseTo(0.2, 6);
      }
      expect(first).not.toBeNull();
      // Never late: before that time the curve itself is free, up to the error of a curve of 32 chords.
      for (let s = 0; s < first! - 1 / steps; s += 1e-3) expect(offset(s)).toBeGreaterThan(0.2);
    }
  });

  it('Coal 357, not available: times of contact that a checker verifies, with and without a separation, for every pair of kinds', () => {
    const [a, b] = [box(), box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])];
    const request: MotionRequest = { path: 'screw', from: at([4, 1, 0.3], [20, 0, 70]), to: at([-4, -1, 0.1], [80, -40, 10]) };
    const kinds = ['aabb', 'sphere', 'obb', 'wide'] as const;
    for (const separation of [0, 0.05, 0.7]) {
      const times = kinds.flatMap((first) =>
        kinds.map((second) => movedTreed(treed(a, { kind: first }), treed(b, { kind: second }), request, { separation }).time),
      );
      expect(times).toHaveLength(16);
      for (const time of times) expect(time).toBe(times[0]);
      expect(times[0]).not.toBeNull();
    }
  });

  it('Coal 421: continuous collision has the same time of contact through every kind of tree', () => {
    const [a, b] = [box(), box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])];
    const request: MotionRequest = { path: 'slerp', from: at([0, 0, 5], [10, 20, 30]), to: at([0.2, 0.1, -5], [80, -40, 60]) };
    const times = (['aabb', 'sphere', 'obb', 'dop14', 'wide', 'compressed'] as const).map((kind) => {
      const result = meshMotion(treed(a, { kind }), treed(b, { kind }), request);
      expect(result.state).toBe('hit');
      return result.time!;
    });
    for (const time of times) expect(time).toBe(times[0]);
  });

  it('parry 317: the two cuboids of its reproduction, of which one turns by 101° and moves by 935', () => {
    const fixed: Transform = posedBy([6079.4917, -849.3108, 853.8756], [0.002524775, -0.00026210435, -0.0012064485, 0.99999607]);
    const wall = boxAt(fixed, [650, 330, 275]);
    const beam = box([-235, -105, -110], [235, 105, 110]);
    const from = posedBy([6458.7905, -209.1331, 1014.52124], [5.3359954e-20, 9.459897e-20, -0.84035015, -0.542044]);
    const pivot: Vec3 = [99.97085, -2.2888184e-5, -35];
    const [velocity, angle]: [Vec3, number] = [[588.2583, -553.06335, 471.54688], 1.770823];
    const to = turnedAbout(from, pivot, angle, velocity);
    const result = moved(wall, beam, { path: 'slerp', from, to, pivot, axis: [0, 0, -1], angle });
    expect(result.state).toBe('hit');
    // Parry finds no contact. Samples, 400 of the second, find the first one right after the reported time.
    const [a, b] = [treed(wall), treed(beam)];
    const first = Array.from({ length: 401 }, (_, i) => i / 400).find((t) => surfacesIntersect(a, b, motionPose(result.path, t)).overlap)!;
    expect(result.interval![1]).toBeLessThanOrEqual(first);
    expect(result.interval![0]).toBeGreaterThan(first - 1 / 400);
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
  it('parry 437, not available: the time is not short where numbers across the motion are large, as in parry 414', () => {
    // There a cylinder falls on a cuboid of 10,000 by 1 by 10,000, and the time is 0.119 in place of 0.943. The cylinder has no numbers there.
    const ground = box([-5000, -1, -5000], [5000, 0, 5000]);
    const points = Float64Array.from({ length: 6 * 24 }, (_, i) => {
      const angle = (2 * Math.PI * Math.floor(i / 6)) / 24;
      return [0.4 * Math.cos(angle), i % 6 < 3 ? -0.5 : 0.5, 0.4 * Math.sin(angle)][i % 3]!;
    });
    for (const [x, z] of [
      [43, 6],
      [4321.5, -3999.25],
      [0.1, -0.2],
    ] as const) {
      const from: Vec3 = [x, 0.5 + 0.943, z];
      const { state, time, contact } = swept(ground, { shape: { kind: 'hull', points }, from, to: [x, 0.443, z] });
      expect(state).toBe('hit');
      expect(time).toBeCloseTo(0.943, 9);
      contact!.normal!.forEach((value, k) => expect(value).toBeCloseTo([0, 1, 0][k]!, 9));
    }
  });

  it('parry 180: a square hits a segment for each of three starts a millionth apart, of which parry misses one', () => {
    const strip = meshOf([1, 1, -5, 124, 1, -5, 124, 1, 5, 1, 1, 5], [0, 1, 2, 0, 2, 3]);
    const halfEdges: [Vec3, Vec3, Vec3] = [
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ];
    for (const x of [15.689464, 15.689465, 15.689466]) {
      const to: Vec3 = [x + 100 * 0.0081385, 54.00709 - 100 * 0.999966, 0];
      const { state, time } = swept(strip, { shape: { kind: 'box', halfEdges }, from: [x, 54.00709, 0], to });
      expect(state).toBe('hit');
      expect(time! * 100).toBeCloseTo((54.00709 - 3) / 0.999966, 9);
    }
  });

  it('parry 429: the time is not short for a ball on a large cuboid', () => {
    for (const half of [5, 50, 500, 5e5]) {
      const ground = box([-half, -half, -1], [half, half, 0]);
      const from: Vec3 = [0.37 * half, -0.61 * half, 3];
      const { time } = swept(ground, { shape: { kind: 'sphere', radius: 0.5166 }, from, to: [from[0], from[1], 0] });
      expect(time! * 3).toBeCloseTo(3 - 0.5166, half > 1000 ? 7 : 9);
    }
  });

  it('bevy_rapier 119: a ball on a floor of 1,000 by 1,000 has the same time everywhere, where it differed by up to 0.06', () => {
    const floor = box([-500, -1, -500], [500, 1, 500]);
    for (let i = 0; i < 50; i++) {
      const [x, z] = [0.01 * i, -0.37 * i];
      const { time } = swept(floor, { shape: { kind: 'sphere', radius: 1 }, from: [x, 3, z], to: [x, 1, z] });
      expect(2 * time!).toBeCloseTo(1, 9);
    }
  });

  it('PhysX 505: a sphere that grazes an edge hits it, and the wall behind it if the edge is not there', () => {
    const ledge = [-4, 0, -2, 0, 0, -2, 0, 0, 2, -4, 0, 2];
    const wall = [1, -2, -2, 1, 2, -2, 1, 2, 2, 1, -2, 2];
    const quads = meshOf([...ledge, ...wall], [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]);
    const from: Vec3 = [-0.78131, 0.3092001, 0];
    const to: Vec3 = [from[0] + 240 / 60, from[1] - 18 / 60, 0];
    const sweep: ShapeSweep = { shape: { kind: 'sphere', radius: 0.25 }, from, to };
    const both = swept(quads, sweep);
    // The edge is at the origin. The line of the centre passes it at 0.2499, less than the radius by a tenth of a millimetre.
    const speed = Math.hypot(240, 18);
    const miss = Math.abs(from[0] * -18 - from[1] * 240) / speed;
    const along = (-from[0] * 240 + from[1] * 18) / speed;
    expect(miss).toBeCloseTo(0.2499, 4);
    expect(both).toMatchObject({ state: 'hit', contact: { feature: 'edge' } });
    expect((both.time! * speed) / 60).toBeCloseTo(along - Math.sqrt(0.25 ** 2 - miss ** 2), 7);
    const alone = swept(meshOf(wall, [0, 1, 2, 0, 2, 3]), sweep);
    expect(alone.time! * 4).toBeCloseTo(0.75 - from[0], 9);
    expect(alone.contact!.feature).toBe('face');
  });

  it('PhysX 509: a box stays 0.02 mm above the corner for its step, and lands on it in twice that time', () => {
    const corner = meshOf([7, 2, -0.5, 7, 3, -0.5, 7, 3, 0.5, 7, 2, 0.5, 3, 3, -0.5, 3, 3, 0.5], [0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2]);
    const half: SweptShape = {
      kind: 'box',
      halfEdges: [
        [0.45, 0, 0],
        [0, 1.42552 / 2, 0],
        [0, 0, 0.5],
      ],
    };
    const from: Vec3 = [6.559144, 3.712804, 0];
    const after = (seconds: number): Vec3 => [from[0] + 20.42682 * seconds, from[1] - 0.0011445 * seconds, 0];
    expect(swept(corner, { shape: half, from, to: after(0.02) }).state).toBe('miss');
    const { state, time, contact } = swept(corner, { shape: half, from, to: after(0.04) });
    expect(state).toBe('hit');
    // It falls by 0.000044 in the time in which it moves by 0.785, and its left side is then at 6.89: still above the floor.
    expect(time! * 0.04 * 0.0011445).toBeCloseTo(3.712804 - 1.42552 / 2 - 3, 9);
    contact!.normal!.forEach((value, k) => expect(value).toBeCloseTo([0, 1, 0][k]!, 9));
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
