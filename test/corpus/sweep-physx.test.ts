import { seededRandom } from '#core/math/seeded-random';
import type { Vec3 } from '#core/math/vec3';
import { boundsCenter, boundsRadius, meshBounds } from '#core/mesh/bounds';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { expect, it } from 'vitest';
import { physxSweeper } from '../bench/physx-sweeper.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

const paths = [
  'level/recast/nav_test.obj',
  'intersect/vhacd/torus1.obj',
  'formats/obj/assimp/spider.obj',
  'intersect/fcl/env.obj',
] as const;

describeCorpus('swept spheres against PhysX', () => {
  it.each(paths)('%s: both hit or both miss, at the same time up to the f32 of PhysX', async (path) => {
    const read = await corpusMesh(path);
    if (read === null) throw new Error(`${path} was refused`);
    // PhysX has f32 vertices.
    const mesh = { ...read, positions: read.positions.map(Math.fround) };
    const { tree } = treed(mesh);
    const bounds = meshBounds(mesh)!;
    const [center, reach] = [boundsCenter(bounds), boundsRadius(bounds)];
    const radius = Math.fround(0.02 * reach);
    const physxTime = (await physxSweeper())(mesh, { kind: 'sphere', radius });
    const random = seededRandom(501);
    const end = (): Vec3 => [0, 1, 2].map((k) => Math.fround(center[k]! + reach * (2 * random() - 1))) as unknown as Vec3;
    let hits = 0;
    for (let i = 0; i < (isFullRun ? 5000 : 250); i++) {
      const [from, to] = [end(), end()];
      const { time } = sweepShape(tree, mesh, { shape: { kind: 'sphere', radius }, from, to });
      const theirs = physxTime(from, to);
      expect(theirs === null, `sweep ${i}`).toBe(time === null);
      if (time === null || theirs === null) continue;
      hits++;
      expect(Math.abs(theirs - time), `sweep ${i}`).toBeLessThan(1e-3);
    }
    expect(hits).toBeGreaterThan(20);
  });
});
