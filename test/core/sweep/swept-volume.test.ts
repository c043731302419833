import { transformOf, transformPoint, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { meshMotion, type MotionRequest, type MotionResult } from '#core/sweep/motion/mesh-motion';
import { motionPath, motionPose } from '#core/sweep/motion/path';
import { firstTests, provesApart } from '#core/sweep/volume/first-tests';
import { sweptBox, sweptHull } from '#core/sweep/volume/swept-volume';
import { describe, expect, it } from 'vitest';
import { ball, box, knot, meshOf, placed } from '../../fixtures/shapes.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { treed } from '../../fixtures/treed.ts';

const at = (translate: Vec3, rotateDegrees: Vec3 = [0, 0, 0]): Transform => transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });
const a = treed(knot(2, 3, 96, 8));

/** Motions of all kinds, by a seed. */
function motions(count: number): readonly MotionRequest[] {
  const random = seededRandom(15);
  const pose = (): Transform =>
    at([8 * random() - 4, 8 * random() - 4, 8 * random() - 4], [360 * random(), 360 * random(), 360 * random()]);
  return Array.from({ length: count }, (_, i) => ({ path: (['linear', 'slerp', 'screw'] as const)[i % 3]!, from: pose(), to: pose() }));
}

describe('a swept volume', () => {
  it('contains every vertex at every time, of each kind of motion', () => {
    const mesh = placed(ball(8, 6), 0.7, [0.3, 0, 0]);
    const bounds = meshBounds(mesh)!;
    const center = bounds.min.map((low, k) => (low + bounds.max[k]!) / 2) as unknown as Vec3;
    const wrong: unknown[] = [];
    let checked = 0;
    for (const request of motions(12)) {
      const path = motionPath(request, center);
      const own = sweptBox(mesh, path)!;
      const { hull, bend } = sweptHull(mesh, path)!;
      const planes = planesOf(hull.positions, hull.faceFirst, hull.faceCorners);
      for (let step = 0; step <= 64; step++) {
        const pose = motionPose(path, step / 64);
        for (let i = 0; i < mesh.positions.length; i += 3) {
          const point = transformPoint(pose, [mesh.positions[i]!, mesh.positions[i + 1]!, mesh.positions[i + 2]!]);
          const outOfBox = Math.max(...point.map((value, k) => Math.max(own.min[k]! - value, value - own.max[k]!)));
          const outOfHull = Math.max(...planes.map(({ normal, offset }) => dotOf(normal, point) - offset));
          // One `expect` for each vertex takes longer than what is tested.
          if (!(outOfBox <= 1e-12 && outOfHull <= bend + 1e-9)) wrong.push({ request, step, i, outOfBox, outOfHull, bend });
          checked++;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(10_000);
  });

  it('of a straight motion is the hull of both ends, and the box of both ends', () => {
    const mesh = box([0, 0, 0], [1, 1, 1]);
    const path = motionPath({ path: 'linear', from: at([0, 0, 0]), to: at([3, 0, 0]) }, [0, 0, 0]);
    expect(sweptBox(mesh, path)).toEqual({ min: [0, 0, 0], max: [4, 1, 1] });
    const { hull, bend } = sweptHull(mesh, path)!;
    expect([hull.points.length, bend]).toEqual([8, 0]);
  });

  it('is missing for a mesh without finite triangles', () => {
    const none = meshOf([0, 0, 0, 1, 0, 0, Number.NaN, 1, 0], [0, 1, 2]);
    const path = motionPath({ path: 'linear', from: at([0, 0, 0]), to: at([3, 0, 0]) }, [0, 0, 0]);
    expect([sweptBox(none, path), sweptHull(none, path)]).toEqual([null, null]);
  });
});

describe('the first tests', () => {
  it('change no result, and prove apart only what is apart', () => {
    const b = treed(placed(ball(8, 6), 0.4));
    const counts = { box: 0, hull: 0, apart: 0 };
    for (const request of motions(60)) {
      const plain = withoutCost(meshMotion(a, b, request, { firstTest: 'none' }));
      for (const firstTest of ['box', 'hull', 'both'] as const) {
        expect(withoutCost(meshMotion(a, b, request, { firstTest }))).toEqual(plain);
      }
      const tests = firstTests(a, b, plain.path, 'both', plain.tolerance, true);
      if (provesApart(tests)) expect(plain.state).toBe('apart');
      // The hull is in the box, up to the bend.
      if (tests.box?.overlaps === false) counts.box++;
      if (tests.hull?.overlaps === false) counts.hull++;
      if (plain.state === 'apart') counts.apart++;
    }
    expect(counts.apart).toBeGreaterThan(10);
    expect(counts.hull).toBeGreaterThan(counts.box);
    expect(counts.hull).toBeLessThanOrEqual(counts.apart);
  });

  it('count the triangles in each volume, as brute force does for the box', () => {
    const b = treed(placed(ball(8, 6), 0.4));
    const { path, tolerance } = meshMotion(a, b, { path: 'linear', from: at([-4, 0.2, 0.1]), to: at([4, 0.2, 0.1]) });
    const { box: inBox, hull } = firstTests(a, b, path, 'both', tolerance, true);
    expect(hull!.triangles).toBeGreaterThan(0);
    expect(hull!.triangles).toBeLessThanOrEqual(inBox!.triangles);
    expect(inBox!.vertices).toBe(8);
    expect(hull!.vertices).toBeGreaterThan(8);
  });

  it('keep the margin: a pass closer than the tolerance is no false proof', () => {
    const [plate, small] = [treed(box([-5, -5, 0], [5, 5, 1])), treed(box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]))];
    const request = { path: 'linear', from: at([-8, 0, 1.1005]), to: at([8, 0, 1.1005]) } as const;
    expect(meshMotion(plate, small, request, { tolerance: 0.01, firstTest: 'both' }).state).toBe('near');
    expect(meshMotion(plate, small, request, { tolerance: 1e-6, separation: 0.01, firstTest: 'both' }).state).toBe('hit');
    expect(meshMotion(plate, small, request, { tolerance: 1e-6, firstTest: 'both' })).toMatchObject({
      state: 'apart',
      firstTests: { box: { overlaps: false }, hull: null },
      stats: { nodePairsTested: 0 },
    });
  });

  it('leave the proof complete', () => {
    const [plate, small] = [treed(box([-5, -5, 0], [5, 5, 1])), treed(box([-0.1, -0.1, -0.1], [0.1, 0.1, 0.1]))];
    const request = { path: 'linear', from: at([-8, 0, 3]), to: at([8, 0, 3]) } as const;
    const { proof, firstTests: tests } = meshMotion(plate, small, request, { withProof: true });
    expect(tests.box!.overlaps).toBe(false);
    expect(proof).not.toBeNull();
  });
});

function withoutCost(result: MotionResult): Omit<MotionResult, 'firstTests' | 'stats'> {
  return { ...result, ...{ firstTests: null, stats: null } };
}

interface Plane {
  readonly normal: Vec3;
  readonly offset: number;
}

/** The planes of the faces, by their first three corners. */
function planesOf(positions: Float64Array, faceFirst: Uint32Array, faceCorners: Uint32Array): readonly Plane[] {
  const point = (corner: number): Vec3 => [positions[3 * corner]!, positions[3 * corner + 1]!, positions[3 * corner + 2]!];
  return Array.from({ length: faceFirst.length - 1 }, (_, face) => {
    const [p, q, r] = [0, 1, 2].map((i) => point(faceCorners[faceFirst[face]! + i]!)) as [Vec3, Vec3, Vec3];
    const [u, v] = [q.map((value, k) => value - p[k]!), r.map((value, k) => value - p[k]!)] as [number[], number[]];
    const cross = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const size = Math.hypot(...cross);
    const normal = cross.map((value) => value / size) as unknown as Vec3;
    return { normal, offset: dotOf(normal, p) };
  });
}

function dotOf(a1: Vec3, b1: Vec3): number {
  return a1[0] * b1[0] + a1[1] * b1[1] + a1[2] * b1[2];
}
