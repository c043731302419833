import type { Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import type { RayOptions } from '#core/options/ray-options';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { raycast, type Ray, type RayResult } from '#core/query/ray/ray';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { box, joined, meshOf, named, soup } from '../../fixtures/shapes.ts';

function treeOf(mesh: TriangleMesh): Tree {
  return openTree(buildTree(mesh, { split: 'sah', leafTriangles: 2, maxDepth: 0, minExtent: 0 }));
}

/** Asks tree and brute force, which must agree, and gives their answer. */
function cast(mesh: TriangleMesh, ray: Partial<Ray>, options: Partial<RayOptions> = {}): RayResult {
  const whole: Ray = { origin: [0, 0, 0], direction: [0, 0, -1], far: Infinity, ...ray };
  const result = raycast(treeOf(mesh), mesh, whole, { mode: 'first', cull: false, ...options });
  const brute = raycastBruteForce(mesh, whole, { mode: 'first', cull: false, ...options });
  if (options.mode !== 'any') expect(result.hits).toEqual(brute.hits);
  return result;
}

const triangles = (result: RayResult): number[] => result.hits.map((hit) => hit.triangle);

/** A square in z = 0 from 0 to 2, its diagonal from (0, 0) to (2, 2), seen from above. */
const square = meshOf([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0], [0, 1, 2, 0, 2, 3]);

describe('a hit', () => {
  it('has distance, position, normal, weights and part', () => {
    const mesh = joined([named('low', box([5, 5, 5], [6, 6, 6])), named('square', square)]);
    const result = cast(mesh, { origin: [1.5, 0.5, 3], direction: [0, 0, -2] });
    expect(result.hits).toEqual([
      { triangle: 12, distance: 3, position: [1.5, 0.5, 0], normal: [0, 0, 1], barycentric: [0.25, 0.5, 0.25], part: 1 },
    ]);
  });

  it('keeps the normal of the winding when seen from behind', () => {
    expect(cast(square, { origin: [1.5, 0.5, -3], direction: [0, 0, 1] }).hits[0]?.normal).toEqual([0, 0, 1]);
  });

  it('has no part where none holds the triangle', () => {
    expect(cast({ ...square, parts: [] }, { origin: [1.5, 0.5, 3] }).hits[0]?.part).toBeNull();
  });

  it('lies on the triangle however far the ray comes from', () => {
    const [hit] = cast(square, { origin: [1.5, 0.5, 1e15], direction: [0, 0, -1] }).hits;
    expect(hit?.position).toEqual([1.5, 0.5, 0]);
  });
});

describe('a ray', () => {
  it('along a shared edge hits both its triangles, the lower index first', () => {
    const ray = { origin: [1, 1, 5], direction: [0, 0, -1] } as const;
    expect(triangles(cast(square, ray, { mode: 'all' }))).toEqual([0, 1]);
    expect(triangles(cast(square, ray))).toEqual([0]);
  });

  it('through a corner of a box hits all its triangles on the way', () => {
    const result = cast(box(), { origin: [3, 3, 3], direction: [-1, -1, -1] }, { mode: 'all' });
    // Each of the two corners is shared by the triangles of three faces.
    expect(result.hits.length).toBeGreaterThanOrEqual(6);
    expect([...new Set(result.hits.map((hit) => hit.distance.toFixed(6)))]).toEqual(['3.464102', '6.928203']);
  });

  it('hits both sides of a box, the near one first', () => {
    const result = cast(box(), { origin: [0.25, 0.5, 3] }, { mode: 'all' });
    expect(result.hits.map((hit) => hit.distance)).toEqual([2, 4]);
  });

  it('starts and ends in closed sets', () => {
    expect(cast(square, { origin: [1.5, 0.5, 0] }).hits[0]?.distance).toBe(0);
    expect(triangles(cast(square, { origin: [1.5, 0.5, 2], far: 2 }))).toEqual([0]);
    expect(triangles(cast(square, { origin: [1.5, 0.5, 2], far: 1.9999999999999998 }))).toEqual([]);
    expect(triangles(cast(square, { origin: [1.5, 0.5, 0], far: 0 }))).toEqual([0]);
  });

  it('misses triangles in whose plane it lies, and hits the others there', () => {
    const result = cast(box(), { origin: [-3, 0.25, 1], direction: [1, 0, 0] }, { mode: 'all' });
    // The top at z = 1 is missed; the edges of the two sides at x = ±1 are met.
    expect(result.hits.map((hit) => hit.distance)).toEqual([2, 4]);
    expect(result.hits.every((hit) => Math.abs(hit.normal[0]) === 1)).toBe(true);
  });

  it('misses triangles without area, and leaves out those that are not finite', () => {
    const mesh = meshOf([0, 0, 0, 2, 0, 0, 1, 0, 0, NaN, 0, 0], [0, 1, 2, 0, 0, 0, 0, 1, 3]);
    expect(triangles(cast(mesh, { origin: [1, 0, 3] }, { mode: 'all' }))).toEqual([]);
  });

  it('passes through back faces when culling', () => {
    const through = { origin: [0.25, 0.5, 3], direction: [0, 0, -1] } as const;
    expect(cast(box(), through, { mode: 'all', cull: true }).hits.map((hit) => hit.distance)).toEqual([2]);
    expect(cast(box(), { ...through, origin: [0.25, 0.5, 0] }, { cull: true }).hits).toEqual([]);
  });

  it('with mode any returns one of the hits', () => {
    const result = cast(box(), { origin: [0.25, 0.5, 3] }, { mode: 'any' });
    expect(result.hits).toHaveLength(1);
    expect([2, 4]).toContain(result.hits[0]?.distance);
  });

  it('gives coincident triangles in their order, and the lowest first', () => {
    const many = { ...square, indices: new Uint32Array(60).map((_, i) => [0, 1, 2][i % 3]!) };
    expect(triangles(cast(many, { origin: [1.5, 0.5, 1] }, { mode: 'all' }))).toEqual([...Array(20).keys()]);
    expect(triangles(cast(many, { origin: [1.5, 0.5, 1] }))).toEqual([0]);
  });

  it('separates two sheets that are one unit in the last place apart', () => {
    const gap = 2 ** -52;
    const sheets = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, gap, 4, 0, gap, 0, 4, gap], [0, 1, 2, 3, 4, 5]);
    expect(triangles(cast(sheets, { origin: [1, 1, 1] }))).toEqual([1]);
    expect(triangles(cast(sheets, { origin: [1, 1, -1], direction: [0, 0, 1] }))).toEqual([0]);
    // From 3 both distances round to 3, and then the index decides.
    expect(cast(sheets, { origin: [1, 1, 3] }, { mode: 'all' }).hits.map((hit) => [hit.triangle, hit.distance])).toEqual([
      [0, 3],
      [1, 3],
    ]);
  });

  it.each([-900, -500, -140, 140, 330])('returns the same hits at the scale of 2^%i', (power) => {
    const s = 2 ** power;
    const mesh = soup(60, seededRandom(21));
    const large = { ...mesh, positions: mesh.positions.map((value) => value * s) };
    const random = seededRandom(22);
    for (let i = 0; i < 20; i++) {
      const origin: Vec3 = [random() * 4 - 2, random() * 4 - 2, random() * 4 - 2];
      const direction: Vec3 = [random() - 0.5 - origin[0], random() - 0.5 - origin[1], random() - 0.5 - origin[2]];
      const small = cast(mesh, { origin, direction }, { mode: 'all' });
      const big = cast(large, { origin: [origin[0] * s, origin[1] * s, origin[2] * s], direction }, { mode: 'all' });
      expect(triangles(big)).toEqual(triangles(small));
      expect(big.hits.map((hit) => hit.distance)).toEqual(small.hits.map((hit) => hit.distance * s));
      expect(big.hits.map((hit) => hit.barycentric)).toEqual(small.hits.map((hit) => hit.barycentric));
    }
  });

  it('finds nothing in a tree without triangles', () => {
    expect(cast(meshOf([], []), {})).toEqual({ hits: [], stats: { nodesVisited: 0, trianglesTested: 0 } });
  });

  it('counts the boxes and triangles it tested', () => {
    const tree = treeOf(box());
    const missed = raycast(tree, box(), { origin: [9, 9, 9], direction: [1, 0, 0], far: Infinity }, { mode: 'first', cull: false });
    expect(missed.stats).toEqual({ nodesVisited: 1, trianglesTested: 0 });
    const found = raycast(tree, box(), { origin: [0.2, 0.1, 9], direction: [0, 0, -1], far: Infinity }, { mode: 'all', cull: false });
    expect(found.stats.nodesVisited).toBeLessThanOrEqual(tree.nodeCount);
    expect(found.stats.trianglesTested).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [{ direction: [0, 0, 0] }, 'zero'],
    [{ direction: [NaN, 0, 1] }, 'direction'],
    [{ direction: [Infinity, 0, 1] }, 'direction'],
    [{ origin: [0, -Infinity, 0] }, 'origin'],
    [{ origin: [0, NaN, 0] }, 'origin'],
    [{ far: -1 }, 'max distance'],
    [{ far: NaN }, 'max distance'],
  ] as [Partial<Ray>, string][])('is refused when it is none: %o', (ray, word) => {
    const whole: Ray = { origin: [0, 0, 0], direction: [0, 0, 1], far: Infinity, ...ray };
    const refusal = expect.objectContaining({ code: 'invalid-argument', message: expect.stringContaining(word) });
    for (const mesh of [box(), meshOf([], [])]) {
      expect(() => raycast(treeOf(mesh), mesh, whole, { mode: 'first', cull: false })).toThrow(refusal);
      expect(() => raycastBruteForce(mesh, whole, { mode: 'first', cull: false })).toThrow(refusal);
    }
  });
});

