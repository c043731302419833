import { expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { InspectorError } from '#core/error';
import { normalized } from '#core/math/vec3';
import { meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPoint } from '#core/query/closest/closest';
import type { Ray } from '#core/query/ray/ray';
import type { Tree } from '#core/tree/layout';
import { inputOf, treeOf } from '../core/bake/bake-input.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { withBullet } from '../fixtures/with-bullet.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';
import { finiteMesh } from './finite-mesh.ts';

const maxTriangles = isFullRun ? 1_000_000 : 40_000;
const rays = isFullRun ? 1000 : 200;
/** The rounding of the f32 arithmetic of Bullet, as a part of the length of a ray. */
const rounding = 1e-5;
/** By this part of the motion the casts of Bullet may end early. */
const castTolerance = 1e-3;

describeCorpus('real meshes baked for Bullet', () => {
  let version: string | null = null;
  let [compared, same, other, sweeps] = [0, 0, 0, 0];
  const otherSweeps: string[] = [];

  it.each(coveringFiles('bake-bullet', corpusMeshPaths()))('%s gives rays and sweeps the same hits as built by Bullet', async (path) => {
    const read = await corpusImport(path);
    if (read instanceof InspectorError) return;
    const mesh = scaledUp(finiteMesh(read.mesh));
    if (mesh.indices.length === 0 || mesh.indices.length / 3 > maxTriangles) return;
    const tree = treeOf(mesh);
    if (isTooWide(mesh)) {
      expect(() => bakeMesh('bullet', inputOf(mesh, [tree]))).toThrow('where the boxes of Bullet end');
      return;
    }
    const { bytes } = bakeMesh('bullet', inputOf(mesh, [tree]));
    const far = 8 * mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const aimed = seededRays(mesh, rays, 20);
    await withBullet(async (load) => {
      const [ours, theirs] = [await load(bytes), await load(mesh)];
      ({ version } = ours);
      const [found, wanted] = [await ours.rays(aimed, far), await theirs.rays(aimed, far)];
      const swept = aimed.slice(0, rays / 5);
      const [a, b] = [await ours.sweeps(swept, 0.005 * far, far), await theirs.sweeps(swept, 0.005 * far, far)];
      for (const [i, ray] of aimed.entries()) {
        if (found[i]?.distance === wanted[i]?.distance) same++;
        else {
          // The boxes of one tree hold more hits just beside a triangle than those of the other.
          other++;
          for (const hit of [found[i], wanted[i]])
            if (hit != null) expect(toSurface(tree, mesh, ray, hit.distance)).toBeLessThanOrEqual(rounding * far);
        }
      }
      sweeps += swept.length;
      a.forEach((distance, i) => {
        if (Math.abs((distance ?? far) - (b[i] ?? far)) > castTolerance * far)
          otherSweeps.push(`${path}, sweep ${i}: ${distance} and ${b[i]}`);
      });
      compared++;
    });
  });

  it('are some', () => {
    process.stdout.write(
      `${version}: ${compared} meshes; ${same} rays equal, ${other} beside a triangle; ${sweeps} sweeps, ${otherSweeps.length} different\n`,
    );
    if (version === null) return;
    expect(compared).toBeGreaterThan(isFullRun ? 100 : 30);
    expect(other).toBeLessThan(same / 100);
    expect(otherSweeps).toEqual([]);
  });
});

function toSurface(tree: Tree, mesh: TriangleMesh, { origin, direction }: Ray, distance: number): number {
  const [x, y, z] = normalized(direction)!;
  return closestPoint(tree, mesh, [origin[0] + x * distance, origin[1] + y * distance, origin[2] + z * distance]).closest!.distance;
}

/**
 * Returns the mesh, by a power of two at least a metre in size: the casts of Bullet end at distances in metres (1e-4 in `btSubsimplexConvexCast`), which change the results
 * of a mesh of centimetres with the order of its triangles.
 */
function scaledUp(mesh: TriangleMesh): TriangleMesh {
  const size = mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = size > 0 && size < 1 ? 2 ** Math.ceil(-Math.log2(size)) : 1;
  return { ...mesh, positions: mesh.positions.map((value) => value * scale) };
}

/** Whether an extent is not an f32 number. */
function isTooWide(mesh: TriangleMesh): boolean {
  const { min, max } = meshBounds(mesh)!;
  return max.some((value, k) => !Number.isFinite(Math.fround(value - min[k]!)));
}
