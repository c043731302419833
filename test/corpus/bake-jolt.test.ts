import { beforeEach, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { readJolt } from '#core/bake/jolt/read-jolt';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { InspectorError } from '#core/error';
import { normalized, type Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPoint } from '#core/query/closest/closest';
import { raycast, type Ray, type RayHit } from '#core/query/ray/ray';
import { inputOf, treeOf } from '../core/bake/bake-input.ts';
import { startJolt, type Jolt } from '../fixtures/jolt-mesh.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';
import { finiteMesh } from './finite-mesh.ts';

/** Jolt builds more slowly, and its memory does not grow for ever. */
const maxTriangles = isFullRun ? 300_000 : 40_000;
const rays = isFullRun ? 1000 : 200;
/** The rounding of the f32 arithmetic of Jolt, as a part of the length of a ray. */
const rounding = 1e-5;

/** `CollideSettingsBase::mCollisionTolerance`, by which the casts of Jolt end, as a part of the motion. */
const collisionTolerance = 1e-4;

describeCorpus('real meshes baked for Jolt', () => {
  let jolt: Jolt;
  let [compared, same, close, extra, sweeps] = [0, 0, 0, 0, 0];
  const otherSweeps: string[] = [];
  let started = 0;
  beforeEach(async () => {
    // The memory of one instance does not suffice for the shapes of all files.
    if (started++ % 20 === 0) jolt = await startJolt();
  });

  it.each(coveringFiles('bake-jolt', corpusMeshPaths()))('%s gives rays and sweeps the same hits as built by Jolt', async (path) => {
    const read = await corpusImport(path);
    if (read instanceof InspectorError) return;
    const mesh = finiteMesh(read.mesh);
    if (mesh.indices.length === 0 || mesh.indices.length / 3 > maxTriangles) return;
    const bytes = bakedOrNull(mesh);
    const theirs = jolt.create(mesh, true);
    if (bytes === null) {
      expect(theirs).toMatch(/Need triangles|degenerate/);
      return;
    }
    if (typeof theirs === 'string') throw new Error(theirs);
    const ours = jolt.restore(bytes);
    const seen = decoded(bytes);
    const tree = treeOf(seen);
    const far = 8 * mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const within = rounding * far;
    const aimed = seededRays(mesh, rays, 20);
    for (const ray of aimed) {
      const [a, b] = [ours.ray(ray, far)?.distance ?? Infinity, theirs.ray(ray, far)?.distance ?? Infinity];
      if (a === b) {
        same++;
        continue;
      }
      if (Math.abs(a - b) <= within) {
        close++;
        continue;
      }
      // Boxes of Jolt have no padding, so it misses some hits on their sides; ours are then on the surface.
      extra++;
      const exact = raycast(tree, seen, ray, { mode: 'all', cull: false }).hits;
      expect(a, `${b} by Jolt`).toBeLessThanOrEqual(latestClear(exact, within));
      if (a < Infinity)
        expect(closestPoint(tree, seen, pointAt(ray, a)).closest!.distance, `${a}, by Jolt ${b}`).toBeLessThanOrEqual(within);
    }
    const radius = 0.005 * far;
    for (const ray of aimed.slice(0, rays / 5)) {
      const [a, b] = [ours.sweep(ray, radius, far) ?? Infinity, theirs.sweep(ray, radius, far) ?? Infinity];
      sweeps++;
      if (a !== b && !(Math.abs(a - b) <= collisionTolerance * far)) otherSweeps.push(`${path}: ${a}, by Jolt ${b}`);
    }
    compared++;
  });

  it('are some', () => {
    process.stdout.write(
      `${jolt.version}: ${compared} meshes; ${same} rays equal to the bit, ${close} within rounding, ${extra} beside a box\n`,
    );
    expect(compared).toBeGreaterThan(isFullRun ? 100 : 30);
    process.stdout.write(`${sweeps} sphere sweeps, ${otherSweeps.length} different\n${otherSweeps.join('\n')}\n`);
    expect(otherSweeps).toEqual([]);
    expect(close + extra).toBeLessThan(same / 20);
  });
});

function bakedOrNull(mesh: TriangleMesh): Uint8Array | null {
  try {
    return bakeMesh('jolt', inputOf(mesh, [treeOf(mesh)])).bytes;
  } catch (error) {
    if (error instanceof InspectorError && error.code === 'no-triangles') return null;
    throw error;
  }
}

/** The mesh as Jolt decodes it. */
function decoded(bytes: Uint8Array): TriangleMesh {
  const { positions, index } = readJolt(bytes);
  const parts = [{ name: '', firstTriangle: 0, triangleCount: index.length / 3, worldFromPart: null }];
  return { positions: Float64Array.from(positions), indices: index, parts };
}

/** The first hit well inside a triangle, with room for rounding. */
function latestClear(hits: readonly RayHit[], within: number): number {
  const clear = hits.find(({ barycentric }) => barycentric.every((weight) => weight > 0.01));
  return clear === undefined ? Infinity : clear.distance + within;
}

function pointAt({ origin, direction }: Ray, distance: number): Vec3 {
  const [x, y, z] = normalized(direction)!;
  return [origin[0] + x * distance, origin[1] + y * distance, origin[2] + z * distance];
}
