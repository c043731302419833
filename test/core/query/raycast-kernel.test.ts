import { type Kernel, type KernelExports, theKernel } from '#core/kernel/index';
import { normalized, type Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { RayOptions } from '#core/options/ray-options';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { raycast, type Ray } from '#core/query/ray/ray';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, meshOf, placed, soup } from '../../fixtures/shapes.ts';

function treeOf(mesh: TriangleMesh, leafTriangles = 4): Tree {
  return openTree(buildTree(mesh, { kind: 'wide', leafTriangles }));
}

function loadedTreeOf(mesh: TriangleMesh, leafTriangles = 4): Tree {
  const tree = loadTree(treeOf(mesh, leafTriangles), mesh);
  if (tree.loaded === null) throw new Error('The tree was not loaded');
  return tree;
}

const f32 = (mesh: TriangleMesh): TriangleMesh => ({ ...mesh, positions: mesh.positions.map(Math.fround) });

/** From one point about a mesh of half size `half` at `centre` to another, often a vertex, sometimes along an axis; of any length. */
function rayAbout(mesh: TriangleMesh, random: () => number, centre: Vec3, half: number): Ray {
  const vertex = (): Vec3 => {
    const at = 3 * Math.floor((random() * mesh.positions.length) / 3);
    return [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!];
  };
  const anywhere = (): Vec3 => [
    centre[0] + 3 * half * (random() - 0.5),
    centre[1] + 3 * half * (random() - 0.5),
    centre[2] + 3 * half * (random() - 0.5),
  ];
  const [from, to] = [random() < 0.2 ? vertex() : anywhere(), random() < 0.5 ? vertex() : anywhere()];
  let direction: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  if (random() < 0.3) direction = [direction[0], 0, 0];
  if (direction.every((value) => value === 0)) direction = [0, 0, -1];
  // The squares of some are too large or too small for f64: they are scaled first.
  const scale = random() < 0.2 ? 2 ** (random() < 0.5 ? -600 : 600) : 1;
  // Of length 1 a direction is not normalised again.
  return {
    origin: from,
    direction: random() < 0.5 ? normalized(direction)! : [direction[0] * scale, direction[1] * scale, direction[2] * scale],
    far: random() < 0.2 ? Math.hypot(...direction) : Infinity,
  };
}

/** Random rays at each of the large meshes. */
const raysOfMesh = isFullRun ? 300 : 100;

const everyOption: readonly RayOptions[] = (['first', 'any', 'all'] as const).flatMap((mode) =>
  [false, true].map((cull) => ({ mode, cull })),
);

