import { seededRandom } from '#core/math/seeded-random';
import { transformOf, transformPoint, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshDistance } from '#core/pair/distance/distance';
import { loadPair, type LoadedPair } from '#core/pair/loaded/load-pair';
import { surfacesIntersect } from '#core/pair/pairs/pairs';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { noProgress } from '#core/progress';
import { checkMotionProof } from '#core/sweep/certificate/check-motion-proof';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape, type SweptShape } from '#core/sweep/convex/sweep-shape';
import { meshMotion, type MotionRequest, type MotionResult } from '#core/sweep/motion/mesh-motion';
import { motionPose, type MotionPath } from '#core/sweep/motion/path';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { ball, box, knot, meshOf, soup } from '../fixtures/shapes.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

/** Motions of a pair: more than 10,000 of all pairs together in the full run, 240 otherwise. */
const motions = isFullRun ? 850 : 20;
/** Every so many motions the certificate is verified too. */
const checkedEvery = isFullRun ? 11 : 13;
/** Steps in time whose length the distance of the meshes proves, and samples of the rest, half as far from its end each. */
const maxAdvances = 10;
const samples = 12;

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

const directions = ['random', 'random', 'random', 'random', 'aligned', 'aligned', 'touching', 'bullet', 'grazing', 'random'] as const;

/**
 * A motion of B, half as large as A, past A or into it: translation, rotation, or both. Some have rotations by multiples of 45° and directions
 * along the axes (parallel faces, edges on edges); some start in contact, pass at the radius of A, or are as fast as a bullet.
 */
function randomMotion(a: Ball, b: Ball, random: () => number, kind: number): MotionRequest {
  const number = (): number => 2 * random() - 1;
  const scale = (0.5 * a.radius) / b.radius;
  const style = directions[Math.floor(kind / 3) % directions.length]!;
  const direction = (): Vec3 => {
    const axis = Math.floor(3 * random());
    if (style === 'aligned') return [0, 1, 2].map((k) => (k === axis ? Math.sign(number()) : 0)) as unknown as Vec3;
    const vector: Vec3 = [number(), number(), number()];
    const length = Math.hypot(...vector);
    return [vector[0] / length, vector[1] / length, vector[2] / length];
  };
  const pose = (away: number, [x, y, z]: Vec3, rotateDegrees: Vec3): Transform => {
    const rotation = transformOf({ translate: [0, 0, 0], rotateDegrees, scale: [scale, scale, scale] });
    const center = [0, 1, 2].map((k) => rotation[k]! * b.center[0] + rotation[k + 4]! * b.center[1] + rotation[k + 8]! * b.center[2]);
    const at = (k: 0 | 1 | 2, along: number): number => a.center[k] + along * away * a.radius - center[k]!;
    return transformOf({ translate: [at(0, x), at(1, y), at(2, z)], rotateDegrees, scale: [scale, scale, scale] });
  };
  const turn = (): Vec3 => {
    const degrees = (): number => (style === 'aligned' ? 45 * Math.floor(4 * random()) : 180 * number());
    return [degrees(), degrees(), degrees()];
  };
  const first = turn();
  const path = (['linear', 'slerp', 'screw'] as const)[kind % 3]!;
  const last = path === 'linear' || style === 'aligned' ? first : turn();
  const [start, end] = [direction(), direction()];
  const back: Vec3 = [0 - start[0], 0 - start[1], 0 - start[2]];
  switch (style) {
    case 'bullet':
      return { path, from: pose(500, start, first), to: pose(500 * random(), back, last) };
    case 'touching':
      return { path, from: pose(0.9 * random(), start, first), to: pose(1.6, end, last) };
    case 'grazing':
      return { path, from: pose(1.6, start, first), to: pose(1.3 + 0.3 * random(), end, last) };
    case 'aligned':
      return { path, from: pose(2, start, first), to: pose(0.5 * random(), random() < 0.5 ? start : back, last) };
    case 'random':
      return { path, from: pose(1.6, start, first), to: pose(1.6 * random(), end, last) };
  }
}

/** Returns a bound on the motion of any point of B in all of the time. */
function highestSpeed({ mesh }: TreedMesh, { kind, from, to, pivot, step, angle }: MotionPath): number {
  const { min, max } = meshBounds(mesh)!;
  const corners = Array.from({ length: 8 }, (_, i): Vec3 => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]);
  const apart = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  const ends = corners.map((corner) => [transformPoint(from, corner), transformPoint(to, corner)] as const);
  if (kind === 'linear') return Math.max(...ends.map(([first, last]) => apart(first, last)));
  return Math.hypot(...step) + angle * Math.max(...ends.map(([first]) => apart(first, pivot)));
}

