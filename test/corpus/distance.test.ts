import { transformOf } from '#core/math/transform';
import { boundsRadius, meshBounds } from '#core/mesh/bounds';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { meshDistanceBruteForce } from '#core/pair/distance/brute-force';
import { loadPair } from '#core/pair/loaded/load-pair';
import { meshDistance } from '#core/pair/distance/distance';
import { noProgress } from '#core/progress';
import { expect, it } from 'vitest';
import { treeKinds } from '../fixtures/kinds.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';

/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? 6_000 : 400;
/** Brute force looks at every pair of triangles: what is larger is held to plain boxes. */
const maxForBruteForce = 1_000;
/** Triangles of the trees that one mesh gets in a short run. */
const treeBudget = 1_000;
/** Above this many triangles, a mesh gets one of the three placements in a short run: brute force looks at every pair. */
const maxForAllPlacements = isFullRun ? Infinity : 200;
const placements = [
  [11, 1.1],
  [97, 0.6],
  [203, 2],
] as const;

describeCorpus('the distance of two meshes by trees of every kind', () => {
  it.each(coveringFiles('distance', corpusMeshPaths()))('of %s from its copy next to it is that of brute force', async (path) => {
    const mesh = await corpusMesh(path);
    const bounds = mesh === null ? null : meshBounds(mesh);
    if (mesh === null || bounds === null || triangleCount(mesh) > maxTriangles) return;
    const radius = boundsRadius(bounds);
    const middle = bounds.min.map((low, k) => low / 2 + bounds.max[k]! / 2) as [number, number, number];
    const plain = treed(mesh);
    const loaded = loadPair(plain, plain, { buildsWide: true });
    const kinds = coveringSample(path, treeKinds, triangleCount(mesh), treeBudget);
    const trees = kinds.map((kind) => treed(mesh, { kind }));
    const own = triangleCount(mesh) % placements.length;
    for (const [turn, away] of triangleCount(mesh) > maxForAllPlacements ? placements.slice(own, own + 1) : placements) {
      const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [turn, 2 * turn, 3 * turn], scale: [1, 1, 1] });
      // Turned about its middle, then moved along a diagonal.
      const at = [0, 1, 2].map(
        (k) => middle[k]! + away * radius - (turned[k]! * middle[0] + turned[k + 4]! * middle[1] + turned[k + 8]! * middle[2]),
      );
      const aFromB = [...turned.slice(0, 12), ...at, 1];
      if (!aFromB.every(Number.isFinite)) return;
      const reference = meshDistance(plain, plain, aFromB);
      const wanted = triangleCount(mesh) > maxForBruteForce ? reference.distance : meshDistanceBruteForce(mesh, mesh, aFromB);
      const quick = meshDistance(plain, plain, aFromB, noProgress, loaded);
      expect(quick.distance).toBe(reference.distance);
      if (quick.distance !== 0) expect(quick.witness).toEqual(reference.witness);
      const found = trees.map((tree) => meshDistance(tree, tree, aFromB));
      for (const [i, { distance, witness }] of found.entries()) {
        expect(Math.abs(distance! - wanted!), kinds[i]).toBeLessThanOrEqual(3e-11 * 4 * radius);
        expect(distance === 0, kinds[i]).toBe(wanted === 0);
        if (distance !== 0) expect(witness, kinds[i]).toEqual(reference.witness);
      }
    }
  });
});
