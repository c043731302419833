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

/** Brute force looks at every pair of triangles. */
const maxTriangles = isFullRun ? 6_000 : 800;

describeCorpus('the distance of two meshes by trees of every kind', () => {
  it.each(corpusMeshPaths())('of %s from itself beside it is that of brute force', async (path) => {
    const mesh = await corpusMesh(path);
    const bounds = mesh === null ? null : meshBounds(mesh);
    if (mesh === null || bounds === null || triangleCount(mesh) > maxTriangles) return;
    const radius = boundsRadius(bounds);
    const middle = bounds.min.map((low, k) => low / 2 + bounds.max[k]! / 2) as [number, number, number];
    for (const [turn, away] of [
      [11, 1.1],
      [97, 0.6],
      [203, 2],
    ] as const) {
      const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [turn, 2 * turn, 3 * turn], scale: [1, 1, 1] });
      // Turned about its middle, then moved along a diagonal.
      const at = [0, 1, 2].map(
        (k) => middle[k]! + away * radius - (turned[k]! * middle[0] + turned[k + 4]! * middle[1] + turned[k + 8]! * middle[2]),
      );
      const aFromB = [...turned.slice(0, 12), ...at, 1];
      if (!aFromB.every(Number.isFinite)) return;
      const wanted = meshDistanceBruteForce(mesh, mesh, aFromB);
      const found = treeKinds.map((kind) => meshDistance(treed(mesh, { kind }), treed(mesh, { kind }), aFromB));
      const plain = treed(mesh);
      const quick = meshDistance(plain, plain, aFromB, noProgress, loadPair(plain, plain, { buildsWide: true }));
      expect(quick.distance).toBe(found[0]!.distance);
      if (quick.distance !== 0) expect(quick.witness).toEqual(found[0]!.witness);
      for (const [i, { distance, witness }] of found.entries()) {
        expect(Math.abs(distance! - wanted!), treeKinds[i]).toBeLessThanOrEqual(3e-11 * 4 * radius);
        expect(distance === 0, treeKinds[i]).toBe(wanted === 0);
        if (distance !== 0) expect(witness, treeKinds[i]).toEqual(found[0]!.witness);
      }
    }
  });
});
