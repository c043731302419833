import { seededRandom } from '#core/math/seeded-random';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { overlap, type QueryShape } from '#core/query/shape-overlap';
import { triangleNormal } from '#core/shape/triangle-normal';
import { beforeAll, expect, it } from 'vitest';
import { type CookingModule, cookedPhysx, type Made } from '../bench/cooked-physx.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

const maxTriangles = isFullRun ? 200_000 : 2_000;
const shapesOfMesh = isFullRun ? 60 : 8;
/** PhysX decides in f32: what lies within this part of the sizes of touching is not compared. */
const slack = 2e-5;

type Vector = { x: number; y: number; z: number };

interface OverlapModule extends CookingModule {
  readonly PxCapsuleGeometry: Made;
  readonly PxBoxGeometry: Made;
  readonly PxQuat: Made;
  readonly PxTransform: new (...args: unknown[]) => { readonly p: Vector };
  readonly PxMeshOverlapUtil: new () => {
    findOverlap(shape: object, pose: object, mesh: object, meshPose: object): number;
    getResults(): object;
  };
  readonly NativeArrayHelpers: { readonly prototype: { getU32At(values: object, index: number): number } };
}

/** A capsule along x or a box, turned about an axis. */
interface Placed {
  readonly kind: 'capsule' | 'box';
  readonly center: Vec3;
  readonly half: Vec3;
  readonly axis: Vec3;
  readonly angle: number;
}

/**
 * Both have the same f32 vertices about the middle of the mesh. PhysX drops some triangles when it cooks a mesh (equal ones, thin ones), so
 * those that it reports must be ours, and of ours it may leave out only those.
 */
describeCorpus('capsules and boxes compared with PhysX', () => {
  let physx: OverlapModule;
  let cook: (mesh: TriangleMesh) => object;
  const tally = { shapes: 0, found: 0, dropped: 0 };
  beforeAll(async () => {
    ({ physx, cook } = await cookedPhysx<OverlapModule>());
  });

  it('overlap the same triangles, apart from those within an f32 rounding of touching and those that PhysX drops', async () => {
    for (const path of coveringFiles('overlap-physx', corpusMeshPaths())) {
      const mesh = centred(await corpusMesh(path));
      if (mesh === null || triangleCount(mesh) > maxTriangles) continue;
      const cooked = cook(mesh) as { getNbTriangles(): number; getTrianglesRemap(): object };
      const geometry = new physx.PxTriangleMeshGeometry(cooked);
      const { tree } = treed(mesh);
      const reach = boundsRadius(meshBounds(mesh)!);
      const helpers = physx.NativeArrayHelpers.prototype;
      // The sequence of triangles of a cooked mesh is its own.
      const importIndex = Array.from({ length: cooked.getNbTriangles() }, (_, i) => helpers.getU32At(cooked.getTrianglesRemap(), i));
      const kept = new Set(importIndex);
      for (const placed of shapesAt(mesh)) {
        const allowed = slack * (reach + Math.max(...placed.half));
        const search = (by: number): ReadonlySet<number> => new Set(overlap(tree, mesh, ours(placed, by)).triangles);
        const [surely, maybe] = [search(-allowed), search(allowed)];
        const theirs = new Set(found(placed, geometry).map((triangle) => importIndex[triangle]!));
        expect(
          [...theirs].filter((triangle) => !maybe.has(triangle)),
          `${path} ${JSON.stringify(placed)}: only PhysX`,
        ).toEqual([]);
        const missing = [...surely].filter((triangle) => kept.has(triangle) && !theirs.has(triangle));
        expect(missing, `${path} ${JSON.stringify(placed)}: only Boxwood`).toEqual([]);
        tally.shapes++;
        tally.found += theirs.size;
      }
      tally.dropped += triangleCount(mesh) - kept.size;
    }
    expect(tally.shapes).toBeGreaterThan(300);
    expect(tally.found).toBeGreaterThan(1000);
    expect(tally.dropped).toBeLessThan(tally.found);
  });

  function found({ kind, center, half, axis, angle }: Placed, mesh: object): readonly number[] {
    const shape = kind === 'box' ? new physx.PxBoxGeometry(...half) : new physx.PxCapsuleGeometry(half[1], half[0]);
    const pose = new physx.PxTransform(new physx.PxVec3(...center), new physx.PxQuat(angle, new physx.PxVec3(...axis)));
    const utility = new physx.PxMeshOverlapUtil();
    const count = utility.findOverlap(shape, pose, mesh, new physx.PxTransform(0));
    const results = utility.getResults();
    const triangles = Array.from({ length: count }, (_, i) => physx.NativeArrayHelpers.prototype.getU32At(results, i));
    for (const made of [shape, pose, utility]) physx.destroy(made);
    return triangles;
  }
});

