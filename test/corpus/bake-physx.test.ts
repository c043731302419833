import { beforeAll, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { InspectorError } from '#core/error';
import { normalized } from '#core/math/vec3';
import { isFiniteTriangle, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPoint } from '#core/query/closest/closest';
import { raycast, type Ray, type RayHit } from '#core/query/ray/ray';
import type { Tree } from '#core/tree/layout';
import { inputOf, treeOf } from '../core/bake/bake-input.ts';
import { f32Mesh } from '../core/bake/three-mesh-bvh-rays.ts';
import { startPhysx, type Physx } from '../fixtures/physx-mesh.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** PhysX's memory holds no more. */
const maxTriangles = isFullRun ? 300_000 : 40_000;
const rays = isFullRun ? 1000 : 100;
/** The rounding of PhysX's f32 arithmetic, as a part of the distance and of the largest coordinate. */
const rounding = 1e-5;

describeCorpus('real meshes baked for PhysX', () => {
  let physx: Physx;
  let compared = 0;
  let same = 0;
  let rounded = 0;
  beforeAll(async () => {
    physx = await startPhysx();
  });

  it.each(coveringFiles('bake-physx', corpusMeshPaths()))('%s answers rays and sweeps as cooked by PhysX', async (path) => {
    const read = await corpusImport(path);
    if (read instanceof InspectorError) return;
    const mesh = f32Mesh(read.mesh);
    if (!isComparable(mesh)) return;
    const tree = treeOf(mesh);
    const bytes = bakedOrNull(mesh, tree);
    if (bytes === null) return;
    const loaded = physx.load(bytes)!;
    const cooked = physx.cook(mesh);
    const scale = mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const aimed = seededRays(mesh, rays, 20);
    for (const ray of aimed) {
      const [ours, theirs] = [loaded.ray(ray), cooked.ray(ray)];
      if (ours === theirs) {
        same++;
        continue;
      }
      // PhysX also counts hits just beside a triangle, of which the boxes of one tree may hold more than those of the other.
      rounded++;
      expect(onSurface(mesh, tree, ray, ours, scale) && onSurface(mesh, tree, ray, theirs, scale), `${ours}, cooked ${theirs}`).toBe(true);
      const [first] = raycast(tree, mesh, ray, { mode: 'first', cull: false }).hits;
      const latest = first !== undefined && isClear(first) ? first.distance + rounding * (scale + first.distance) : Infinity;
      expect(ours ?? Infinity).toBeLessThanOrEqual(latest);
    }
    const radius = 0.01 * scale;
    expect(aimed.slice(0, rays / 5).filter((ray) => loaded.sweep(ray, radius, 1e3) !== cooked.sweep(ray, radius, 1e3))).toEqual([]);
    compared++;
  });

  it('are some', () => {
    process.stdout.write(`PhysX ${physx.version}: ${compared} meshes; ${same} rays equal to the bit, ${rounded} within rounding\n`);
    expect(compared).toBeGreaterThan(isFullRun ? 100 : 30);
    expect(rounded).toBeLessThan(same / 100);
  });
});

function isComparable(mesh: TriangleMesh): boolean {
  const triangles = mesh.indices.length / 3;
  if (triangles === 0 || triangles > maxTriangles) return false;
  // PhysX refuses to cook what is not finite.
  for (let triangle = 0; triangle < triangles; triangle++) if (!isFiniteTriangle(mesh, triangle)) return false;
  return true;
}

/** Returns `null` for a mesh whose triangles have no area: PhysX cooks none either. */
function bakedOrNull(mesh: TriangleMesh, tree: Tree): Uint8Array | null {
  try {
    return bakeMesh('physx', inputOf(mesh, [tree])).bytes;
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'no-triangles') return null;
    throw error;
  }
}

/** Whether a hit lies on the surface, as far as f32 tells. A miss does. */
function onSurface(mesh: TriangleMesh, tree: Tree, ray: Ray, distance: number | null, scale: number): boolean {
  if (distance === null) return true;
  const [x, y, z] = normalized(ray.direction)!;
  const point = [ray.origin[0] + x * distance, ray.origin[1] + y * distance, ray.origin[2] + z * distance] as const;
  return closestPoint(tree, mesh, point).closest!.distance <= rounding * (scale + distance);
}

/** Whether a ray goes through the inside of a triangle, and not almost along it. */
function isClear({ barycentric }: RayHit): boolean {
  return barycentric.every((weight) => weight > 0.01);
}
