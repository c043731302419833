import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { meshPenetration } from '#core/convex/penetration/mesh-penetration';
import { translated } from '#core/convex/penetration/solid-pair';
import { identityTransform, identityTransformParts, transformOf, type Transform } from '#core/math/transform';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { loadPair } from '#core/pair/loaded/load-pair';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { surfacesIntersect } from '#core/pair/pairs/pairs';
import { expect, it } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { corpusFolder, describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

/** An overlapping pair of GROUND_TRUTH.md. */
interface Row {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly aFromB: Transform;
}

/** Triangle pairs up to which a separation is verified by testing all of them. */
const maxBruteForce = isFullRun ? 1e8 : 1e6;
/** Triangle pairs above which a pair is left to the full run. */
const maxProduct = isFullRun ? Infinity : 500_000;

/** One of them is a box with coordinates of 3e38: rounding hides whether its push-out is a local minimum. */
const hiddenByRounding = 'intersect/manifold/Cray_left.obj x intersect/manifold/Cray_right.obj';

function rows(): readonly Row[] {
  const text = readFileSync(join(corpusFolder, 'GROUND_TRUTH.md'), 'utf8');
  const stored = [...text.matchAll(/^\| (\S+) x (\S+) +\| [\d]+ \/ [\d]+ \| (\d+) \|/gm)]
    .filter(([, , , count]) => Number(count) > 0)
    .map(([, a, b]) => ({ name: `${a} x ${b}`, a: a!, b: b!, aFromB: identityTransform }));
  const posed = [...text.matchAll(/^\| (\S+) (\S+) (\S+) rotZ(\d+) \| yes \|/gm)].map(([pose, x, y, z, angle]) => ({
    name: `env x rob at ${pose.slice(2, -8)}`,
    a: 'intersect/fcl/env.obj',
    b: 'intersect/fcl/rob.obj',
    aFromB: transformOf({
      ...identityTransformParts,
      translate: [Number(x), Number(y), Number(z)],
      rotateDegrees: [0, 0, Number(angle)],
    }),
  }));
  return [...stored, ...posed];
}

async function readMesh(path: string): Promise<TriangleMesh> {
  const mesh = await corpusMesh(path);
  if (mesh === null) throw new Error(`${path} was refused`);
  return mesh;
}

describeCorpus('push-outs of the overlapping pairs of GROUND_TRUTH.md', () => {
  const all = rows();

  it('are of nine stored pairs and four poses', () => {
    expect(all.map(({ a }) => a).filter((path) => path.endsWith('env.obj'))).toHaveLength(4);
    expect(all).toHaveLength(13);
  });

  it('separate each pair, by all triangle pairs or another tree, and are no shorter than the lower bound', async () => {
    let [tested, byAll] = [0, 0];
    for (const { name, a, b, aFromB } of all) {
      const [meshA, meshB] = [await readMesh(a), await readMesh(b)];
      const product = triangleCount(meshA) * triangleCount(meshB);
      if (product > maxProduct) continue;
      tested++;
      const [treedA, treedB] = [treed(meshA), treed(meshB)];
      const result = meshPenetration(treedA, treedB, aFromB, undefined, loadPair(treedA, treedB, { buildsWide: true }));
      expect({ name, overlap: result.overlap, verified: result.verified }).toEqual({ name, overlap: true, verified: true });
      expect(result.lower, name).toBeLessThanOrEqual(result.upper);
      expect(result.tests, name).toBeLessThan(800);
      if (name === hiddenByRounding) expect(result.localRadius).toBeNull();
      else expect(result.localRadius, name).toBeGreaterThan(0);
      expect(Math.hypot(...result.pushOut), name).toBeCloseTo(result.upper, 12);
      const after = translated(aFromB, result.pushOut);
      if (product <= maxBruteForce) {
        byAll++;
        expect(pairsBruteForce(meshA, meshB, after).length, name).toBe(0);
      } else {
        expect(surfacesIntersect(treed(meshA, { kind: 'obb' }), treed(meshB, { kind: 'sphere' }), after).overlap, name).toBe(false);
      }
    }
    expect(tested).toBe(isFullRun ? 13 : all.length - 5);
    expect(byAll).toBeGreaterThan(4);
  });
});
