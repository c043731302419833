import type { Vec3 } from '#core/math/vec3';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { closestPoint } from '#core/query/closest/closest';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { expect, it } from 'vitest';
import { treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun, scaled } from '../fixtures/scale.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';

/** Triangles that brute force may look at for one mesh, so that a run ends in minutes. */
const workBudget = isFullRun ? 10_000_000 : 100_000;
/** Triangles of the trees that one mesh gets in a short run. */
const treeBudget = 5_000;
/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? Infinity : 30_000;

/** Points on vertices, on and about the surface, and away from it by up to the size of a triangle a thousand times. */
function pointsOf(mesh: TriangleMesh, count: number): readonly Vec3[] {
  const random = seededRandom(triangleCount(mesh));
  const usable = Array.from({ length: 200 }, () => Math.floor(random() * triangleCount(mesh))).filter((t) => isFiniteTriangle(mesh, t));
  if (usable.length === 0) return [];
  return Array.from({ length: count }, (_, n) => {
    const [a, b, c] = triangleVertices(mesh, usable[n % usable.length]!);
    if (n % 8 === 0) return a;
    const [u, v] = n % 8 === 1 ? [random(), 0] : [random() / 2, random() / 2];
    const size = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) * (n % 8 === 2 ? 0 : 10 ** (6 * random() - 3));
    const along = (k: 0 | 1 | 2): number => a[k] + u * (b[k] - a[k]) + v * (c[k] - a[k]) + (2 * random() - 1) * size;
    return [along(0), along(1), along(2)];
  });
}

describeCorpus('closest points by trees of every kind', () => {
  it.each(coveringFiles('closest', corpusMeshPaths()))('of %s are those of brute force', async (path) => {
    const mesh = await corpusMesh(path);
    if (mesh === null || triangleCount(mesh) > maxTriangles) return;
    const count = Math.min(scaled(200), Math.max(4, Math.ceil(workBudget / Math.max(1, triangleCount(mesh)))));
    const points = pointsOf(mesh, count).map((point) => ({ point, truth: closestPointBruteForce(mesh, point).closest }));
    for (const kind of coveringSample(path, treeKinds, triangleCount(mesh), treeBudget)) {
      const tree = openTree(buildTree(mesh, { kind, leafTriangles: kind === 'compressed' ? 16 : 4 }));
      const loaded = loadTree(tree, mesh);
      for (const [i, { point, truth }] of points.entries()) {
        // By WebAssembly where it knows the kind, and every fourth by TypeScript all the same.
        const { closest } = closestPoint(i % 4 === 0 ? tree : loaded, mesh, point);
        const answer = [closest?.triangle, closest?.feature, closest?.featureIndex];
        expect(answer, `${kind} ${point.join(' ')}`).toEqual([truth?.triangle, truth?.feature, truth?.featureIndex]);
      }
    }
  });
});
