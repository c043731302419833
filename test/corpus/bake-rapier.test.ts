import { beforeAll, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { InspectorError } from '#core/error';
import { boundsRadius, meshBounds } from '#core/mesh/bounds';
import { inputOf } from '../core/bake/bake-input.ts';
import { startRapier, type RapierHost } from '../fixtures/held-by-rapier.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { describeCorpus } from './corpus.ts';
import { corpusImport, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';
import { f32Hits, unexplained } from './f32-hits.ts';
import { finiteMesh } from './finite-mesh.ts';
import { expectReadmeRow } from './readme-row.ts';

const maxTriangles = isFullRun ? 300_000 : 40_000;
const rays = isFullRun ? 1000 : 200;
/** The rounding of the f32 arithmetic of Rapier, as a part of the length of a ray. */
const rounding = 1e-5;

describeCorpus('real meshes baked for Rapier', () => {
  let rapier: RapierHost;
  let [compared, same, beside, sweeps, otherSweeps] = [0, 0, 0, 0, 0];
  beforeAll(async () => {
    rapier = await startRapier();
  });

  it.each(coveringFiles('bake-rapier', corpusMeshPaths()))('%s gives rays and sweeps the same hits as in Rapier', async (path) => {
    const read = await corpusImport(path);
    if (read instanceof InspectorError) return;
    const mesh = finiteMesh(read.mesh);
    if (mesh.indices.length === 0 || mesh.indices.length / 3 > maxTriangles) return;
    const ours = rapier.load(bakeMesh('rapier', inputOf(mesh)).bytes);
    const theirs = rapier.create(mesh);
    const size = mesh.positions.reduce((most, value) => Math.max(most, Math.abs(value)), boundsRadius(meshBounds(mesh)!));
    const [far, within] = [8 * size, 8 * rounding * size];
    const aimed = seededRays(mesh, rays, 20);
    const unexplainedHits: (string | null)[] = [];
    for (const ray of aimed) {
      const [a, b] = [ours.ray(ray, far), theirs.ray(ray, far)];
      if (a === b || (a !== null && b !== null && Math.abs(a - b) <= within)) {
        same++;
        continue;
      }
      // In f32 a ray that passes an edge within rounding passes it on either side, and almost along a triangle its distance is not known.
      beside++;
      const hits = f32Hits(mesh, ray);
      for (const distance of [a, b]) unexplainedHits.push(unexplained(hits, distance));
    }
    for (const ray of aimed.slice(0, rays / 5)) {
      const [a, b] = [ours.sweep(ray, 0.02 * size, far), theirs.sweep(ray, 0.02 * size, far)];
      sweeps++;
      if (a === null || b === null ? a !== b : Math.abs(a - b) > 1e-3 * far) otherSweeps++;
    }
    expect(unexplainedHits.filter((why) => why !== null)).toEqual([]);
    compared++;
  });

  it('are some', () => {
    process.stdout.write(
      `${rapier.version}: ${compared} meshes; ${same} rays equal up to rounding, ${beside} beside a triangle; ${sweeps} sweeps, ${otherSweeps} different\n`,
    );
    expect(compared).toBeGreaterThan(isFullRun ? 100 : 30);
    expectReadmeRow('Rapier', { rays: same + beside, sweeps });
    expect(beside).toBeLessThan(same / 20);
    expect(otherSweeps).toBeLessThan(sweeps / 100);
  });
});
