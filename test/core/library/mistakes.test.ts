import { expect, test } from 'vitest';
import * as boxwood from '#core/index';
import { maxThreads } from '#core/check-threads';

const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const indices = Uint32Array.of(0, 1, 2);
const mesh = { positions, indices, parts: [] };
const tree = boxwood.buildTree(mesh);
const ray = { origin: [0.2, 0.2, 1], direction: [0, 0, -1] } as const;
const treed = { mesh, tree };
const partOf = (firstTriangle: number, triangleCount: number): object => ({ name: 'a', firstTriangle, triangleCount, worldFromPart: null });
const tetrahedron = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2),
  parts: [],
};
/** Programs in JavaScript have no types. */
const untyped = boxwood as unknown as Record<string, (...given: unknown[]) => unknown>;

test('a mesh of own arrays needs no parts, and is written as one', () => {
  expect(boxwood.raycast(tree, mesh, ray).hits).toMatchObject([{ triangle: 0, distance: 1, part: null }]);
  expect(boxwood.raycast(tree, mesh, { origin: Float64Array.from(ray.origin), direction: ray.direction } as never).hits).toHaveLength(1);
  expect(boxwood.transformOf({ translate: Float64Array.of(1, 2, 3) as never })).toEqual(boxwood.transformOf({ translate: [1, 2, 3] }));
  const baked = boxwood.readBoxwood(boxwood.bake(mesh, 'boxwood', { trees: [tree] }).bytes);
  expect(baked.mesh.parts).toMatchObject([{ name: 'mesh', firstTriangle: 0, triangleCount: 1 }]);
  const own = { ...mesh, parts: [{ name: 'mesh', firstTriangle: 0, triangleCount: 1, worldFromPart: null }] };
  for (const format of ['obj', 'glb', 'stl', 'ply'] as const)
    expect(boxwood.exportMesh(mesh, format), format).toEqual(boxwood.exportMesh(own, format));
  expect(boxwood.fit(mesh, 'box', { per: 'part' })).toHaveLength(1);
});

test('options that are undefined are those that are left out', async () => {
  expect(boxwood.bake(mesh, 'boxwood', { source: undefined, trees: [tree] } as object)).toEqual(
    boxwood.bake(mesh, 'boxwood', { trees: [tree] }),
  );
  expect(boxwood.hulls(tetrahedron, { per: undefined } as object)).toEqual(boxwood.hulls(tetrahedron));
  const without = await boxwood.decompose(tetrahedron);
  expect((await boxwood.decompose(tetrahedron, { method: undefined } as object)).bodies).toEqual(without.bodies);
});

test('an export has the notes of the conversion, and one with convex hulls is read again', () => {
  const part = (name: string, firstTriangle: number, triangleCount: number) => ({
    name,
    firstTriangle,
    triangleCount,
    worldFromPart: null,
  });
  const role = { shape: 'triangles', isRendered: false, isTrigger: false, of: null, from: 'name', exact: null } as const;
  const level = {
    positions: Float64Array.of(...tetrahedron.positions, 5, 0, 0, 6, 0, 0, 5, 1, 0),
    indices: Uint32Array.of(...tetrahedron.indices, 4, 5, 6),
    parts: [
      { ...part('rock', 0, 4), role },
      { ...part('decal', 4, 1), role: { ...role, shape: 'hull' as const } },
    ],
  };
  const { notes } = boxwood.exportMesh(level, 'jolt-shapes', { flat: 'skip' });
  expect(notes.map(({ code }) => code)).toContain('flat-left-out');
  const plain = { ...tetrahedron, parts: [part('rock', 0, 4)] };
  const { bytes } = boxwood.exportMesh(plain, 'boxwood', { colliderNames: 'godot', hulls: 'convex' });
  expect(boxwood.readBoxwood(bytes).mesh.parts).toHaveLength(1);
});

const moved = { positions: positions.slice(), indices, parts: [] };
structuredClone(moved.positions, { transfer: [moved.positions.buffer] });

