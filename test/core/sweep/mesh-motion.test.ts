import { InspectorError } from '#core/error';
import { transformOf, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { surfacesIntersect } from '#core/pair/pairs/pairs';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { checkMotionProof, type MotionClaim } from '#core/sweep/certificate/check-motion-proof';
import { claimOf, motionCertificate } from '#core/sweep/certificate/motion-certificate';
import { meshMotion, type MotionRequest, type MotionResult, type MotionSettings } from '#core/sweep/motion/mesh-motion';
import { motionPose } from '#core/sweep/motion/path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, knot, meshOf, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const at = (translate: Vec3, rotateDegrees: Vec3 = [0, 0, 0], scale: Vec3 = [1, 1, 1]): Transform =>
  transformOf({ translate, rotateDegrees, scale });

/** The result of a motion, whose proof an independent check verifies, and dense exact samples. */
function moved(a: TreedMesh, b: TreedMesh, request: MotionRequest, settings: MotionSettings = {}, samples = 200): MotionResult {
  const result = meshMotion(a, b, request, { ...settings, withProof: true });
  expectProven(a, b, result, samples);
  return result;
}

function expectProven(a: TreedMesh, b: TreedMesh, result: MotionResult, samples: number): void {
  const { path, separation, freeUntil, state, interval } = result;
  const certified = { file: '', reading: {}, sha256: '' };
  const check = checkMotionProof(a.mesh, b.mesh, claimOf(motionCertificate(result, certified, certified)));
  expect(check.problems).toEqual([]);
  if (separation > 0) return;
  for (let i = 0; i < samples; i++) {
    const t = (i / samples) * freeUntil;
    if (t > 0 && t < freeUntil) expect(surfacesIntersect(a, b, motionPose(path, t)).overlap, `free at ${t}`).toBe(false);
  }
  if (state === 'hit') expect(surfacesIntersect(a, b, motionPose(path, interval![1])).overlap).toBe(true);
}

const cube = treed(box());
const plate = treed(box([-5, -5, 0], [5, 5, 1e-6]));

describe('a moving mesh', () => {
  it('hits: two cubes, face to face, at the time when the gap is gone', () => {
    const { state, time, interval, witness } = moved(cube, cube, { path: 'linear', from: at([0, 0.3, 6]), to: at([0, 0.3, -6]) });
    expect(state).toBe('hit');
    expect(time).toBeCloseTo(1 / 3, 6);
    expect(interval![1]).toBeGreaterThanOrEqual(1 / 3);
    expect((interval![1] - interval![0]) * 12).toBeLessThanOrEqual(2e-6 * Math.sqrt(3));
    expect(witness!.distance).toBeLessThan(1e-5);
  });

  it('hits with an edge on an edge, a vertex on a face, and names the features', () => {
    const edges = moved(cube, cube, { path: 'linear', from: at([0, 4, 4], [0, 0, 45]), to: at([0, 0.5, 0.5], [0, 0, 45]) });
    expect(edges.state).toBe('hit');
    const vertex = moved(cube, cube, {
      path: 'linear',
      from: at([0.3, 0.1, 9], [45, 35.264389682754654, 0]),
      to: at([0.3, 0.1, 0], [45, 35.264389682754654, 0]),
    });
    expect(vertex.state).toBe('hit');
    expect([vertex.witness!.a.feature, vertex.witness!.b.feature]).toEqual(['face', 'vertex']);
  });

  it('does not tunnel: a bullet at 1000 m/s through a plate of a micrometre, in one step of a second', () => {
    const bullet = treed(placed(ball(12, 8), 0.005));
    for (const path of ['linear', 'slerp', 'screw'] as const) {
      const { state, time } = moved(plate, bullet, { path, from: at([0.1, 0.2, 500]), to: at([0.1, 0.2, -500]) });
      expect(state).toBe('hit');
      expect(time).toBeCloseTo(0.499995, 6);
    }
  });

  it('slides along a face: touching at the start, apart above it', () => {
    expect(moved(cube, cube, { path: 'linear', from: at([0, 0, 2]), to: at([5, 0, 2]) }).state).toBe('startsTouching');
    expect(moved(cube, cube, { path: 'linear', from: at([-4, 0, 2.001]), to: at([4, 0, 2.001]) })).toMatchObject({
      state: 'apart',
      time: null,
    });
  });

  it('passes near: closer than the tolerance without contact, and with contact where the separation counts', () => {
    const request: MotionRequest = { path: 'linear', from: at([-4, 0, 2.001]), to: at([4, 0, 2.001]) };
    const near = moved(cube, cube, request, { tolerance: 0.01 });
    expect(near).toMatchObject({ state: 'near', freeUntil: 1 });
    expect(near.time).toBeGreaterThan(0.2);
    expect(near.witness!.distance).toBeLessThanOrEqual(0.01);
    const separated = moved(cube, cube, request, { separation: 0.01 });
    expect(separated.state).toBe('hit');
    expect(separated.witness!.distance).toBeCloseTo(0.01, 5);
    expect(separated.time).toBeLessThan(near.time! + 1e-3);
  });

  it('rotates: a blade turns into a post that its end poses miss', () => {
    const blade = treed(box([-2, -0.05, -0.05], [2, 0.05, 0.05]));
    const post = treed(box([1.2, 1.2, -1], [1.3, 1.3, 1]));
    const turn: MotionRequest = { path: 'slerp', from: at([0, 0, 0]), to: at([0, 0, 0], [0, 0, 90]) };
    const { state, time } = moved(post, blade, turn);
    expect(state).toBe('hit');
    expect(time! * 90).toBeGreaterThan(40);
    expect(time! * 90).toBeLessThan(45);
    // A full turn ends where it began.
    const full = moved(post, blade, { path: 'slerp', from: at([0, 0, 0]), to: at([0, 0, 0]), axis: [0, 0, 1], angle: 2 * Math.PI });
    expect(full.state).toBe('hit');
    expect(full.time! * 4).toBeCloseTo(time!, 5);
    // The other way round the post is 3 quarters away, but the other end of the blade comes first.
    const back = moved(post, blade, { path: 'slerp', from: at([0, 0, 0]), to: at([0, 0, 0]), axis: [0, 0, 1], angle: -2 * Math.PI });
    expect(back.time! * 360).toBeCloseTo(180 - 45 - (45 - time! * 90), 0);
  });

  it('moves on a screw: the pivot of B winds about the axis', () => {
    const nut = treed(placed(box(), 0.1));
    const request: MotionRequest = { path: 'screw', from: at([2, 0, 0]), to: at([0, 2, 1], [0, 0, 90]) };
    const { path } = moved(cube, nut, request);
    expect(path.axis[2]).toBeCloseTo(1, 12);
    expect(path.pivot[0]).toBeCloseTo(0, 12);
    expect(path.step[2]).toBeCloseTo(1, 12);
    const middle = motionPose(path, 0.5);
    expect(Math.hypot(middle[12]!, middle[13]!)).toBeCloseTo(2, 12);
    expect(middle[14]).toBeCloseTo(0.5, 12);
  });

  it('ends at its last pose, whatever the path', () => {
    const random = seededRandom(4);
    const number = (): number => 2 * random() - 1;
    for (let i = 0; i < 50; i++) {
      const pose = (): Transform => at([number(), number(), number()], [180 * number(), 180 * number(), 180 * number()], [2, 2, 2]);
      const [from, to] = [pose(), pose()];
      for (const path of ['linear', 'slerp', 'screw'] as const) {
        const { path: found } = meshMotion(cube, treed(placed(box(), 0.1)), { path, from, to });
        motionPose(found, 1).forEach((value, k) => expect(value).toBeCloseTo(to[k]!, 9));
        expect(motionPose(found, 0)).toEqual(from);
      }
    }
  });

  it.each([
    ['another scale', { path: 'slerp', from: at([0, 0, 5]), to: at([0, 0, 5], [0, 0, 0], [2, 2, 2]) }],
    ['another handedness', { path: 'linear', from: at([0, 0, 5]), to: at([0, 0, 5], [0, 0, 0], [-1, 1, 1]) }],
    ['a half turn without an axis', { path: 'slerp', from: at([0, 0, 5]), to: at([0, 0, 5], [0, 0, 180]) }],
    ['an axis without an angle', { path: 'slerp', from: at([0, 0, 5]), to: at([0, 0, 5], [0, 0, 90]), axis: [0, 0, 1] }],
    ['an angle that leads elsewhere', { path: 'slerp', from: at([0, 0, 5]), to: at([0, 0, 5], [0, 0, 90]), axis: [0, 0, 1], angle: 1 }],
    [
      'a screw with a full turn that moves sideways',
      { path: 'screw', from: at([0, 0, 5]), to: at([1, 0, 5]), axis: [0, 0, 1], angle: 2 * Math.PI },
    ],
  ] as const)('refuses %s', (_, request) => {
    expect(() => meshMotion(cube, cube, request)).toThrow(InspectorError);
  });

  it('has no contact with a mesh without triangles, and may stand still', () => {
    const empty = treed(meshOf([], []));
    expect(meshMotion(cube, empty, { path: 'slerp', from: at([0, 0, 5]), to: at([0, 0, 0]) })).toMatchObject({
      state: 'apart',
      freeUntil: 1,
    });
    expect(moved(cube, cube, { path: 'slerp', from: at([0, 0, 5]), to: at([0, 0, 5]) }).state).toBe('apart');
    expect(moved(cube, cube, { path: 'slerp', from: at([0, 0, 1]), to: at([0, 0, 1]) }).state).toBe('startsTouching');
  });

  it('is cancelled by its progress', () => {
    const stop = (): never => {
      throw new InspectorError({ code: 'cancelled', message: 'cancelled', fix: '', location: {} });
    };
    expect(() => meshMotion(cube, cube, { path: 'slerp', from: at([0, 0, 5]), to: at([0, 0, 5], [0, 0, 90]) }, {}, stop)).toThrow(
      'cancelled',
    );
  });
});

describe('random motions', () => {
  const meshes = [
    cube,
    treed(ball(16, 10)),
    treed(placed(knot(2, 3, 48, 6), 0.4)),
    treed(placed(box([-1, -1, -0.001], [1, 1, 0.001]), 1.3)),
  ];

  it('are never missed, never late, and proven by a check without the search', () => {
    const random = seededRandom(15);
    const number = (): number => 2 * random() - 1;
    const pose = (reach: number): Transform =>
      at([reach * number(), reach * number(), reach * number()], [180 * number(), 180 * number(), 180 * number()]);
    const states: Record<string, number> = {};
    // All pairs of meshes on all paths are 48.
    const motions = isFullRun ? 200 : 48;
    for (let i = 0; i < motions; i++) {
      const a = meshes[i % 4]!;
      const b = meshes[(i >> 2) % 4]!;
      const path = (['linear', 'slerp', 'screw'] as const)[i % 3]!;
      const from = pose(4);
      const to = path === 'linear' ? from.map((value, k) => (k > 11 && k < 15 ? value - 1.5 * from[k]! + number() : value)) : pose(2);
      const { state, interval, tolerance, path: found, freeUntil } = moved(a, b, { path, from, to }, {}, 100);
      states[state] = (states[state] ?? 0) + 1;
      // Samples after it find no contact that was missed.
      if (state === 'apart' || state === 'near')
        for (let t = freeUntil; t <= 1; t += 0.01) expect(surfacesIntersect(a, b, motionPose(found, t)).overlap).toBe(false);
      if (state === 'hit') expect(interval![1] - interval![0]).toBeLessThan(100 * tolerance);
    }
    expect(states['hit']).toBeGreaterThan(motions / 4);
    expect(states['apart']).toBeGreaterThan(motions / 12);
    expect(states['undecided'] ?? 0).toBe(0);
  });
});

describe('a certificate', () => {
  const { proof, path, separation, freeUntil, state, interval, tolerance, witness } = meshMotion(
    treed(ball(16, 10)),
    treed(ball(12, 8)),
    { path: 'slerp', from: at([0, 0, 6]), to: at([0.5, 0, -6], [90, 0, 0]) },
    { withProof: true },
  );
  const result = { state, interval, tolerance };
  const claim: MotionClaim = {
    result,
    path,
    separation,
    freeUntil,
    contact: { a: witness!.a.triangle, b: witness!.b.triangle, time: interval![1] },
    segments: proof!.segments,
    rows: proof!.rows,
  };
  const [meshA, meshB] = [ball(16, 10), ball(12, 8)];

  it('is verified', () => {
    const check = checkMotionProof(meshA, meshB, claim);
    expect(check.problems).toEqual([]);
    expect(check.rows).toBeGreaterThan(20);
  });

  it.each([
    ['a row is missing', { rows: proof!.rows.subarray(7) }],
    ['a direction is turned', { rows: proof!.rows.map((value, i) => (i % 7 > 3 ? -value : value)) }],
    ['the free part is longer', { freeUntil: freeUntil + 0.01 }],
    ['the contact is earlier', { contact: { ...claim.contact!, time: freeUntil / 2 } }],
    ['the motion ends elsewhere', { path: { ...path, step: [path.step[0] + 1, path.step[1], path.step[2]] as Vec3 } }],
    ['more separation is claimed', { separation: 0.1 }],
    ['the interval is later', { result: { ...result, interval: [0.9, 0.91] as const } }],
    ['the interval ends before the contact', { result: { ...result, interval: [freeUntil, freeUntil] as const } }],
    ['a hit has no interval', { result: { ...result, interval: null } }],
    ['a hit has no contact', { contact: null }],
    ['a hit is called near', { result: { ...result, state: 'near' as const } }],
    ['a hit is called apart', { result: { ...result, state: 'apart' as const, interval: null }, contact: null }],
    ['the tolerance is smaller than the gap', { result: { ...result, tolerance: 0 } }],
    [
      'a pass is near, but later than the free part',
      { freeUntil: 0.1, contact: null, result: { ...result, state: 'near' as const, interval: [0.1, interval![1]] as const } },
    ],
  ] satisfies [string, Partial<MotionClaim>][])('is refused where %s', (_, change) => {
    expect(checkMotionProof(meshA, meshB, { ...claim, ...change }).problems.length).toBeGreaterThan(0);
  });
});
