import { beforeAll, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { InspectorError } from '#core/error';
import { length, normalized, plus, times, type Vec3 } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import { isFiniteTriangle, type TriangleMesh } from '#core/mesh/triangle-mesh';
import type { Ray } from '#core/query/ray/ray';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import type { Tree } from '#core/tree/layout';
import { sweptShapeOf } from '../bench/engine-sweep.ts';
import { inputOf, treeOf } from '../core/bake/bake-input.ts';
import { f32Mesh } from '../core/bake/three-mesh-bvh-rays.ts';
import { startPhysx, type Physx } from '../fixtures/physx-mesh.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { f32Hits, gamma, unexplained } from './f32-hits.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** PhysX's memory holds no more. */
const maxTriangles = isFullRun ? 300_000 : 40_000;
/** Length of the sweeps. */
const farthest = 1000;
const rays = isFullRun ? 1000 : 100;
/** By which part of their size PhysX enlarges the triangles of a mesh, per unit of its largest coordinate: `epsilonPart` of `write-physx.ts`. */
const widened = 2 ** -22;

describeCorpus('real meshes baked for PhysX', () => {
  let physx: Physx;
  let compared = 0;
  let same = 0;
  let rounded = 0;
  let otherSweeps = 0;
  beforeAll(async () => {
    physx = await startPhysx();
  });

  it.each(coveringFiles('bake-physx', corpusMeshPaths()))('%s gives rays and sweeps the same hits as cooked by PhysX', async (path) => {
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
    const widening = widened * scale;
    const unexplainedAnswers: (string | null)[] = [];
    for (const ray of aimed) {
      const [ours, theirs] = [loaded.ray(ray), cooked.ray(ray)];
      if (ours === theirs) {
        same++;
        continue;
      }
      // Both hold the same triangles. In f32 a ray that passes an edge within rounding passes it on either side, and the boxes of one tree hold other such hits.
      rounded++;
      const hits = f32Hits(mesh, ray, widening);
      for (const distance of [ours, theirs]) unexplainedAnswers.push(unexplained(hits, distance));
    }
    const radius = 0.01 * scale;
    for (const ray of aimed.slice(0, rays / 5)) {
      const [ours, theirs] = [loaded.sweep(ray, radius, farthest), cooked.sweep(ray, radius, farthest)];
      if (ours === theirs) continue;
      otherSweeps++;
      for (const distance of [ours, theirs]) unexplainedAnswers.push(unexplainedSweep(mesh, tree, ray, radius, distance));
    }
    expect(unexplainedAnswers.filter((why) => why !== null)).toEqual([]);
    compared++;
  });

  it('are some', () => {
    process.stdout.write(
      `PhysX ${physx.version}: ${compared} meshes; ${same} rays equal to the bit, ${rounded} within rounding; ${otherSweeps} sweeps within rounding\n`,
    );
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

/**
 * Returns why f32 does not explain the distance at which PhysX stops a sphere; `null` if it does. PhysX solves a quadratic equation whose terms are
 * squares of the way; so rounding changes the square of the radius by `gamma` times the square of the way. The exact times of the
 * smallest and the largest such sphere enclose the distance.
 */
function unexplainedSweep(
  mesh: TriangleMesh,
  tree: Tree,
  { origin, direction }: Ray,
  radius: number,
  distance: number | null,
): string | null {
  const from = origin.map(Math.fround) as unknown as Vec3;
  const to = plus(from, times(normalized(direction)!, farthest));
  const { min, max } = meshBounds(mesh)!;
  const way = length([0, 1, 2].map((k) => Math.max(Math.abs(max[k]! - from[k]!), Math.abs(min[k]! - from[k]!))) as unknown as Vec3);
  const [first, last] = [1, -1].map((sign) => {
    const shape = sweptShapeOf({ kind: 'sphere', radius: Math.sqrt(Math.max(0, radius * radius + sign * gamma * way * way)) });
    const { time } = sweepShape(tree, mesh, { shape, from, to });
    return time === null ? Infinity : farthest * time;
  }) as [number, number];
  const stops = distance ?? Infinity;
  const isExplained = stops >= first - gamma * way && stops <= last + gamma * way;
  return isExplained ? null : `the sphere stops at ${distance}, exact between ${first} and ${last}`;
}