test.each<[string, string, unknown[], RegExp]>([
  ['a mesh that was moved to another thread', 'buildTree', [moved], /memory of the mesh has been moved.*Read the mesh again/],
  ['a mesh without parts', 'buildTree', [{ positions, indices }], /no parts.*empty: parts: \[\]/],
  ['a mesh without parts to check', 'checkMesh', [{ positions, indices }], /no parts/],
  ['a mesh without indices', 'buildTree', [{ positions, parts: [] }], /mesh has no indices.*positions, indices, parts/],
  ['a ray without direction', 'raycast', [tree, mesh, { origin: [0, 0, 1] }], /no origin or no direction.*direction: \[x, y, z\]/],
  ['many rays without directions', 'raycastMany', [tree, mesh, { origins: [0, 0, 1] }], /directions is not an array of numbers/],
  ['points in place of their record', 'closestPointMany', [tree, mesh, positions], /points is not an array of numbers/],
  ['no ray', 'raycast', [tree, mesh], /no origin or no direction/],
  ['no rays', 'raycastMany', [tree, mesh], /origins is not an array of numbers/],
  ['a mesh without a tree', 'distance', [{ mesh }, treed], /no tree.*\{ mesh, tree \}/],
  ['an unknown part of a transform', 'transformOf', [{ rotate: [0, 0, 90] }], /Unknown part of a transform "rotate".*rotateDegrees/],
  ['what a read returned, in place of its mesh', 'buildTree', [{ mesh, findings: [] }], /mesh has no positions/],
  ['no mesh', 'buildTree', [], /mesh has no positions/],
  ['a mesh in place of a tree', 'raycast', [mesh, mesh, ray], /This is not a tree/],
  [
    'positions of three.js',
    'bake',
    [{ ...mesh, positions: Float32Array.from(positions) }],
    /positions of the mesh are Float32Array.*Float64Array\.from\(positions\)/,
  ],
  ['indices of three.js', 'buildTree', [{ ...mesh, indices: Uint16Array.of(0, 1, 2) }], /indices of the mesh are Uint16Array.*Uint32Array/],
  ['lists in place of typed arrays', 'buildTree', [{ ...mesh, indices: [0, 1, 2] }], /indices of the mesh are plain arrays/],
  ['parts that leave a triangle out', 'bake', [{ ...mesh, parts: [partOf(0, 0)] }], /parts have 0 of the 1 triangles.*every triangle once/],
  [
    'parts beyond the mesh',
    'exportMesh',
    [{ ...mesh, parts: [partOf(0, 100)] }, 'obj'],
    /Part 0 of the mesh has 100 triangles from 0, where triangle 0 of 1 is next/,
  ],
  ['parts that overlap', 'buildTree', [{ ...mesh, parts: [partOf(0, 1), partOf(0, 1)] }], /Part 1 of the mesh/],
  ['a part without a name', 'buildTree', [{ ...mesh, parts: [{ firstTriangle: 0, triangleCount: 1 }] }], /Part 0 of the mesh has no name/],
  ['a format that is not written', 'bake', [mesh, 'fbx'], /no format "fbx" to write.*boxwood/],
  ['a format that is not exported', 'exportMesh', [mesh, 'fbx'], /no format "fbx" to write/],
  ['a sphere for shapes', 'overlap', [tree, mesh, { kind: 'sphere', center: [0, 0, 0], radius: 1 }], /kind "sphere".*sphereOverlap/],
  ['an unknown option of hulls', 'hulls', [mesh, { maxVertice: 32 }], /Unknown option "maxVertice"/],
  ['a value of an option of hulls', 'hulls', [mesh, { per: 'parts' }], /cannot be "parts"/],
  ['an option of a deviation that is no number', 'deviation', [treed, treed, { tolerance: NaN }], /cannot be null|NaN/],
  [
    'a transform of hulls that is none',
    'separation',
    [boxwood.hulls(tetrahedron)[0]!.hull, boxwood.hulls(tetrahedron)[0]!.hull, [1, 2]],
    /./,
  ],
  ['a number as scale', 'transformOf', [{ scale: 0 }], /"scale".*not three numbers/],
])('%s is reported with what to do', (_, name, given, text) => {
  try {
    untyped[name]!(...given);
  } catch (error) {
    expect(error).toBeInstanceOf(boxwood.InspectorError);
    const { code, message, fix } = error as boxwood.InspectorError;
    expect(code).toBe('invalid-argument');
    return expect(`${message}. ${fix}`).toMatch(text);
  }
  throw new Error('No error');
});

test.each<[string, unknown[], RegExp]>([
  ['text in place of bytes', ['v 0 0 0', 'a.obj'], /is text, not bytes/],
  ['bytes without a name', [new Uint8Array(3)], /has no name/],
  ['an unknown option', [new Uint8Array(3), 'a.obj', { unit: 'metre' }], /Unknown option "unit"/],
  ['an unknown value', [new Uint8Array(3), 'a.obj', { colliders: 'xx' }], /Colliders.*xx/],
  ['a value out of range', [new Uint8Array(3), 'a.obj', { curveError: -1 }], /-1/],
  ['null as options', [new Uint8Array(3), 'a.obj', null], /options are not a record/],
  ['a flag as progress', [new Uint8Array(3), 'a.obj', { progress: true }], /"progress" is not a function/],
  ['a baked file', [boxwood.bake(mesh, 'boxwood', { trees: [tree] }).bytes, 'a.boxwood'], /not read: a Boxwood bake/],
])('%s is reported', async (_, given, text) => {
  await expect(untyped['readMesh']!(...given)).rejects.toThrow(text);
});

test('more threads than the limit are refused before any starts', () => {
  const start = (): never => {
    throw new Error('A thread was started');
  };
  expect(() => boxwood.createQueryThreads(tree, mesh, maxThreads + 1, start)).toThrow(/number of threads is 1025/);
});
