import { triangleCount } from '#core/mesh/triangle-mesh';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { raycast, type RayHit } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { raysAt } from './aimed-rays.ts';
import { corpusFolder, describeCorpus, readTable } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';

const random = isFullRun ? 1000 : 20;
const aimed = isFullRun ? 2000 : 40;
/** Triangles that brute force may look at for one mesh; at least 4 rays there are. */
const workBudget = isFullRun ? 100_000_000 : 100_000;
/** Triangles of a tree: larger meshes get one of the two in a short run. */
const treeBudget = 100_000;

describeCorpus('rays on the corpus', () => {
  const facts = readTable(join(corpusFolder, 'GEOMETRY_FACTS.tsv'));
  const pathsWhere = (holds: (row: Record<string, string>) => boolean): Set<string> =>
    new Set(facts.filter(holds).map((row) => row['path'] ?? ''));
  const closed = pathsWhere((row) => row['closed_oriented_manifold_edges'] === '1');
  const hasArea = pathsWhere((row) => Number(row['area']) > 0);

  it.each(coveringFiles('ray', corpusMeshPaths()))(
    `%s: up to ${random} random rays and ${aimed} at vertices, edge middles and centroids equal brute force; a closed mesh loses none`,
    async (path) => {
      const mesh = await corpusMesh(path);
      if (mesh === null) return;
      const trees = coveringSample(path, ['sah', 'median'], triangleCount(mesh), treeBudget).map((split) =>
        openTree(buildTree(mesh, { split, leafTriangles: split === 'sah' ? 4 : 1, maxDepth: 0, minExtent: 0 })),
      );
      const share = Math.min(1, Math.max(4, workBudget / Math.max(1, triangleCount(mesh))) / (random + aimed));
      let met = 0;
      for (const [i, ray] of raysAt(mesh, random * share, aimed * share).entries()) {
        const tree = trees[i % trees.length]!;
        const wanted = raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits;
        const hits = raycast(tree, mesh, ray, { mode: 'all', cull: false }).hits;
        if (!isSame(hits, wanted)) expect(hits, `ray ${i}`).toEqual(wanted);
        const first = raycast(tree, mesh, ray, { mode: 'first', cull: false }).hits;
        if (!isSame(first, wanted.slice(0, 1))) expect(first, `ray ${i}`).toEqual(wanted.slice(0, 1));
        if (wanted.length > 0) met++;
        if (closed.has(path)) expect(balance(wanted, ray.direction), `ray ${i} enters as often as it leaves`).toBe(0);
      }
      if (hasArea.has(path)) expect(met).toBeGreaterThan(0);
    },
  );

  it('knows closed meshes', () => {
    expect(closed.size).toBeGreaterThan(20);
  });
});

function isSame(p: readonly RayHit[], q: readonly RayHit[]): boolean {
  return p.length === q.length && p.every((hit, i) => hit.triangle === q[i]!.triangle && hit.distance === q[i]!.distance);
}

/**
 * Times a ray enters minus times it leaves: 0 for a ray from outside a closed oriented surface, whatever it crosses itself,
 * unless it meets an edge exactly, where closed sets count it twice; then 0 is given without counting.
 */
function balance(hits: readonly RayHit[], direction: readonly [number, number, number]): number {
  if (hits.some((hit) => hit.barycentric.includes(0))) return 0;
  let sum = 0;
  for (const { normal } of hits) {
    sum += normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2] < 0 ? 1 : -1;
  }
  return sum;
}