describe('raycastInto', () => {
  const mesh = soup(400, seededRandom(31));
  const tree = treeOf(mesh);

  it('finds the same first triangle as raycast, ray after ray in one workspace', () => {
    const workspace = createRayWorkspace(tree);
    const random = seededRandom(32);
    let found = 0;
    for (let i = 0; i < 500; i++) {
      const ray: Ray = { origin: [2 * random(), 2 * random(), 2], direction: [-random(), -random(), -random()], far: Infinity };
      const count = raycastInto(tree, mesh, ray, { mode: 'first', cull: false }, workspace);
      const { hits } = raycast(tree, mesh, ray, { mode: 'first', cull: false });
      expect(count).toBe(hits.length);
      if (count === 0) continue;
      found++;
      expect(workspace.hitTriangles[0]).toBe(hits[0]!.triangle);
      expect(Math.abs(workspace.hitDistances[0]! - hits[0]!.distance)).toBeLessThan(1e-13);
    }
    expect(found).toBeGreaterThan(50);
  });
});

describe('brute force', () => {
  it('hits a triangle that it is aimed at if products of coordinates overflow, to one side or both', () => {
    const random = seededRandom(29);
    const size = 2 ** 512;
    let hits = 0;
    for (let i = 0; i < 3000; i++) {
      const corners = Array.from({ length: 9 }, () => size * (random() - 0.5));
      const target = [0, 1, 2].map((k) => corners[k]! / 4 + corners[3 + k]! / 2 + corners[6 + k]! / 4);
      const origin = target.map((value) => value + 2 * size * (random() - 0.5)) as [number, number, number];
      const direction = target.map((value, k) => value / size - origin[k]! / size) as [number, number, number];
      hits += raycastBruteForce(meshOf(corners, [0, 1, 2]), { origin, direction, far: Infinity }, { mode: 'first', cull: false }).hits
        .length;
    }
    expect(hits).toBe(3000);
  });

  it('counts the triangles that it tested: finite ones, and for any none after the hit', () => {
    const ray: Ray = { origin: [1, 1, 1], direction: [0, 0, -1], far: Infinity };
    const tested = (mesh: TriangleMesh, mode: RayOptions['mode']) =>
      raycastBruteForce(mesh, ray, { mode, cull: false }).stats.trianglesTested;
    expect(tested(square, 'all')).toBe(2);
    expect(tested(square, 'any')).toBe(1);
    const damaged = meshOf([...square.positions, NaN, 0, 0], [0, 1, 4, 0, 1, 2]);
    expect(tested(damaged, 'all')).toBe(1);
  });
});

describe('invalid arguments are refused', () => {
  const ray: Ray = { origin: [1, 1, 1], direction: [0, 0, -1], far: Infinity };
  const options: RayOptions = { mode: 'first', cull: false };

  it('a workspace made for a tree less deep', () => {
    const mesh = soup(200, seededRandom(3));
    const workspace = createRayWorkspace(treeOf(square));
    expect(() => raycastInto(treeOf(mesh), mesh, ray, options, workspace)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });

  it('a tree of another mesh', () => {
    expect(() => raycast(treeOf(square), soup(7, seededRandom(3)), ray, options)).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }),
    );
  });
});

describe('the options of a ray', () => {
  const down: Ray = { origin: [0.5, 0.25, 1], direction: [0, 0, -1], far: Infinity };

  it('have defaults, and unknown modes are refused', () => {
    expect(raycast(treeOf(square), square, down, {}).hits).toEqual(
      raycast(treeOf(square), square, down, { mode: 'first', cull: false }).hits,
    );
    // As it may come from JavaScript.
    const wrong = { mode: 'frist' } as unknown as RayOptions;
    expect(() => raycast(treeOf(square), square, down, wrong)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });
});
