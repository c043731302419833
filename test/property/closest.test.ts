import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { closestPoint } from '#core/query/closest/closest';
import { closestPointInto } from '#core/query/closest/into';
import { createClosestWorkspace } from '#core/query/closest/workspace';
import { noTriangleIndex } from '#core/query/no-triangle';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { TreeKind } from '#core/tree/layout';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNames, treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { hundredth } from '../fixtures/scale.ts';
import { meshOf, soup } from '../fixtures/shapes.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

const split = fc.constantFrom(...splitNames);
const leafTriangles = fc.constantFrom(1, 2, 4, 9);
const seed = fc.nat(2 ** 30);

/** A vertex, a point on the way to another, or one beyond, often off the surface too. */
function pointNear({ positions }: TriangleMesh, random: () => number): Vec3 {
  if (positions.length === 0) return [random(), random(), random()];
  const vertex = (): number => 3 * Math.floor((random() * positions.length) / 3);
  const [p, q, r] = [vertex(), vertex(), vertex()];
  const at = random() < 0.3 ? 0 : random() < 0.5 ? 0.5 : 3 * random() - 1;
  const off = random() < 0.5 ? 0 : random();
  const coordinate = (k: number): number =>
    positions[p + k]! + at * (positions[q + k]! - positions[p + k]!) + off * (positions[r + k]! - positions[p + k]!);
  const point: Vec3 = [coordinate(0), coordinate(1), coordinate(2)];
  return point.every(Number.isFinite) ? point : [0, 0, 0];
}

/** How far any vertex lies from a point: what the bounds of the numbers are relative to. */
function reachOf({ positions }: TriangleMesh, point: Vec3): number {
  return positions.reduce((max, value, i) => (Number.isFinite(value) ? Math.max(max, Math.abs(value - point[i % 3]!)) : max), 0);
}

function expectTruth(kind: TreeKind, mesh: TriangleMesh, point: Vec3, within: number, tree = openTree(buildTree(mesh, { kind }))): void {
  const wanted = closestPointBruteForce(mesh, point, { maxDistance: within }).closest;
  const { closest } = closestPoint(tree, mesh, point, { maxDistance: within });
  expect(
    closest && { triangle: closest.triangle, feature: closest.feature, featureIndex: closest.featureIndex, part: closest.part },
  ).toEqual(wanted && { triangle: wanted.triangle, feature: wanted.feature, featureIndex: wanted.featureIndex, part: wanted.part });
  if (closest === null || wanted === null) return;
  // Two lengths of the diagonal, since reach is that along an axis.
  const bound = 2e-12 * reachOf(mesh, point) + 2 ** -52 * Math.max(...point.map(Math.abs));
  expect(Math.abs(closest.distance - wanted.distance)).toBeLessThanOrEqual(bound);
  for (const k of [0, 1, 2] as const) expect(Math.abs(closest.position[k] - wanted.position[k])).toBeLessThanOrEqual(bound);
}

describe.each(treeKinds)('closest points by trees of kind %s', (kind) => {
  it('are those of brute force, also within a distance, wherever the mesh lies and the search starts', () => {
    fc.assert(
      fc.property(anyMesh, placement, split, leafTriangles, seed, (mesh, where, name, leaf, start) => {
        const placed = place(mesh, where);
        const built = openTree(buildTree(placed, { kind, split: name, leafTriangles: leaf }));
        // By TypeScript, and by WebAssembly where it knows the kind.
        const tree = start % 2 === 0 ? built : loadTree(built, placed);
        const workspace = createClosestWorkspace(tree);
        const random = seededRandom(start);
        for (let i = 0; i < 3; i++) {
          const point = pointNear(placed, random);
          expectTruth(kind, placed, point, Infinity, tree);
          const far = closestPoint(tree, placed, point).closest?.distance ?? 1;
          expectTruth(kind, placed, point, far, tree);
          expectTruth(kind, placed, point, 2 * far * random(), tree);
          const cold = closestPointInto(tree, placed, point, Infinity, workspace);
          const visited = workspace.nodesVisited;
          expect(closestPointInto(tree, placed, point, Infinity, workspace, Math.floor(random() * (tree.meshTriangles + 2)) - 1)).toBe(
            cold,
          );
          expect(workspace.nodesVisited).toBeLessThanOrEqual(visited);
          const { distance, position } = workspace;
          if (cold !== noTriangleIndex)
            expect(
              Math.abs(Math.hypot(position[0]! - point[0], position[1]! - point[1], position[2]! - point[2]) - distance),
            ).toBeLessThanOrEqual(1e-11 * reachOf(placed, point) + 2 ** -50 * Math.max(...point.map(Math.abs)));
        }
      }),
      { numRuns: hundredth(1_000) },
    );
  });

  it.each([1e150, 1e155, 1e300])('are those of brute force scaled by %d and from afar, where squares overflow', (scale) => {
    fc.assert(
      fc.property(anyMesh, leafTriangles, seed, (mesh, leaf, start) => {
        const large = { ...mesh, positions: mesh.positions.map((value) => value * scale) };
        const built = openTree(buildTree(large, { kind, leafTriangles: leaf }));
        const tree = start % 2 === 0 ? built : loadTree(built, large);
        const random = seededRandom(start);
        const small = openTree(buildTree(mesh, { kind }));
        for (const [its, ofMesh, point] of [
          [tree, large, pointNear(large, random)],
          [small, mesh, [scale, random() * scale, -random()]],
        ] as const) {
          const far = closestPointBruteForce(ofMesh, point, { maxDistance: Infinity }).closest?.distance ?? 1;
          for (const within of [Infinity, far, far * (1 + random()), far * random()]) expectTruth(kind, ofMesh, point, within, its);
        }
      }),
      { numRuns: hundredth(100) },
    );
  });

  it('are those of brute force for every count of triangles from 0 to 64', () => {
    for (let count = 0; count <= 64; count++) {
      const random = seededRandom(count + 1);
      const mesh = soup(count, random);
      for (let i = 0; i < 4; i++) expectTruth(kind, mesh, [4 * random() - 2, 4 * random() - 2, 4 * random() - 2], Infinity);
    }
  });
});

describe('closest points on grids', () => {
  const gridNumber = fc.integer({ min: -3, max: 3 });
  const gridPoint = fc.tuple(gridNumber, gridNumber, gridNumber);
  const gridSoup = fc.array(fc.tuple(gridPoint, gridPoint, gridPoint), { minLength: 1, maxLength: 20 }).map((triangles) =>
    meshOf(
      triangles.flat(2),
      triangles.flatMap((_, t) => [3 * t, 3 * t + 1, 3 * t + 2]),
    ),
  );

  it('are those of brute force, where ties and triangles without area are common', () => {
    fc.assert(
      fc.property(gridSoup, gridPoint, fc.integer({ min: 0, max: 6 }), (mesh, point, within) => {
        expectTruth('aabb', mesh, point, Infinity);
        expectTruth('aabb', mesh, point, within / 2);
      }),
      { numRuns: hundredth(3_000) },
    );
  });
});