/**
 * Proves with distances alone that B is free from time 0 on: in the distance of the meshes divided by the highest speed they cannot touch.
 * Where these steps become short, near the contact, the rest has dense exact samples, and most of them next to its end.
 */
function expectFree(a: TreedMesh, b: TreedMesh, { path, freeUntil }: MotionResult, loaded: LoadedPair | null, name: string): void {
  const speed = highestSpeed(b, path);
  let t = 0;
  for (let i = 0; i < maxAdvances && t < freeUntil; i++) {
    const { distance } = meshDistance(a, b, motionPose(path, t), noProgress, loaded);
    expect(distance, `${name} is free at ${t}`).not.toBe(0);
    const advance = ((distance ?? Infinity) / speed) * (1 - 1e-9);
    t += advance;
    if (advance < 0.02 * (freeUntil - t)) break;
  }
  if (t >= freeUntil) return;
  const rest = freeUntil - t;
  const times = Array.from({ length: samples }, (_, i) => [t + (rest * (i + 1)) / (samples + 1), freeUntil - rest * 2 ** (-2 * i - 1)]);
  for (const time of times.flat())
    expect(surfacesIntersect(a, b, motionPose(path, time), noProgress, loaded).overlap, `${name} is free at ${time}`).toBe(false);
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

/** Pairs that are hard in other ways: thin plates, flat faces and straight edges, many small triangles. */
const generated: readonly (readonly [a: string, b: string, make: () => readonly [TriangleMesh, TriangleMesh]])[] = [
  ['a plate of a millionth', 'a ball', () => [box([-1, -1, 0], [1, 1, 1e-6]), ball(12, 8)]],
  ['a cube', 'a cube', () => [box(), box()]],
  ['a knot', 'a plate of a millionth', () => [knot(2, 3, 48, 6), box([-1, -1, 0], [1, 1, 1e-6])]],
  ['a soup', 'a triangle', () => [soup(60, seededRandom(3), 1, 0.5), meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])]],
];

describe('random motions of generated meshes', () => {
  it.each(generated)('%s and %s: none is missed or late, against exact distances and samples', (_a, _b, make) => {
    const [a, b] = make();
    expect(expectMotions(treed(a), treed(b))).toContain('startsTouching');
  });
});

describeCorpus('random motions of real meshes', () => {
  it.each(pairs)('%s and %s: none is missed or late, against exact distances and samples', async (pathA, pathB) => {
    expectMotions(await readTreed(pathA), await readTreed(pathB));
  });
});

/** Returns the states that there were. */
function expectMotions(a: TreedMesh, b: TreedMesh): ReadonlySet<string> {
  const [ballA, ballB] = [ballOf(a), ballOf(b)];
  const loaded = loadPair(a, b, { buildsWide: true });
  const random = seededRandom(1500);
  const states = new Set<string>();
  for (let i = 0; i < motions; i++) {
    const request = randomMotion(ballA, ballB, random, i);
    const withProof = i % checkedEvery === 0;
    const result = meshMotion(a, b, request, { withProof });
    const { state, path, freeUntil, interval, tolerance, witness, proof, separation } = result;
    states.add(state);
    const intersects = (t: number): boolean => surfacesIntersect(a, b, motionPose(path, t), noProgress, loaded).overlap;
    expect(state, `motion ${i}`).not.toBe('undecided');
    if (state === 'startsTouching') expect(intersects(0), `motion ${i}`).toBe(true);
    else expectFree(a, b, result, loaded, `motion ${i}`);
    if (state === 'apart' || (state === 'near' && freeUntil === 1)) expect(intersects(1), `motion ${i}`).toBe(false);
    if (state === 'hit') {
      expect(intersects(interval![1]), `motion ${i} is in contact at ${interval![1]}`).toBe(true);
      // Not early: the nearest features are within the tolerance where the free part ends.
      expect(witness!.distance).toBeLessThanOrEqual(tolerance);
    }
    if (!withProof) continue;
    const contact =
      state === 'hit' || state === 'startsTouching' ? { a: witness!.a.triangle, b: witness!.b.triangle, time: interval![1] } : null;
    const claimed = { state, interval, tolerance };
    const claim = { result: claimed, path, separation, freeUntil, contact, segments: proof!.segments, rows: proof!.rows };
    expect(checkMotionProof(a.mesh, b.mesh, claim).problems).toEqual([]);
  }
  expect(states).toContain('hit');
  return states;
}

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
