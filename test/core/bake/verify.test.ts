import { describe, expect, test } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { bakeFormatNames } from '#core/bake/bake-format';
import { bakeFormatOf, bakeFormats } from '#core/bake/bake-formats';
import { defaultQueries, verifyBaked, type Verification } from '#core/bake/verify/verify-baked';
import { readThreeMeshBvh } from '#core/bake/three-mesh-bvh/read-three-mesh-bvh';
import { bvhReaches } from '#core/bake/three-mesh-bvh/bvh-reaches';
import { countWrongRays } from '#core/bake/verify/count-wrong-rays';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { treeRayTest } from '#core/bake/verify/open-baked';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { twoScenes } from '../../fixtures/scenes.ts';
import { ball, box, joined, knot, meshOf, placed } from '../../fixtures/shapes.ts';
import { inputOf, treeOf, triangleFormats, smallHulls } from './bake-input.ts';

const single = knot(2, 3, 48, 8);
const mesh = joined([single, placed(ball(16, 8), 0.7, [1 / 3, 0.1, 5_000.7])]);

function verify(bytes: Uint8Array, against: TriangleMesh | null, fileName = 'x.boxwood'): Promise<Verification> {
  return verifyBaked({ bytes, fileName, against: against === null ? null : { mesh: against }, queries: 40, seed: 1 });
}

describe('a baked file', () => {
  test.each(triangleFormats)('of format %s is verified against the mesh it was baked from', async (name) => {
    const found = await verify(bakeMesh(name, inputOf(mesh)).bytes, mesh, `x.${bakeFormats[name].extension}`);
    expect(found).toMatchObject({ ok: true, format: name, queries: 40, mismatches: 0, problems: [], triangles: mesh.indices.length / 3 });
  });

  test.each(triangleFormats)('of format %s differs from one with a moved vertex', async (name) => {
    const moved = { ...mesh, positions: mesh.positions.with(30, mesh.positions[30]! + 0.01) };
    const found = await verify(bakeMesh(name, inputOf(mesh)).bytes, moved, `x.${bakeFormats[name].extension}`);
    expect(found.ok).toBe(false);
    // Where vertices have numbers it is that vertex, else the triangles about it.
    expect(found.mismatches).toBe(bakeFormats[name].keepsVertices === 'all' ? 1 : 6);
  });

  test('differs from a mesh with fewer triangles, and from one with other parts', async () => {
    const { bytes } = bakeMesh('boxwood', inputOf(mesh));
    expect(await verify(bytes, single)).toMatchObject({ ok: false, mismatches: mesh.indices.length / 3 - single.indices.length / 3 + 1 }); // and the parts
    const renamed = { ...mesh, parts: mesh.parts.map((part) => ({ ...part, name: 'x' })) };
    expect(await verify(bytes, renamed)).toMatchObject({ ok: false, problems: ['The parts are different from the mesh'] });
  });

  test('that is a glTF file is named by its form: binary, or JSON', async () => {
    expect(await verify(bakeMesh('glb', inputOf(mesh)).bytes, null, 'x.glb')).toMatchObject({ ok: true, format: 'glb' });
    expect(await verify(new TextEncoder().encode(twoScenes()), null, 'x.gltf')).toMatchObject({ ok: true, format: 'gltf', triangles: 1 });
  });

  test('without triangles is not verified', async () => {
    const empty = new TextEncoder().encode('v 0 0 0\n');
    await expect(verify(empty, null, 'x.obj')).rejects.toMatchObject({ code: 'no-triangles' });
  });

  test('that is no baked file is refused', async () => {
    await expect(verify(Uint8Array.of(1, 2, 3), null, 'x.ply2')).rejects.toMatchObject({ code: 'unsupported-format' });
    // A name is believed: these are told to be damaged, and where.
    for (const name of ['x.boxwood', 'x.bvh.bin'])
      await expect(verify(Uint8Array.of(1, 2, 3), null, name)).rejects.toMatchObject({ code: 'invalid-bytes', location: { byte: 0 } });
    const usd =
      '#usda 1.0\ndef Mesh "m" {\npoint3f[] points = [(0,0,0),(1,0,0),(0,1,0)]\nint[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0,1,2]\n}\n';
    await expect(verify(new TextEncoder().encode(usd), null, 'x.usd')).rejects.toMatchObject({
      code: 'unsupported-format',
      message: 'OpenUSD is not a bake format',
    });
  });
});

