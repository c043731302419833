import { InspectorError } from '#core/error';
import { transformOf } from '#core/math/transform';
import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { loadPair, type LoadedPair } from '#core/pair/loaded/load-pair';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import { noProgress } from '#core/progress';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { raycast, type Ray } from '#core/query/ray/ray';
import { sphereOverlapInto } from '#core/query/sphere/into';
import { createSphereWorkspace } from '#core/query/sphere/workspace';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { expect, it } from 'vitest';
import { treeKinds } from '../fixtures/kinds.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { raysAt } from './aimed-rays.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles, coveringSample } from './covering-sample.ts';

/** Triangles that brute force may look at for one mesh and query, so that a run ends in minutes. */
const workBudget = isFullRun ? 20_000_000 : 50_000;
/** Larger meshes only in the full run. */
const maxTriangles = isFullRun ? Infinity : 30_000;
/** Beyond them, all trees refuse the pairs. */
const maxPairs = isFullRun ? 20_000 : 10_000;
/** Triangles of the trees, and pairs of triangles, that one mesh gets in a short run. */
const treeBudget = 5_000;

describeCorpus('trees of every kind', () => {
  it.each(coveringFiles('kinds', corpusMeshPaths()))(
    'of %s are valid and have the results of brute force for rays, spheres and pairs',
    async (path) => {
      const mesh = await corpusMesh(path);
      if (mesh === null || triangleCount(mesh) > maxTriangles) return;
      const count = Math.min(isFullRun ? 200 : 8, Math.max(3, Math.ceil(workBudget / Math.max(1, triangleCount(mesh)))));
      const rays = raysAt(mesh, count, count).map((ray) => ({
        ray,
        truth: raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits,
      }));
      const spheres = rays.slice(0, count).map(({ ray, truth }) => {
        const center = truth[0]?.position ?? ray.origin;
        const sphere = { center, radius: 0.02 * Math.hypot(...ray.direction) };
        return { sphere, truth: sphereOverlapBruteForce(mesh, sphere, { isClosed: false }).touches.map(({ triangle }) => triangle) };
      });
      const itself = placedBeside(mesh);
      const plain = treedAs(mesh, 'aabb', 4);
      const wantedPairs = pairsOrCode(plain, plain, itself);
      const loadedPair = loadPair(plain, plain, { buildsWide: true });
      expect(pairsOrCode(plain, plain, itself, loadedPair)).toEqual(wantedPairs);
      if (typeof wantedPairs !== 'string')
        expect(surfacesIntersect(plain, plain, itself, noProgress, loadedPair).overlap).toBe(wantedPairs.length > 0);
      const cost = triangleCount(mesh) + wantedPairs.length;
      for (const kind of coveringSample(path, treeKinds, cost, treeBudget)) {
        const treed = treedAs(mesh, kind, kind === 'compressed' ? 16 : 4);
        const { tree } = treed;
        expect(checkTree(tree, mesh), kind).toEqual([]);
        for (const [i, { ray, truth }] of rays.entries()) {
          const options = { mode: i % 2 === 0 ? 'all' : 'first', cull: false } as const;
          const hits = raycast(tree, mesh, ray, options).hits.map(({ triangle, distance }) => ({ triangle, distance }));
          const wanted = (i % 2 === 0 ? truth : truth.slice(0, 1)).map(({ triangle, distance }) => ({ triangle, distance }));
          expect(hits, `${kind}, ray ${i}`).toEqual(wanted);
        }
        const loaded = loadTree(tree, mesh);
        expect(loaded.loaded !== null, kind).toBe(kind === 'wide' && tree.nodeCount > 0);
        if (loaded !== tree)
          expectSameHits(
            tree,
            loaded,
            mesh,
            rays.map(({ ray }) => ray),
          );
        const workspace = createSphereWorkspace(tree);
        for (const { sphere, truth } of spheres) {
          for (const of of loaded === tree ? [tree] : [tree, loaded]) {
            sphereOverlapInto(of, mesh, sphere, 'all', workspace);
            expect(
              workspace.triangles.slice(0, workspace.count).sort((p, q) => p - q),
              kind,
            ).toEqual(truth);
          }
        }
        // The pairs of plain boxes are held to brute force elsewhere.
        expect(pairsOrCode(treed, plain, itself), kind).toEqual(wantedPairs);
        if (typeof wantedPairs !== 'string') expect(surfacesIntersect(plain, treed, itself).overlap, kind).toBe(wantedPairs.length > 0);
      }
    },
  );
});

/** By WebAssembly and by TypeScript, to the last bit. */
function expectSameHits(tree: Tree, loaded: Tree, mesh: TriangleMesh, rays: readonly Ray[]): void {
  for (const [i, ray] of rays.entries()) {
    for (const mode of ['first', 'all'] as const) {
      const options = { mode, cull: i % 3 === 0 };
      expect(raycast(loaded, mesh, ray, options).hits, `${mode}, ray ${i}`).toEqual(raycast(tree, mesh, ray, options).hits);
    }
  }
}

function treedAs(mesh: TriangleMesh, kind: (typeof treeKinds)[number], leafTriangles: number): TreedMesh {
  return { mesh, tree: openTree(buildTree(mesh, { kind, leafTriangles })) };
}

/** Turned a little about the middle of the mesh, and moved by a tenth of it. */
function placedBeside(mesh: TriangleMesh) {
  const bounds = meshBounds(mesh) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const [x, y, z] = boundsCenter(bounds);
  const size = Math.max(...bounds.max.map((value, k) => value - bounds.min[k]!));
  const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [11, 23, 37], scale: [1, 1, 1] });
  const middle = [0, 1, 2].map((k) => turned[k]! * x + turned[k + 4]! * y + turned[k + 8]! * z);
  return transformOf({
    translate: [x - middle[0]! + 0.1 * size, y - middle[1]!, z - middle[2]!],
    rotateDegrees: [11, 23, 37],
    scale: [1, 1, 1],
  });
}

/** The code of what refuses the pairs, for meshes that lie on themselves without end or are out of range. */
function pairsOrCode(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: ReturnType<typeof placedBeside>,
  loaded: LoadedPair | null = null,
): Uint32Array | string {
  try {
    return pairs(a, b, aFromB, { maxPairs }, noProgress, loaded).pairs;
  } catch (error) {
    if (error instanceof InspectorError) return error.code;
    throw error;
  }
}
