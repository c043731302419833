import type { Vec3 } from '#core/math/vec3';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { raycast } from '#core/query/ray/ray';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { describe, expect, it } from 'vitest';
import { meshOf } from '../../fixtures/shapes.ts';

const corners: readonly Vec3[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];
const faces = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
const steps = [-1, 0, 1];
const directions = steps
  .flatMap((x) => steps.flatMap((y) => steps.map((z): Vec3 => [x, y, z])))
  .filter((direction) => direction.some((value) => value !== 0));
/** Where all is a multiple of 2^-10 or less, so that the rays go through the corners exactly. */
const far = 2 ** 36;

describe.each(['sphere', 'obb', 'dop14', 'dop26'] as const)(
  'rays from afar at the corners of an octahedron in volumes of kind %s',
  (kind) => {
    it.each([[[0, 0, 0]], [[1.25, -0.75, 0.5]]] as const)('hit all triangles that they graze, moved by %s', (offset) => {
      const moved = corners.map((corner) => corner.map((value, k) => value + offset[k]!));
      const mesh = meshOf(moved.flat(), faces);
      let hit = 0;
      for (const leafTriangles of [1, 8]) {
        const tree = openTree(buildTree(mesh, { kind, leafTriangles }));
        for (const corner of moved) {
          for (const direction of directions) {
            const ray = { origin: corner.map((value, k) => value - far * direction[k]!) as unknown as Vec3, direction, far: Infinity }; // three of three
            const wanted = raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits;
            expect(raycast(tree, mesh, ray, { mode: 'all', cull: false }).hits).toEqual(wanted);
            hit += wanted.length;
          }
        }
      }
      expect(hit).toBeGreaterThan(1000);
    });
  },
);

describe.each(['aabb', 'wide', 'sphere', 'dop14'] as const)('rays at a triangle as large as f64 goes, in volumes of kind %s', (kind) => {
  const mesh = meshOf([0, 0, 0, 0, 0, 1.6e308, 1.4e308, 0, 0], [0, 1, 2]);
  const tree = openTree(buildTree(mesh, { kind }));
  /** At a point inside. */
  const from = (x: number, y: number) => ({ origin: [x, y, x] as const, direction: [3e307 - x, -y, 3e307 - x] as const, far: Infinity });

  it('hit it if the distance is a number', () => {
    const ray = from(1e308, -1e307);
    const { hits } = raycast(tree, mesh, ray, { mode: 'all', cull: false });
    expect(hits).toEqual(raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits);
    expect(hits.map(({ distance }) => distance / 1e308)).toEqual([expect.closeTo(Math.hypot(0.7, 0.1, 0.7), 12)]);
  });

  it('miss it where it is farther away than that', () => {
    const ray = from(1.6e308, -1e307);
    expect(raycastBruteForce(mesh, ray, { mode: 'all', cull: false }).hits).toEqual([]);
    expect(raycast(tree, mesh, ray, { mode: 'all', cull: false }).hits).toEqual([]);
  });
});