test('a tree with a result other than the truth is a mismatch', () => {
  const shape = box();
  const hitsAll = treeRayTest(treeOf(shape), shape);
  const ray = { origin: [0.3, 0.2, 5], direction: [0, 0, -1], far: Infinity } as const;
  const truth = raycastBruteForce(shape, ray, { mode: 'all', cull: false }).hits;
  expect(truth).toHaveLength(2);
  expect(hitsAll(ray, truth)).toBe(true);
  expect(hitsAll(ray, truth.slice(1))).toBe(false);
  expect(
    hitsAll(
      ray,
      truth.map((hit) => ({ ...hit, triangle: hit.triangle ^ 1 })),
    ),
  ).toBe(false);
  expect(
    hitsAll(
      ray,
      truth.map((hit) => ({ ...hit, distance: hit.distance * (1 + 2 ** -52) })),
    ),
  ).toBe(false);
});

test.each([1.2e308, 2 ** 1023, 5e-324])('a mesh of coordinates of %d is baked to 64 bits and verified', async (size) => {
  const far = box([-size, -size, -size], [size, size, size]);
  const rays = seededRays(far, 100, 1);
  for (const { origin, direction } of rays)
    expect([...origin, ...direction].every(Number.isFinite) && direction.some((value) => value !== 0)).toBe(true);
  for (const format of ['boxwood', 'obj', 'ply'] as const) {
    expect(await verify(bakeMesh(format, inputOf(far)).bytes, far, `x.${format}`)).toMatchObject({ ok: true, problems: [], queries: 40 });
  }
});

test('each tree is queried with each ray', () => {
  const shape = box();
  const rays = seededRays(shape, 5, 1);
  const reported: number[] = [];
  expect(
    countWrongRays(shape, rays, [() => true, () => false, treeRayTest(treeOf(shape), shape)], (fraction) => reported.push(fraction)),
  ).toBe(5);
  expect(reported).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
});

test('a ray that does not come to the leaf of a triangle it hits is a mismatch', () => {
  const file = readThreeMeshBvh(bakeMesh('three-mesh-bvh', inputOf(box())).bytes);
  const ray = { origin: [0.3, 0.2, 5], direction: [0, 0, -1], far: Infinity } as const;
  const hit = { triangle: 0, distance: 4, position: [0, 0, 0], normal: [0, 0, 1], barycentric: [1, 0, 0], part: 0 } as const;
  const all = Array.from({ length: 12 }, (_, triangle) => ({ ...hit, triangle }));
  expect(bvhReaches(file, ray, [])).toBe(true);
  // Both sides of the box are met on the way, the four others are in leaves that the ray passes by.
  expect(bvhReaches(file, { ...ray, far: 1 }, [hit])).toBe(false);
  expect(bvhReaches(file, { ...ray, origin: [9, 9, 9] }, all)).toBe(false);
});

test('the format of a file follows from its name', () => {
  expect(bakeFormatOf('A.B.BVH.BIN')?.name).toBe('three-mesh-bvh');
  expect(bakeFormatOf('model.glb')?.name).toBe('glb');
  expect(bakeFormatOf('model.bin')).toBeNull();
  expect(bakeFormatOf('glb')).toBeNull();
});

test('large meshes are tested with fewer rays, at least one', () => {
  expect([1, 12, 100_000, 1e9].map(defaultQueries)).toEqual([1000, 1000, 500, 16]);
});

test('a tree of another mesh is not baked', () => {
  const other = inputOf(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
  expect(() => bakeMesh('boxwood', { ...inputOf(mesh), trees: other.trees })).toThrow(
    expect.objectContaining({ code: 'invalid-argument' }),
  );
  expect(() => bakeMesh('three-mesh-bvh', { ...inputOf(mesh), trees: [] })).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
});

test.each(bakeFormatNames)(
  'the progress of verifying %s goes from reading to the last ray, never back, and ends it where it throws',
  async (format) => {
    const { bytes, files = [] } = bakeMesh(format, inputOf(format === 'physx-convex' ? smallHulls(9) : ball(32, 17)));
    const readSideFile = async (path: string) => files.find((file) => file.path === path)?.bytes ?? null;
    const request = { bytes, readSideFile, fileName: `x.${bakeFormats[format].extension}`, against: null, queries: 8, seed: 1 };
    const reported: number[] = [];
    await verifyBaked(request, (fraction) => reported.push(fraction));
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect(reported.at(-1)).toBeLessThan(1);
    expect(reported.length).toBeGreaterThanOrEqual(bakeFormats[format].hasTree && format !== 'boxwood' ? 8 : 10);
    for (const wanted of new Set(reported)) {
      const stop = new Error('no longer wanted');
      const stopping = verifyBaked(request, (fraction) => {
        if (fraction >= wanted) throw stop;
      });
      await expect(stopping).rejects.toBe(stop);
    }
  },
);
