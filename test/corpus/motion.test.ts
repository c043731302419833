import { seededRandom } from '#core/math/seeded-random';
import { transformOf, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import { loadPair } from '#core/pair/loaded/load-pair';
import { surfacesIntersect } from '#core/pair/pairs/pairs';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { noProgress } from '#core/progress';
import { checkMotionProof } from '#core/sweep/certificate/check-motion-proof';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape, type SweptShape } from '#core/sweep/convex/sweep-shape';
import { meshMotion, type MotionRequest } from '#core/sweep/motion/mesh-motion';
import { motionPose } from '#core/sweep/motion/path';
import { expect, it } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

/** Motions of a pair: 10,000 of eight pairs in the full run, 64 otherwise, which take some seconds. */
const motions = isFullRun ? 1250 : 8;
const samples = isFullRun ? 50 : 40;
/** Every so many motions the certificate is verified too. */
const checkedEvery = isFullRun ? 10 : 4;

async function readTreed(path: string): Promise<TreedMesh> {
  const mesh = await corpusMesh(path);
  if (mesh === null) throw new Error(`${path} was refused`);
  return treed(mesh);
}

interface Ball {
  readonly center: Vec3;
  readonly radius: number;
}

function ballOf({ mesh }: TreedMesh): Ball {
  const bounds = meshBounds(mesh)!;
  return { center: boundsCenter(bounds), radius: boundsRadius(bounds) };
}

/** A motion of B, half as large as A, past A or into it: translation, rotation, or both. */
function randomMotion(a: Ball, b: Ball, random: () => number, kind: number): MotionRequest {
  const number = (): number => 2 * random() - 1;
  const scale = (0.5 * a.radius) / b.radius;
  const pose = (away: number, rotateDegrees: Vec3): Transform => {
    const rotation = transformOf({ translate: [0, 0, 0], rotateDegrees, scale: [scale, scale, scale] });
    const direction: Vec3 = [number(), number(), number()];
    const length = Math.hypot(...direction);
    const center = [0, 1, 2].map((k) => rotation[k]! * b.center[0] + rotation[k + 4]! * b.center[1] + rotation[k + 8]! * b.center[2]);
    const at = (k: 0 | 1 | 2): number => a.center[k] + (direction[k] / length) * away * a.radius - center[k]!;
    return transformOf({ translate: [at(0), at(1), at(2)], rotateDegrees, scale: [scale, scale, scale] });
  };
  const turn = (): Vec3 => [180 * number(), 180 * number(), 180 * number()];
  const first = turn();
  const path = (['linear', 'slerp', 'screw'] as const)[kind % 3]!;
  return { path, from: pose(1.6, first), to: pose(1.6 * random(), path === 'linear' ? first : turn()) };
}

const pairs = [
  ['intersect/fcl/env.obj', 'intersect/fcl/rob.obj'],
  ['intersect/parry/center_cylinder.obj', 'intersect/parry/offset_cylinder.obj'],
  ['intersect/vhacd/torus1.obj', 'intersect/vhacd/torus2.obj'],
  ['intersect/irmb/sphere1.obj', 'intersect/irmb/sphere2.obj'],
  ['intersect/manifold/Generic_Twin_7863.1.t0_left.obj', 'intersect/manifold/Generic_Twin_7863.1.t0_right.obj'],
  ['level/recast/nav_test.obj', 'formats/obj/assimp/spider.obj'],
  ['level/kenney/platform-large.glb', 'gltf/khronos/Duck.glb'],
  ['defects/trimesh/quadknot.obj', 'defects/trimesh/teapot.stl'],
] as const;

