import type { Vec3 } from '#core/math/vec3';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { boxOverlap } from '#core/query/box/box';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { boxOverlapBruteForce } from '#core/query/box/brute-force';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { sphereOverlapBruteForce } from '#core/query/sphere/brute-force';
import { closestPointInto } from '#core/query/closest/into';
import { createClosestWorkspace } from '#core/query/closest/workspace';
import { noTriangleIndex } from '#core/query/no-triangle';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import { sphereOverlapInto } from '#core/query/sphere/into';
import { createSphereWorkspace } from '#core/query/sphere/workspace';
import type { Ray } from '#core/query/ray/ray';
import type { Sphere } from '#core/query/sphere/sphere';
import { noProgress } from '#core/progress';
import type { BoxSolid } from '#core/shape/box-solid';
import { buildTree } from '#core/tree/build-tree';
import { checkTree } from '#core/tree/check-tree';
import { openTree } from '#core/tree/open-tree';
import type { SplitName, Tree, TreeKind } from '#core/tree/layout';
import { loadRefit } from '#core/tree/refit/load-refit';
import { refitTree } from '#core/tree/refit/refit-tree';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { expect, it } from 'vitest';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { raysAt } from './aimed-rays.ts';
import { describeCorpus } from './corpus.ts';
import { corpusMesh, corpusMeshPaths } from './corpus-mesh.ts';
import { coveringFiles } from './covering-sample.ts';

/** Larger meshes only in the full run: brute force looks at every triangle for every question. */
const maxTriangles = isFullRun ? 200_000 : 2_000;
/** Triangles that brute force may look at for one mesh and sort of question. */
const workBudget = isFullRun ? 2_000_000 : 4_000;
/** Larger meshes get refits of some kinds in the full run too: each is checked node by node. */
const maxForAllRefits = 20_000;
const maxQuestions = isFullRun ? 60 : 4;

describeCorpus('what the other tests of the corpus leave out', () => {
  const paths = coveringFiles('queries', corpusMeshPaths());
  it.each(paths)('of %s: boxes, every split, refits and the hit cache give what brute force does', async (path) => {
    const mesh = await corpusMesh(path);
    const triangles = mesh === null ? 0 : triangleCount(mesh);
    if (mesh === null || triangles === 0 || triangles > maxTriangles) return;
    const at = paths.indexOf(path);
    const questions = questionsAbout(mesh, Math.max(2, Math.min(maxQuestions, Math.floor(workBudget / triangles))));
    for (const split of inTurn(splitNames, at)) expectAnswers(treeOf(mesh, at % 3 === 0 ? 'wide' : 'aabb', split), mesh, questions);
    for (const kind of inTurn(treeKinds, at)) expectAnswers(treeOf(mesh, kind, 'sah'), mesh, questions);
    const moved = movedMesh(mesh, at);
    const truths = questionsAbout(moved, Math.min(3, questions.rays.length));
    for (const kind of isFullRun && triangles <= maxForAllRefits
      ? treeKinds
      : new Set<TreeKind>([at % 2 === 0 ? 'aabb' : 'wide', ...inTurn(treeKinds, at + 5)])) {
      const tree = treeOf(mesh, kind, splitNames[at % splitNames.length]!);
      const bytes = refitTree(tree, moved);
      const refitted = openTree(bytes);
      expect(checkTree(refitted, moved), `${kind}, refitted`).toEqual([]);
      expectAnswers(refitted, moved, truths);
      const loaded = loadRefit(tree, mesh);
      expect(loaded !== null, kind).toBe((kind === 'aabb' || kind === 'wide') && tree.nodeCount > 0);
      if (loaded !== null)
        expect(Buffer.compare(Buffer.from(refitTree(tree, moved, null, noProgress, loaded)), Buffer.from(bytes)), kind).toBe(0);
    }
  });
});

interface Questions {
  readonly rays: readonly { readonly ray: Ray; readonly all: readonly number[] }[];
  readonly spheres: readonly { readonly sphere: Sphere; readonly touched: readonly number[] }[];
  readonly points: readonly { readonly point: Vec3; readonly closest: number }[];
  readonly boxes: readonly { readonly solid: BoxSolid; readonly touched: Uint32Array }[];
}

/** With what brute force says to them. */
function questionsAbout(mesh: TriangleMesh, count: number): Questions {
  const random = seededRandom(triangleCount(mesh));
  const rays = raysAt(mesh, Math.ceil(count / 2), Math.floor(count / 2)).map((ray) => ({
    ray,
    hits: raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits,
  }));
  const locations = rays.map(({ ray, hits }) => ({ point: hits[0]?.position ?? ray.origin, size: 0.03 * Math.hypot(...ray.direction) }));
  return {
    rays: rays.map(({ ray, hits }) => ({ ray, all: hits.map(({ triangle }) => triangle) })),
    spheres: locations.map(({ point, size }) => {
      const sphere = { center: point, radius: size * random() };
      return { sphere, touched: sphereOverlapBruteForce(mesh, sphere, { isClosed: false }).touches.map(({ triangle }) => triangle) };
    }),
    points: locations.map(({ point, size }, i) => {
      const asked: Vec3 =
        i % 3 === 0 ? point : [point[0] + size * (random() - 0.5), point[1] + size * (random() - 0.5), point[2] + size * (random() - 0.5)];
      return { point: asked, closest: closestPointBruteForce(mesh, asked).closest?.triangle ?? noTriangleIndex };
    }),
    boxes: locations.map(({ point, size }, i) => {
      const solid = i % 2 === 0 ? alignedBox(point, size) : turnedBox(point, size, random);
      return { solid, touched: boxOverlapBruteForce(mesh, solid) };
    }),
  };
}