/** The shape in f64, grown or shrunk. */
function ours({ kind, center, half, axis, angle }: Placed, by: number): QueryShape {
  const turned = (v: Vec3): Vec3 => rotated(v, axis, angle);
  if (kind === 'capsule') {
    const [x, y, z] = turned([half[0], 0, 0]);
    const end = (sign: number): Vec3 => [center[0] + sign * x, center[1] + sign * y, center[2] + sign * z];
    return { kind: 'capsule', from: end(-1), to: end(1), radius: Math.max(0, half[1] + by) };
  }
  const [x, y, z] = half.map((value) => Math.max(0, value + by)) as unknown as Vec3;
  return { kind: 'box', solid: { kind: 'oriented', center, halfEdges: [turned([x, 0, 0]), turned([0, y, 0]), turned([0, 0, z])] } };
}

/** Rodrigues. */
function rotated(v: Vec3, [x, y, z]: Vec3, angle: number): Vec3 {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = (1 - c) * (x * v[0] + y * v[1] + z * v[2]);
  return [
    c * v[0] + s * (y * v[2] - z * v[1]) + d * x,
    c * v[1] + s * (z * v[0] - x * v[2]) + d * y,
    c * v[2] + s * (x * v[1] - y * v[0]) + d * z,
  ];
}

/** Around random triangles, in f32. */
function shapesAt(mesh: TriangleMesh): readonly Placed[] {
  const random = seededRandom(triangleCount(mesh) + 29);
  const reach = boundsRadius(meshBounds(mesh)!);
  return Array.from({ length: shapesOfMesh }, (_, i): Placed => {
    const [a, b, c] = triangleVertices(mesh, Math.floor(random() * triangleCount(mesh)));
    const size = 0.5 * Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) + 0.02 * reach;
    const near = [0, 1, 2].map((k) => Math.fround((a[k]! + b[k]! + c[k]!) / 3 + size * (2 * random() - 1))) as unknown as Vec3;
    const half = [0, 1, 2].map(() => Math.fround(size * (0.1 + random()))) as unknown as Vec3;
    const quarter = Math.fround(Math.SQRT1_2);
    const axis = (
      [
        [1, 0, 0],
        [0, 0, 1],
        [quarter, 0, quarter],
      ] as const
    )[i % 3]!;
    return { kind: i % 2 === 0 ? 'capsule' : 'box', center: near, half, axis, angle: 3 * random() };
  });
}

/** Finite triangles with an area, about the middle, in f32; `null` without any. */
function centred(mesh: TriangleMesh | null): TriangleMesh | null {
  const bounds = mesh === null ? null : meshBounds(mesh);
  if (mesh === null || bounds === null) return null;
  const middle = boundsCenter(bounds);
  const positions = mesh.positions.map((value, i) => Math.fround(value - middle[i % 3]!));
  const rounded = { ...mesh, positions };
  const size = boundsRadius(bounds);
  const usable = Array.from({ length: triangleCount(mesh) }, (_, t) => t).filter((t) => {
    if (!isFiniteTriangle(rounded, t)) return false;
    const corners = triangleVertices(rounded, t);
    const area = triangleNormal(...corners) === null ? 0 : thinness(corners);
    return area > 1e-5 * size;
  });
  // PhysX wants vertices that are finite.
  if (usable.length === 0 || !positions.every((value) => Math.abs(value) < 1e30)) return null;
  return { ...rounded, indices: Uint32Array.from(usable.flatMap((t) => [...mesh.indices.subarray(3 * t, 3 * t + 3)])), parts: [] };
}

/** The height of a triangle over its longest edge. */
function thinness([a, b, c]: readonly [Vec3, Vec3, Vec3]): number {
  const length = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  const [u, v, w] = [length(a, b), length(b, c), length(c, a)];
  const half = (u + v + w) / 2;
  return (2 * Math.sqrt(Math.max(0, half * (half - u) * (half - v) * (half - w)))) / Math.max(u, v, w);
}
