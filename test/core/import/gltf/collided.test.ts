import { describe, expect, it } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { importMesh } from '#core/import/import-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import type { ImportOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';

const indices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const bytes = Buffer.concat([
  Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1).buffer),
  Buffer.from(Uint16Array.from(indices).buffer),
]);
const collider = { KHR_physics_rigid_bodies: { collider: { geometry: { shape: 0 } } } };
const trigger = { KHR_physics_rigid_bodies: { trigger: { geometry: { shape: 0 } } } };
const hull = { KHR_physics_rigid_bodies: { collider: { geometry: { mesh: 0, convexHull: true } } } };
const body = { KHR_physics_rigid_bodies: { motion: {} } };

type Nodes = readonly Readonly<Record<string, unknown>>[];

/** A scene of nodes, all of which show one tetrahedron where they have the mesh 0. */
async function read(nodes: Nodes, colliders: ImportOptions['colliders'] = 'apart', roots?: readonly number[]): Promise<TriangleMesh> {
  const primitive = { attributes: { POSITION: 0 }, indices: 1 };
  const document = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    scene: 0,
    scenes: [{ nodes: roots ?? nodes.map((_, i) => i) }],
    nodes,
    meshes: [{ primitives: [primitive] }, { primitives: [primitive, primitive] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
      { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 24 },
    ],
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
    extensions: { KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [1, 1, 1] } }] } },
  };
  return (
    await importMesh(new TextEncoder().encode(JSON.stringify(document)), {
      fileName: 'a.gltf',
      progress: () => {},
      readSideFile: async () => null,
      options: { colliders },
    })
  ).mesh;
}

function missing(mesh: TriangleMesh, needColliders = false): string | null {
  const { findings } = checkHealth(mesh, { ...defaultValues(healthOptions), only: 'missing-colliders', needColliders });
  return findings[0]?.detail ?? null;
}

describe('nodes without a collider in a file that has colliders', () => {
  const tree = { name: 'Tree', mesh: 0, translation: [5, 0, 0] };

  it.each<[string, Nodes, (readonly number[])?]>([
    ['at the same node', [{ name: 'Rock', mesh: 0, extensions: collider }, tree]],
    ['below it', [{ name: 'Rock', mesh: 0, children: [2] }, tree, { name: 'Shape', extensions: collider }], [0, 1]],
    [
      'in the same body',
      [
        { name: 'Body', children: [1, 2, 4], extensions: body },
        { name: 'Rock', mesh: 0 },
        { name: 'More', children: [5] },
        tree,
        { name: 'Shape', extensions: collider },
        { name: 'Moss', mesh: 0 },
      ],
      [0, 3],
    ],
    [
      'beside it below a node of their own',
      [{ name: 'Both', children: [1, 2] }, { name: 'Rock', mesh: 0 }, { name: 'Shape', extensions: collider }, tree],
      [0, 3],
    ],
    ['in its place', [{ name: 'Rock', mesh: 0 }, { name: 'Shape', extensions: hull }, tree]],
    ['by its name', [{ name: 'Rock', mesh: 0 }, { name: 'RockCollider', extensions: collider }, tree]],
    ['of two primitives', [{ name: 'Rock', mesh: 1, extensions: collider }, tree]],
    [
      'by extras',
      [{ name: 'Rock', mesh: 0, children: [2] }, tree, { name: 'Shape', mesh: 0, extras: { data: 'collision', shape: 'box' } }],
      [0, 1],
    ],
    ['in the mesh of its own node', [{ name: 'Rock', mesh: 0, extensions: hull }, tree]],
  ])('is reported: %s', async (_, nodes, roots) => {
    for (const colliders of ['apart', 'with'] as const) expect(missing(await read(nodes, colliders, roots))).toBe('Tree');
  });

  it('is nothing in a file without colliders, unless they are needed; a trigger is none', async () => {
    const bare = await read([{ name: 'Rock', mesh: 0 }, tree]);
    expect([missing(bare), missing(bare, true)]).toEqual([null, 'Rock, Tree']);
    const triggered = await read([{ name: 'Rock', mesh: 0, extensions: trigger }, tree], 'with');
    expect([missing(triggered), missing(triggered, true)]).toEqual([null, 'Rock, Tree']);
  });

  it('is named in the collider that has something', async () => {
    const { parts } = await read(
      [
        { name: 'Rock', mesh: 1, children: [1] },
        { name: 'Shape', extensions: collider },
      ],
      'with',
      [0],
    );
    expect(parts.map(({ name, role, hasCollider }) => [name, role?.of, hasCollider])).toEqual([
      ['Rock/0', undefined, true],
      ['Rock/1', undefined, true],
      ['Shape', 'Rock', undefined],
    ]);
  });

  it.each([
    ['by its name', 'RoadCollider', 'Road_Mesh'],
    ['by another way to write it', 'grass-col.001', 'GrassMesh'],
    ['by its mesh in its place', 'Shape', 'Road_Mesh'],
    ['by nothing, where several are seen', 'Other', null],
  ])('is named in the collider of a body with much to be seen: %s', async (how, name, of) => {
    const seen = [
      { name: 'GrassMesh', mesh: 0, translation: [9, 0, 0] },
      { name: 'Road_Mesh', mesh: 0 },
    ];
    const { parts } = await read(
      [{ name: 'Terrain', children: [1, 2, 3], extensions: body }, ...seen, { name, extensions: how.includes('place') ? hull : collider }],
      'with',
      [0],
    );
    expect(parts.map(({ role, hasCollider }) => (role === undefined ? hasCollider : role.of))).toEqual([true, true, of]);
  });

  it.each<[readonly [string, string], readonly string[], readonly (string | null)[]]>([
    [
      ['Wheel.001', 'Wheel.002'],
      ['WheelCollider.001', 'WheelCollider.002', 'WheelCollider.003'],
      ['Wheel.001', 'Wheel.002', null],
    ],
    [
      ['Mesh.001', 'Mesh.002'],
      ['Collider.001', 'Collider.002'],
      [null, null],
    ],
    [['001', 'Door'], ['Shape'], [null]],
  ])('is the copy with the same number, or none: %j', async (seen, names, of) => {
    const below = [...seen.map((name) => ({ name, mesh: 0 })), ...names.map((name) => ({ name, extensions: collider }))];
    const { parts } = await read([{ name: 'Car', children: below.map((_, i) => i + 1), extensions: body }, ...below], 'with', [0]);
    expect(parts.filter(({ role }) => role !== undefined).map(({ role }) => role!.of)).toEqual(of);
  });
});