/** Now and then with a corner on the surface. */
function alignedBox(point: Vec3, size: number): BoxSolid {
  return { kind: 'aligned', min: point, max: [point[0] + size, point[1] + size / 2, point[2] + size / 3] };
}

function turnedBox(center: Vec3, size: number, random: () => number): BoxSolid {
  const [x, y] = [size * (0.1 + random()), size * (0.1 + random())];
  return {
    kind: 'oriented',
    center,
    halfEdges: [
      [x, y, 0],
      [-y / 2, x / 2, 0],
      [0, 0, size / 4],
    ],
  };
}

function treeOf(mesh: TriangleMesh, kind: TreeKind, split: SplitName): Tree {
  return openTree(buildTree(mesh, { kind, split, leafTriangles: kind === 'compressed' ? 16 : 4 }));
}

/** By TypeScript, and by WebAssembly where it serves the kind; closest points and spheres from nothing, and from where the last one ended. */
function expectAnswers(plain: Tree, mesh: TriangleMesh, { rays, spheres, points, boxes }: Questions): void {
  const loaded = loadTree(plain, mesh);
  for (const tree of loaded === plain ? [plain] : [plain, loaded]) {
    const what = `${tree.kind}, ${tree.split}, ${tree.loaded === null ? 'TypeScript' : 'WebAssembly'}`;
    const rayRoom = createRayWorkspace(tree);
    const sphereRoom = createSphereWorkspace(tree);
    const pointRoom = createClosestWorkspace(tree);
    const sorted = (list: ArrayLike<number>, count: number): number[] =>
      Array.from({ length: count }, (_, i) => list[i]!).sort((p, q) => p - q);
    let lastHit = noTriangleIndex;
    for (const [i, { ray, all }] of rays.entries()) {
      const count = raycastInto(tree, mesh, ray, { mode: 'all', cull: false }, rayRoom);
      expect(sorted(rayRoom.hitTriangles, count), `${what}, ray ${i}`).toEqual(sorted(all, all.length));
      const cached = raycastInto(tree, mesh, ray, { mode: 'first', cull: false }, rayRoom, lastHit);
      expect(cached === 0 ? [] : [rayRoom.hitTriangles[0]], `${what}, ray ${i} from ${lastHit}`).toEqual(all.slice(0, 1));
      if (cached > 0) lastHit = rayRoom.hitTriangles[0]!;
    }
    for (const [i, { sphere, touched }] of spheres.entries()) {
      const count = sphereOverlapInto(tree, mesh, sphere, 'all', sphereRoom);
      expect(sorted(sphereRoom.triangles, count), `${what}, sphere ${i}`).toEqual(touched);
      expect(sphereOverlapInto(tree, mesh, sphere, 'any', sphereRoom, touched[0] ?? lastHit) > 0, `${what}, sphere ${i}`).toBe(
        touched.length > 0,
      );
    }
    let last = noTriangleIndex;
    for (const [i, { point, closest }] of points.entries()) {
      expect(closestPointInto(tree, mesh, point, Infinity, pointRoom), `${what}, point ${i}`).toBe(closest);
      const visited = pointRoom.nodesVisited;
      expect(closestPointInto(tree, mesh, point, Infinity, pointRoom, last), `${what}, point ${i} from ${last}`).toBe(closest);
      expect(pointRoom.nodesVisited, `${what}, point ${i} from ${last}`).toBeLessThanOrEqual(visited);
      last = closest;
    }
    for (const [i, { solid, touched }] of boxes.entries()) {
      expect(boxOverlap(tree, mesh, solid).triangles, `${what}, box ${i}`).toEqual(touched);
      const any = boxOverlap(tree, mesh, solid, { mode: 'any' }).triangles;
      expect(
        any.length === Math.min(1, touched.length) && any.every((triangle) => touched.includes(triangle)),
        `${what}, any of box ${i}`,
      ).toBe(true);
    }
  }
}

/** Every vertex moved by up to a hundredth of the mesh, and all of it sheared; what is not finite stays so. */
function movedMesh(mesh: TriangleMesh, seed: number): TriangleMesh {
  const random = seededRandom(seed + 1);
  const { positions } = mesh;
  let size = 0;
  for (const value of positions) if (Math.abs(value) < 1e100) size = Math.max(size, Math.abs(value));
  const moved = positions.map((value, i) => (i % 3 === 0 ? value + 0.2 * positions[i + 1]! : value) + 0.01 * size * (random() - 0.5));
  return { ...mesh, positions: moved };
}

/** All of them in the full run, else the one whose turn it is. */
function inTurn<Name>(names: readonly Name[], turn: number): readonly Name[] {
  return isFullRun ? names : [names[turn % names.length]!];
}