describe('rays by WebAssembly', () => {
  it('hit what brute force hits, for every count from 0 to 64, with f32 vertices or not', () => {
    let met = 0;
    // A short run takes one count in four; those have every number of triangles per leaf.
    for (let count = 1; count <= 64; count += isFullRun ? 1 : 4) {
      const random = seededRandom(count);
      for (const mesh of [soup(count, random), f32(soup(count, random, 1, 0.8))]) {
        const tree = loadedTreeOf(mesh, 1 + (count % 9));
        for (let i = 0; i < 8; i++) {
          const ray = rayAbout(mesh, random, [0, 0, 0], 1);
          for (const options of everyOption) {
            const hits = raycast(tree, mesh, ray, options).hits;
            if (options.mode === 'any') expect(hits).toHaveLength(raycastBruteForce(mesh, ray, options).hits.length);
            else expect(hits).toEqual(raycastBruteForce(mesh, ray, options).hits);
            met += hits.length;
          }
        }
      }
    }
    expect(met).toBeGreaterThan(isFullRun ? 2000 : 450);
  });

  it.each([
    ['as it is', 1, [0, 0, 0]],
    ['tiny', 1e-6, [0, 0, 0]],
    ['huge', 1e6, [0, 0, 0]],
    ['far from the origin', 1, [500_000, 4_000_000, 100]],
    ['tiny and far', 1e-3, [1e3, -1e3, 1e3]],
    ['near the end of f32', 1e36, [0, 0, 0]],
  ] as const)('give bit for bit what TypeScript gives, with as many boxes and triangles tested, on a mesh that is %s', (_, scale, move) => {
    const random = seededRandom(77);
    for (const source of [soup(3000, random, 1, 0.05), f32(soup(3000, random, 1, 0.05)), ball(60, 30)]) {
      const mesh = placed(source, scale, move);
      const [tree, plain] = [loadedTreeOf(mesh), treeOf(mesh)];
      const [ours, theirs] = [createRayWorkspace(tree), createRayWorkspace(plain)];
      for (let i = 0; i < raysOfMesh; i++) {
        const ray = rayAbout(mesh, random, move, scale);
        for (const options of everyOption) {
          const count = raycastInto(tree, mesh, ray, options, ours);
          expect(count).toBe(raycastInto(plain, mesh, ray, options, theirs));
          if (options.mode !== 'any') expect(answerOf(ours, count)).toEqual(answerOf(theirs, count));
        }
      }
    }
  });

  it('that end before the box of the mesh test that box alone, as in TypeScript', () => {
    const mesh = placed(ball(60, 30), 1, [0, 0, 0.5]);
    const [tree, plain] = [loadedTreeOf(mesh), treeOf(mesh)];
    for (const [far, isReached] of [
      [3, false],
      [4.4, false],
      [4.6, true],
    ] as const) {
      const ray: Ray = { origin: [0.1, 0.2, -5], direction: [0, 0, 2], far };
      for (const each of [tree, plain]) {
        const room = createRayWorkspace(each);
        raycastInto(each, mesh, ray, { mode: 'first', cull: false }, room);
        if (!isReached) expect(room.nodesVisited, `${far}`).toBe(1);
        else expect(room.nodesVisited, `${far}`).toBeGreaterThan(1);
      }
    }
  });

  it('start with any triangle and return the same bits as without, with no more nodes', () => {
    const random = seededRandom(78);
    let spared = 0;
    for (const [source, scale, move] of [
      [ball(60, 30), 1, [0, 0, 0]],
      [soup(3000, random, 1, 0.05), 1, [500_000, 4_000_000, 100]],
      [f32(soup(3000, random, 1, 0.3)), 1e-6, [0, 0, 0]],
    ] as const) {
      const mesh = placed(source, scale, move);
      const tree = loadedTreeOf(mesh);
      const room = createRayWorkspace(tree);
      for (let i = 0; i < raysOfMesh; i++) {
        const ray = rayAbout(mesh, random, move, scale);
        for (const options of everyOption) {
          const count = raycastInto(tree, mesh, ray, options, room);
          const { hits, boxes } = answerOf(room, count);
          const met = hits.length === 0 ? 0 : hits[Math.floor(random() * hits.length)]![0];
          for (const start of [met, Math.floor(3000 * random()), -1, 1e9, NaN]) {
            expect(raycastInto(tree, mesh, ray, options, room, start)).toBe(count);
            if (options.mode !== 'any') expect(answerOf(room, count).hits).toEqual(hits);
            expect(room.nodesVisited).toBeLessThanOrEqual(boxes);
            spared += boxes - room.nodesVisited;
          }
        }
      }
    }
    expect(spared).toBeGreaterThan(1000);
  });

  it('lose none that is aimed at the edges and vertices of a closed ball', () => {
    const mesh = isFullRun ? ball(500, 310) : ball(250, 125);
    const tree = loadedTreeOf(mesh);
    const workspace = createRayWorkspace(tree);
    const random = seededRandom(5);
    const { positions, indices } = mesh;
    const count = isFullRun ? 1_000_000 : 5_000;
    let lost = 0;
    for (let i = 0; i < count; i++) {
      const corner = 3 * Math.floor((random() * indices.length) / 3);
      const [a, b] = [3 * indices[corner]!, 3 * indices[corner + 1]!];
      const t = i % 3 === 0 ? 0 : random();
      const along = (k: number): number => positions[a + k]! + t * (positions[b + k]! - positions[a + k]!);
      const target: Vec3 = [along(0), along(1), along(2)];
      // From within, so that no way leads out but through the surface.
      const origin: Vec3 = i % 2 === 0 ? [0, 0, 0] : [random() - 0.5, random() - 0.5, random() - 0.5];
      const direction: Vec3 = [target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]];
      if (raycastInto(tree, mesh, { origin, direction, far: Infinity }, { mode: 'first', cull: false }, workspace) === 0) lost++;
    }
    expect(lost).toBe(0);
  });

  it('find more hits than there was room for, and again', () => {
    const layers = Array.from({ length: 1000 }, (_, z) => [0, 0, z, 1, 0, z, 0, 1, z]).flat();
    const mesh = meshOf(
      layers,
      Array.from({ length: 3000 }, (_, i) => i),
    );
    const tree = loadedTreeOf(mesh);
    const ray = { origin: [0.25, 0.25, -1], direction: [0, 0, 1], far: Infinity } as const;
    for (let i = 0; i < 2; i++) {
      const { hits } = raycast(tree, mesh, ray, { mode: 'all', cull: false });
      expect(hits.map(({ triangle, distance }) => [triangle, distance])).toEqual(Array.from({ length: 1000 }, (_, z) => [z, z + 1]));
    }
    expect(raycast(tree, mesh, ray, { mode: 'first', cull: false }).hits.map(({ triangle }) => triangle)).toEqual([0]);
  });

  it('from too far away for f32 run in TypeScript', () => {
    const mesh = box();
    const ray = { origin: [0.25, 0.5, 1e9], direction: [0, 0, -1], far: Infinity } as const;
    expect(raycast(loadedTreeOf(mesh), mesh, ray, { mode: 'all', cull: false }).hits).toEqual(
      raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits,
    );
  });
});

