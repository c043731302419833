import type { Vec3 } from '#core/math/vec3';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { raycast, type Ray } from '#core/query/ray/ray';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { SplitName, Tree } from '#core/tree/layout';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRayEqualsBruteForce } from '../fixtures/brute-force.ts';
import { splitNames } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { hundredth } from '../fixtures/scale.ts';
import { ball } from '../fixtures/shapes.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

function treeOf(mesh: TriangleMesh, split: SplitName, leafTriangles: number): Tree {
  return openTree(buildTree(mesh, { split, leafTriangles, maxDepth: 0, minExtent: 0 }));
}

/** A point of a mesh that makes trouble: a vertex, an edge's middle, a centroid; by chance one beside it. */
function pointOn(mesh: TriangleMesh, random: () => number): Vec3 {
  const count = triangleCount(mesh);
  const triangle = Math.floor(random() * count);
  if (count === 0 || !isFiniteTriangle(mesh, triangle)) return [random(), random(), random()];
  const [a, b, c] = triangleVertices(mesh, triangle);
  const kind = Math.floor(random() * 4);
  if (kind === 0) return a;
  if (kind === 1) return [(b[0] + c[0]) / 2, (b[1] + c[1]) / 2, (b[2] + c[2]) / 2];
  if (kind === 2) return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
  return [a[0] + random() - 0.5, b[1] + random() - 0.5, c[2] + random() - 0.5];
}

/** Between two such points, or along an axis from one: rays in planes, through edges, from and to the surface. */
function rayAmong(mesh: TriangleMesh, random: () => number): Ray | null {
  const origin = pointOn(mesh, random);
  const target = pointOn(mesh, random);
  const way: Vec3 = [target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]];
  const axis = Math.floor(random() * 6);
  const direction: Vec3 = axis < 3 ? [axis === 0 ? 1 : 0, axis === 1 ? -1 : 0, axis === 2 ? 1 : -0] : way;
  const length = Math.hypot(...way);
  const far = random() < 0.25 ? length : Infinity;
  const back = random() < 0.5 ? 0 : length;
  const from: Vec3 = [origin[0] - back * direction[0], origin[1] - back * direction[1], origin[2] - back * direction[2]];
  return Math.hypot(...direction) > 0 ? { origin: from, direction, far } : null;
}

describe('rays on any mesh', () => {
  it('equal brute force to the last bit: first, any and all', () => {
    let intersected = 0;
    fc.assert(
      fc.property(
        anyMesh,
        placement,
        fc.constantFrom(...splitNames),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(),
        (mesh, where, split, leaf, seed) => {
          const placed = place(mesh, where);
          const tree = treeOf(placed, split, leaf);
          const random = seededRandom(seed);
          for (let i = 0; i < 8; i++) {
            const ray = rayAmong(placed, random);
            if (ray !== null && expectRayEqualsBruteForce(tree, placed, ray) > 0) intersected++;
          }
        },
      ),
      { numRuns: hundredth(10_000) },
    );
    expect(intersected).toBeGreaterThan(hundredth(10_000));
  });

  it('equal brute force when culling', () => {
    fc.assert(
      fc.property(anyMesh, placement, fc.nat(), (mesh, where, seed) => {
        const placed = place(mesh, where);
        const ray = rayAmong(placed, seededRandom(seed));
        fc.pre(ray !== null);
        for (const mode of ['first', 'all'] as const) {
          const options = { mode, cull: true };
          expect(raycast(treeOf(placed, 'sah', 2), placed, ray!, options).hits).toEqual(raycastBruteForce(placed, ray!, options).hits);
        }
      }),
      { numRuns: hundredth(5_000) },
    );
  });

  it.each([1e150, 1e155, 1e-150])('equal brute force scaled by %d, where products leave the range of f64', (scale) => {
    fc.assert(
      fc.property(anyMesh, fc.nat(), (mesh, seed) => {
        const large = { ...mesh, positions: mesh.positions.map((value) => value * scale) };
        const ray = rayAmong(large, seededRandom(seed));
        fc.pre(ray !== null && ray.far >= 0 && [...ray.direction, ...ray.origin].every(Number.isFinite));
        expectRayEqualsBruteForce(treeOf(large, 'sah', 2), large, ray!);
      }),
      { numRuns: hundredth(2_000) },
    );
  });

  it('are the same when mesh and ray are scaled by a power of two', () => {
    fc.assert(
      fc.property(anyMesh, fc.integer({ min: -200, max: 515 }), fc.nat(), (mesh, power, seed) => {
        const s = 2 ** power;
        const ray = rayAmong(mesh, seededRandom(seed));
        fc.pre(ray !== null);
        const { origin, direction, far } = ray!;
        const large = { ...mesh, positions: mesh.positions.map((value) => value * s) };
        const largeRay: Ray = { origin: [origin[0] * s, origin[1] * s, origin[2] * s], direction, far: far * s };
        const small = raycast(treeOf(mesh, 'sah', 2), mesh, ray!, { mode: 'all', cull: false }).hits;
        const big = raycast(treeOf(large, 'sah', 2), large, largeRay, { mode: 'all', cull: false }).hits;
        expect(raycastBruteForce(large, largeRay, { mode: 'all', cull: false }).hits).toEqual(big);
        expect(big.map((hit) => [hit.triangle, hit.distance, hit.barycentric])).toEqual(
          small.map((hit) => [hit.triangle, hit.distance * s, hit.barycentric]),
        );
      }),
      { numRuns: hundredth(3_000) },
    );
  });
});

describe('a closed ball of 300,000 triangles', () => {
  it(`loses none of ${hundredth(1_000_000).toLocaleString('en')} rays aimed from outside at its edges and vertices`, () => {
    const mesh = ball(500, 301);
    expect(triangleCount(mesh)).toBe(300_000);
    const tree = treeOf(mesh, 'sah', 4);
    const workspace = createRayWorkspace(tree);
    const random = seededRandom(41);
    let lost = 0;
    for (let i = 0; i < hundredth(1_000_000); i++) {
      const [a, b] = triangleVertices(mesh, Math.floor(random() * 300_000));
      // A third at vertices, a third at edge middles, a third anywhere on an edge.
      const along = [0, 0.5, random()][i % 3]!;
      const target: Vec3 = [a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1]), a[2] + along * (b[2] - a[2])];
      // From outside on the target's side, so that the near surface is met first and the ray then runs inside.
      const origin: Vec3 = [
        2 * target[0] + 0.5 * (random() - 0.5),
        2 * target[1] + 0.5 * (random() - 0.5),
        2 * target[2] + 0.5 * (random() - 0.5),
      ];
      const direction: Vec3 = [target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]];
      const count = raycastInto(tree, mesh, { origin, direction, far: Infinity }, { mode: 'first', cull: false }, workspace);
      const reach = Math.hypot(...direction);
      if (count === 0 || Math.abs(workspace.hitDistances[0]! - reach) > 1e-9) lost++;
    }
    expect(lost).toBe(0);
  });
});