describeCorpus('random motions of real meshes', () => {
  it.each(pairs)('%s and %s: none is missed or late, against dense exact samples', async (pathA, pathB) => {
    const [a, b] = [await readTreed(pathA), await readTreed(pathB)];
    const [ballA, ballB] = [ballOf(a), ballOf(b)];
    const loaded = loadPair(a, b, { buildsWide: true });
    const random = seededRandom(1500);
    const states = new Set<string>();
    for (let i = 0; i < motions; i++) {
      const request = randomMotion(ballA, ballB, random, i);
      const withProof = i % checkedEvery === 0;
      const { state, path, freeUntil, interval, tolerance, witness, proof, separation } = meshMotion(a, b, request, { withProof });
      states.add(state);
      const intersects = (t: number): boolean => surfacesIntersect(a, b, motionPose(path, t), noProgress, loaded).overlap;
      expect(state).not.toBe('undecided');
      for (let sample = 1; sample < samples; sample++) {
        const t = (freeUntil * sample) / samples;
        expect(intersects(t), `motion ${i} is free at ${t}`).toBe(false);
      }
      if (state === 'apart' || (state === 'near' && freeUntil === 1)) expect(intersects(1)).toBe(false);
      if (state === 'hit') {
        expect(intersects(interval![1]), `motion ${i} is in contact at ${interval![1]}`).toBe(true);
        // Not early: the nearest features are within the tolerance where the free part ends.
        expect(witness!.distance).toBeLessThanOrEqual(tolerance);
      }
      if (state === 'startsTouching') expect(intersects(0)).toBe(true);
      if (!withProof) continue;
      const contact = state === 'hit' ? { a: witness!.a.triangle, b: witness!.b.triangle, time: interval![1] } : null;
      const claim = { path, separation, freeUntil, contact, segments: proof!.segments, rows: proof!.rows };
      expect(checkMotionProof(a.mesh, b.mesh, claim).problems).toEqual([]);
    }
    expect(states.has('hit')).toBe(true);
  });
});

const sweepMeshes = [
  'defects/trimesh/mirror.ply',
  'formats/off/geomview/mushroom.off',
  'formats/stl/assimp/sphereWithHole.stl',
  'gltf/khronos/BoxAnimated.glb',
  'intersect/vhacd/torus1.obj',
  'level/kenney/brick.glb',
  'level/kenney/platform-large.glb',
  'level/three-pathfinding/level.nav.glb',
] as const;

describeCorpus('random sweeps against real meshes', () => {
  it.each(sweepMeshes)('%s: agree with exact arithmetic over every triangle', async (path) => {
    const { mesh, tree } = await readTreed(path);
    const { center, radius } = ballOf({ mesh, tree });
    const random = seededRandom(1501);
    const number = (): number => 2 * random() - 1;
    const size = (): number => 0.1 * radius * random();
    const vector = (): Vec3 => [0.2 * radius * number(), 0.2 * radius * number(), 0.2 * radius * number()];
    const shapes: readonly (() => SweptShape)[] = [
      () => ({ kind: 'sphere', radius: size() }),
      () => ({ kind: 'capsule', axis: vector(), radius: size() }),
      () => ({ kind: 'box', halfEdges: [vector(), vector(), vector()] }),
      () => ({ kind: 'hull', points: Float64Array.from({ length: 24 }, () => 0.2 * radius * number()) }),
    ];
    const states = new Set<string>();
    for (let i = 0; i < (isFullRun ? 400 : 8); i++) {
      const end = (): Vec3 => [
        center[0] + 1.2 * radius * number(),
        center[1] + 1.2 * radius * number(),
        center[2] + 1.2 * radius * number(),
      ];
      const sweep = { shape: shapes[i % 4]!(), from: end(), to: end() };
      const { state, interval, contact } = sweepShape(tree, mesh, sweep);
      const exact = sweepBruteForce(mesh, sweep, interval);
      states.add(state);
      expect(state).toBe(exact.state);
      expect(exact.touchesBefore).toBe(false);
      if (contact !== null) expect(exact.intervalTriangles).toContain(contact.triangle);
    }
    expect(states.size).toBeGreaterThan(1);
  });
});