function answerOf(workspace: ReturnType<typeof createRayWorkspace>, count: number) {
  const hits = Array.from({ length: count }, (_, i) => [workspace.hitTriangles[i]!, workspace.hitDistances[i]!] as const);
  return { hits: hits.sort(([p], [q]) => p - q), boxes: workspace.nodesVisited, triangles: workspace.trianglesTested };
}

describe('loadTree', () => {
  const mesh = soup(50, seededRandom(1));

  it('leaves a tree as it is without a kernel, of another kind, without nodes, or loaded before', () => {
    const tree = treeOf(mesh);
    expect(loadTree(tree, mesh, null)).toBe(tree);
    const plain = openTree(buildTree(mesh, {}));
    expect(loadTree(plain, mesh)).toBe(plain);
    const none = treeOf(meshOf([], []));
    expect(loadTree(none, meshOf([], []))).toBe(none);
    const loaded = loadTree(tree, mesh);
    expect([loaded === tree, loadTree(loaded, mesh) === loaded]).toEqual([false, true]);
    const extreme = placed(mesh, 1e290);
    expect(loadTree(treeOf(extreme), extreme).loaded).toBeNull();
  });

  it('leaves it to TypeScript where there is no memory for the copy', () => {
    const without = (broken: Partial<KernelExports>): Kernel => ({
      instantiate: (host) => ({ ...theKernel!.instantiate(host), ...broken }),
    });
    const tree = treeOf(mesh);
    expect(loadTree(tree, mesh, without({ allocate: () => 0 }))).toBe(tree);
    expect(loadTree(tree, mesh, without({ reserveMesh: () => 0 }))).toBe(tree);
  });

  it('refuses a mesh that the tree was not built for', () => {
    expect(() => loadTree(treeOf(mesh), box())).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });
});
