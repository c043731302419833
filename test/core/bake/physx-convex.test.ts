import { beforeAll, describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importPhysxConvex } from '#core/bake/physx-convex/import-physx-convex';
import { maxConvexVertices } from '#core/bake/physx-convex/layout';
import { readPhysxConvex } from '#core/bake/physx-convex/read-physx-convex';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { convexHull } from '#core/convex/hull/convex-hull';
import { hullTriangles } from '#core/convex/hull/hull-triangles';
import { normalized } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { expectRefusedOrRead, refusalOf } from '../../fixtures/changed-bytes.ts';
import { startPhysx, type Physx } from '../../fixtures/physx-mesh.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { judgeSolidRays, wrongBallSweeps } from '../../fixtures/solid-rays.ts';
import { ball, box, joined, meshOf, named, placed, soup } from '../../fixtures/shapes.ts';
import { inputOf, treeOf } from './bake-input.ts';
import { f32Mesh } from './three-mesh-bvh-rays.ts';

/** The hull of random points as a mesh. */
function hullMesh(name: string, points: number, seed: number, size = 1): TriangleMesh {
  const random = seededRandom(seed);
  const positions = Float64Array.from({ length: 3 * points }, () => size * (random() - 0.5));
  const hull = convexHull(positions.map(Math.fround));
  return named(name, meshOf([...hull.positions], [...hullTriangles(hull)]));
}

/** The hull of points on a ball. */
function roundMesh(points: number): TriangleMesh {
  const random = seededRandom(9);
  const positions = Array.from({ length: points }, () => normalized([random() - 0.5, random() - 0.5, random() - 0.5])!).flat();
  const hull = convexHull(Float64Array.from(positions).map(Math.fround));
  return named('round', meshOf([...hull.positions], [...hullTriangles(hull)]));
}

function bytesOf(mesh: TriangleMesh): Uint8Array {
  return bakeMesh('physx-convex', inputOf(mesh, [])).bytes;
}

const several = joined([named('crate', box()), hullMesh('rock', 30, 4), placed(hullMesh('pebble', 60, 5), 0.3, [4, 1, -2])]);

describe('a .convex.physx file in PhysX', () => {
  let physx: Physx;
  beforeAll(async () => {
    physx = await startPhysx();
    process.stdout.write(`PhysX ${physx.version} loads the files\n`);
  });

  it.each<[string, TriangleMesh]>([
    ['a box', box()],
    ['a tetrahedron', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2])],
    ['a hull of 30 points', hullMesh('rock', 30, 1)],
    ['a hull with a search table', hullMesh('rock', 400, 2)],
    ['a ball of 114 vertices', ball(16, 8)],
    ['three hulls', several],
    ['a hull far from the origin', placed(hullMesh('rock', 40, 3), 100, [12_345, 54_123, 120])],
  ])('gives rays and sweeps on %s the hits of brute force', (_, mesh) => {
    const bytes = bytesOf(mesh);
    const loaded = physx.loadConvex(bytes)!;
    const { hulls } = readPhysxConvex(bytes);
    expect(loaded.hulls.map(({ vertices }) => vertices)).toEqual(hulls.map(({ positions }) => positions.length / 3));
    const opened = importPhysxConvex(bytes).mesh;
    const tree = treeOf(opened);
    const size = opened.positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const rays = seededRays(f32Mesh(opened), 400, 7);
    const judged = judgeSolidRays(tree, opened, rays, loaded.ray, { rounding: 2e-6 * size, chord: 2e-3 * size });
    expect(judged.wrong).toEqual([]);
    expect(judged.hits).toBeGreaterThan(60);
    expect(judged.beside).toBeLessThan(rays.length / 5);
    const sweep = { radius: 0.05 * size, far: 10 * size, rounding: 1e-3 * size };
    expect(wrongBallSweeps(tree, opened, rays.slice(0, 100), (ray) => loaded.sweep(ray, sweep.radius, sweep.far), sweep)).toEqual([]);
  });

  it('has the numbers that PhysX cooks of the same points', () => {
    for (const mesh of [box(), hullMesh('rock', 25, 11), hullMesh('rock', 300, 12, 3)]) {
      const { positions } = readPhysxConvex(bytesOf(mesh)).hulls[0]!;
      const [theirs, ours] = [physx.cookConvex(positions)!, bytesOf(mesh)];
      const [a, b] = [massesOf(theirs), massesOf(ours)];
      // PhysX integrates in 32-bit floats, and merges faces that are nearly flat.
      const reach = a.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      a.forEach((value, i) => expect(Math.abs(value - b[i]!), `number ${i}`).toBeLessThan(1e-3 * reach));
      const [inner, own] = [lastFloats(theirs), lastFloats(ours)];
      inner.forEach((value, i) => expect(own[i]! / value).toBeCloseTo(1, 2));
    }
  });

  it('is fit for the GPU up to 64 vertices, and not beyond', () => {
    expect(physx.loadConvex(bytesOf(several))!.hulls.map(({ isForGpu }) => isForGpu)).toEqual([true, true, true]);
    expect(physx.loadConvex(bytesOf(ball(16, 8)))!.hulls.map(({ isForGpu }) => isForGpu)).toEqual([false]);
  });

  it('by PhysX is read, with and without data for the GPU, and after another', () => {
    let searched = 0;
    for (const [points, hasGpuData] of [
      [8, false],
      [40, true],
      [60, true],
      [120, false],
      [400, false],
    ] as const) {
      const cooked = physx.cookConvex(hullMesh('rock', points, points).positions, hasGpuData)!;
      const { hulls } = readPhysxConvex(Uint8Array.from([...cooked, ...cooked]));
      expect(hulls.length).toBe(2);
      const { hulls: held } = physx.loadConvex(cooked)!;
      expect(hulls[0]!.positions.length / 3).toBe(held[0]!.vertices);
      expect(convexHull(Float64Array.from(hulls[0]!.positions)).positions.length / 3).toBeGreaterThan(0.9 * held[0]!.vertices);
      if (held[0]!.vertices > 32) searched++;
    }
    expect(searched).toBeGreaterThan(1);
  });
});

/** Bounds, mass, inertia and centre of a file without a search table, or before it. */
function massesOf(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [vertices, edgeWord, polygons, corners] = [28, 32, 36, 40].map((at) => view.getUint32(at, true)) as unknown as readonly [
    number,
    number,
    number,
    number,
  ];
  const edges = edgeWord & 0x7fff;
  const from = 44 + 12 * vertices + 20 * polygons + corners + 2 * edges + 3 * vertices + (edgeWord > 0x7fff ? 4 * edges : 0);
  return Array.from({ length: 20 }, (_, i) => view.getFloat32(from + 4 * i, true));
}

function lastFloats(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 16, 16);
  return [0, 4, 8, 12].map((at) => view.getFloat32(at, true));
}

describe('a .convex.physx file', () => {
  it('is verified, and opened with a hull for each part', async () => {
    const input = inputOf(several, []);
    const { bytes, notes } = bakeMesh('physx-convex', input);
    expect(notes.map(({ code }) => code)).toEqual(['names-changed']);
    const found = await verifyBaked({ bytes, fileName: 'x.convex.physx', against: input, queries: 100, seed: 1 });
    expect(found).toMatchObject({ ok: true, problems: [], format: 'physx-convex', trees: 0, queries: 100 });
    const opened = importPhysxConvex(bytes);
    expect(opened).toMatchObject({ format: 'physx-convex', dialect: 'PhysX cooked convex meshes 14' });
    expect(opened.mesh.parts.map(({ name, role }) => [name, role?.shape])).toEqual([
      ['Hull 1', 'hull'],
      ['Hull 2', 'hull'],
      ['Hull 3', 'hull'],
    ]);
    const other = await verifyBaked({
      bytes,
      fileName: 'x.convex.physx',
      against: inputOf(joined([box(), box(), box()]), []),
      queries: 20,
      seed: 1,
    });
    expect(other.problems.join()).toMatch(/different from the mesh/);
  });

  it('is verified where vertices of a part are inside its hull', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const input = inputOf(soup(100, seededRandom(seed), 1, 1.5), []);
      const { bytes } = bakeMesh('physx-convex', input);
      const found = await verifyBaked({ bytes, fileName: 'x.convex.physx', against: input, queries: 10, seed: 1 });
      expect(found).toMatchObject({ ok: true, problems: [] });
    }
  });

  it('fills hollows with a note, and leaves out rendered parts', () => {
    const hollow = joined([box(), placed(box(), 1, [5, 0, 0])]);
    const { notes } = bakeMesh(
      'physx-convex',
      inputOf({ ...hollow, parts: [{ name: 'two', firstTriangle: 0, triangleCount: 24, worldFromPart: null }] }, []),
    );
    expect(notes.map(({ code }) => code)).toEqual(['hull-used', 'names-changed']);
  });

  it.each<[string, TriangleMesh, RegExp]>([
    ['257 vertices', ball(20, 14), /has 262 vertices, and a convex mesh of PhysX has at most 255/],
    ['256 faces', roundMesh(200), /has \d+ faces, and a convex mesh of PhysX has at most 255/],
    ['more inertia than f32 holds', box([-1e8, -1e8, -1e8], [1e8, 1e8, 1e8]), /has a mass or inertia of 5\.33e\+40/],
    ['no thickness', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), /lie in one plane/],
  ])('is not written with %s', (_, mesh, message) => {
    expect(() => bytesOf(mesh)).toThrow(message);
  });

  it('is written with the largest size of which its reader takes the mass', () => {
    expect(readPhysxConvex(bytesOf(box([-1e7, -1e7, -1e7], [1e7, 1e7, 1e7]))).hulls).toHaveLength(1);
  });

  it('is written with the most that PhysX holds', () => {
    // Two rings of 127 and a point: one face less than two for each vertex of a ring.
    const ring = Array.from({ length: 127 }, (_, i) => (2 * Math.PI * i) / 127);
    const points = [
      ...ring.flatMap((angle) => [Math.cos(angle), Math.sin(angle), 0]),
      ...ring.flatMap((angle) => [Math.cos(angle), Math.sin(angle), 1]),
    ];
    const hull = convexHull(Float64Array.from([...points, 0, 0, 1.5]).map(Math.fround));
    expect(hull.positions.length / 3).toBe(maxConvexVertices);
    const { hulls } = readPhysxConvex(bytesOf(meshOf([...hull.positions], [...hullTriangles(hull)])));
    expect(hulls[0]!.positions.length / 3).toBe(maxConvexVertices);
  });

  it.each<[string, (bytes: Uint8Array, view: DataView) => void, RegExp, string, number]>([
    [
      'version',
      (_, view) => view.setUint32(8, 15, true),
      /has a mesh of version 15; version 14 of PhysX 5 is read/,
      'unsupported-dialect',
      8,
    ],
    ['hull version', (_, view) => view.setUint32(24, 5, true), /has a hull of version 5; version 9/, 'unsupported-dialect', 24],
    ['hull letters', (bytes) => (bytes[20] = 0), /letters CLHL are missing/, 'invalid-bytes', 16],
    ['counts', (_, view) => view.setUint32(28, 3, true), /has 3 vertices and 6 polygons/, 'invalid-bytes', 28],
    ['edges', (_, view) => view.setUint32(32, 11, true), /are not a closed surface/, 'invalid-bytes', 28],
    ['vertex', (_, view) => view.setFloat32(44, NaN, true), /vertex 0 is not finite/, 'invalid-bytes', 44],
    ['moved vertex', (_, view) => view.setFloat32(44, 5, true), /the plane of polygon 1/, 'invalid-bytes', 160],
    ['plane', (_, view) => view.setFloat32(140, 2, true), /has a normal that is not of unit length/, 'invalid-bytes', 140],
    ['corner', (bytes) => (bytes[260] = 8), /names vertex 8 of 8/, 'invalid-bytes', 260],
    ['neighbour', (bytes) => (bytes[284] = 5), /polygons that are no neighbours/, 'invalid-bytes', 284],
  ])('is refused with its byte: %s', (_, change, message, code, byte) => {
    const bytes = bytesOf(box()).slice();
    change(bytes, new DataView(bytes.buffer));
    const error = refusalOf(readPhysxConvex, bytes);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(error.location).toEqual({ byte });
  });

  it('is refused at any length, and with bytes after its end', () => {
    const bytes = bytesOf(hullMesh('rock', 200, 3));
    for (let length = 0; length < bytes.length; length += 61)
      expect(refusalOf(readPhysxConvex, bytes.subarray(0, length)).code, String(length)).toMatch(/truncated|invalid-bytes/);
    expect(refusalOf(readPhysxConvex, Uint8Array.from([...bytes, 0])).code).toBe('truncated');
  });
});

it('a .convex.physx file with changed bytes is refused or read, and nothing else', () => {
  expectRefusedOrRead([bytesOf(box()), bytesOf(hullMesh('rock', 50, 3))], 1_000_000, readPhysxConvex);
});
