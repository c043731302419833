import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { tessellate } from '#core/mesh/tessellate-shape';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import { isClosed } from '#core/mesh/is-closed';
import { massProperties } from '#core/mesh/mass-properties';
import { meshBounds } from '#core/mesh/bounds';
import { collisionFilterText, physicsMaterialText, type PhysicsMaterial } from '#core/mesh/collider-physics';
import { exactText } from '#core/mesh/part-role';
import type { ExactShape } from '#core/mesh/collider-role';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { triangleNormal } from '#core/shape/triangle-normal';
import type { ImportOptions } from '#core/options/import-options';
import { inputOf, treeOf } from '../../bake/bake-input.ts';
import { bytesOf } from '../import-bytes.ts';

const triangle = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString('base64');
const rest = {
  asset: { version: '2.0' },
  meshes: [0, 1].map(() => ({ primitives: [{ attributes: { POSITION: 0 } }] })),
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${triangle}` }],
};
const implicit = { KHR_implicit_shapes: { shapes: [{ type: 'box', box: { size: [2, 4, 6] } }, { type: 'sphere' }, { type: 'plane' }] } };

function read(nodes: readonly object[], extensions: object, colliders: ImportOptions['colliders'] = 'apart'): Promise<ImportedMesh> {
  const used = [...new Set(['KHR_physics_rigid_bodies', ...Object.keys(extensions)])];
  const document = { ...rest, scenes: [{ nodes: nodes.map((_, i) => i) }], nodes, extensions, extensionsUsed: used };
  return importMesh(bytesOf(JSON.stringify(document)), {
    fileName: 'a.gltf',
    progress: () => {},
    readSideFile: async () => null,
    options: { colliders },
  });
}
const body = (fields: object, extension = 'KHR_physics_rigid_bodies'): object => ({ extensions: { [extension]: fields } });
const toldOf = ({ colliders }: ImportedMesh) =>
  (colliders ?? []).map(({ name, shape, triangles, isTrigger }) => `${isTrigger ? 'trigger ' : ''}${name} ${shape} ${triangles}`);

describe('colliders of KHR_physics_rigid_bodies', () => {
  it.each([
    ['a shape', { collider: { geometry: { shape: 0 } } }, 'n box 0'],
    ['a mesh, as since 2026', { collider: { geometry: { mesh: 1 } } }, 'n triangles 1'],
    ['the hull of a mesh', { collider: { geometry: { mesh: 1, convexHull: true } } }, 'n hull 1'],
    ['the meshes of a node, as until 2025', { collider: { geometry: { node: 1, convexHull: true } } }, 'n hull 1'],
    ['a trigger', { trigger: { geometry: { shape: 1 } } }, 'trigger n sphere 0'],
  ])('that name %s', async (_, fields, reported) => {
    const nodes = [
      { name: 'n', ...body(fields) },
      { name: 'other', mesh: 1 },
    ];
    const imported = await read(nodes, implicit);
    expect(toldOf(imported)).toEqual([reported]);
    expect(
      imported.findings
        .filter(({ code }) => code !== 'not-applied')
        .map(({ code, count, locations }) => [code, count, locations[0]?.pointer]),
    ).toEqual([['colliders-apart', 1, `/nodes/0/extensions/KHR_physics_rigid_bodies/${Object.keys(fields)[0]}`]]);
    expect(imported.mesh.parts.map(({ name }) => name)).toEqual(['other']);
  });

  it('of earlier generations name the shape, or a mesh as a shape, at once', async () => {
    const shapes = {
      KHR_collision_shapes: {
        shapes: [
          { type: 'convex', convex: { mesh: 1 } },
          { type: 'cylinder', cylinder: { radius: 2, height: 3 } },
        ],
      },
    };
    const nodes = [
      { name: 'a', ...body({ collider: { shape: 0 } }, 'KHR_rigid_bodies') },
      { name: 'b', ...body({ collider: { shape: 1 } }, 'KHR_rigid_bodies') },
    ];
    const imported = await read(nodes, { ...shapes, KHR_rigid_bodies: {} });
    expect(toldOf(imported)).toEqual(['a hull 1', 'b cylinder 0']);
    expect(imported.colliders?.[1]?.exact).toEqual({ kind: 'cylinder', height: 3, radiusTop: 2, radiusBottom: 2 });
  });

  it('take the meshes below a node in its own space, and stand where their own node stands', async () => {
    const nodes = [
      { name: 'n', translation: [10, 0, 0], ...body({ collider: { geometry: { node: 1 } } }) },
      { mesh: 0, translation: [0, 99, 0], children: [2] },
      { mesh: 1, translation: [0, 0, 5] },
    ];
    const document = {
      ...rest,
      scenes: [{ nodes: [0] }],
      nodes,
      extensions: implicit,
      extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
    };
    const { mesh } = await importMesh(bytesOf(JSON.stringify(document)), {
      fileName: 'a.gltf',
      progress: () => {},
      readSideFile: async () => null,
      options: { colliders: 'with' },
    });
    expect(mesh.parts.map(({ worldFromPart }) => worldFromPart?.slice(12, 15))).toEqual([
      [10, 0, 0],
      [10, 0, 5],
    ]);
  });

  it('that are the mesh that is seen are not doubled', async () => {
    const imported = await read([{ name: 'n', mesh: 1, ...body({ collider: { geometry: { mesh: 1 } } }) }], implicit, 'with');
    expect(imported.mesh.parts).toMatchObject([
      { name: 'n', triangleCount: 1, role: { shape: 'triangles', isRendered: true, from: 'extension' } },
    ]);
    expect(imported.colliders).toEqual([]);
  });

  it('that refer to missing objects are a finding', async () => {
    const wrong = [{ shape: 7 }, { shape: 3 }, { mesh: 9 }, { node: 99 }, { shape: 'x' }, {}];
    const imported = await read(
      wrong.map((geometry) => body({ collider: { geometry } })),
      implicit,
    );
    expect(imported.colliders).toEqual([]);
    expect(imported.findings.find(({ code }) => code === 'format-violation')).toMatchObject({ count: 6, severity: 'warning' });
    const sizes = [{ size: [1, 2] }, { size: [1, -1, 1] }, { size: 'big' }, { size: [1, null, 1] }];
    const shapes = { KHR_implicit_shapes: { shapes: sizes.map((box) => ({ type: 'box', box })) } };
    expect(
      (
        await read(
          sizes.map((_, shape) => body({ collider: { geometry: { shape } } })),
          shapes,
        )
      ).findings.find(({ code }) => code === 'format-violation'),
    ).toMatchObject({ count: 4 });
  });
});

describe('properties of a collider other than its shape', () => {
  const lists = {
    physicsMaterials: [{ staticFriction: 0.9, restitution: 0.25, restitutionCombine: 'maximum' }, { staticFriction: -1 }],
    collisionFilters: [
      { collisionSystems: ['props'], notCollideWithSystems: ['debris', 'fog'] },
      { collideWithSystems: ['a'], notCollideWithSystems: ['b'] },
    ],
  };
  const said = {
    material: { staticFriction: 0.9, dynamicFriction: 0.6, restitution: 0.25, frictionCombine: 'average', restitutionCombine: 'maximum' },
    filter: { systems: ['props'], collideWith: [], notCollideWith: ['debris', 'fog'] },
  };
  const physicsIn = async (collider: object, extension = 'KHR_physics_rigid_bodies') => {
    const shapes = extension === 'OMI_physics_body' ? { OMI_physics_shape: { shapes: [{ type: 'box' }] } } : implicit;
    const imported = await read([{ name: 'n', ...body({ collider }, extension) }], { ...shapes, [extension]: lists });
    return {
      physics: imported.colliders?.[0]?.physics,
      violations: imported.findings.filter(({ code }) => code === 'format-violation').length,
    };
  };

  it('is its physics material and the layers that it is of and collides with', async () => {
    expect(await physicsIn({ geometry: { shape: 0 }, physicsMaterial: 0, collisionFilter: 0 })).toEqual({ physics: said, violations: 0 });
    expect(await physicsIn({ shape: 0, physicsMaterial: 0 }, 'OMI_physics_body')).toEqual({
      physics: { ...said, filter: null },
      violations: 0,
    });
    expect(await physicsIn({ geometry: { shape: 0 } })).toEqual({ physics: undefined, violations: 0 });
    expect([physicsMaterialText(said.material as PhysicsMaterial), collisionFilterText(said.filter)]).toEqual([
      'friction 0.9 at rest, 0.6 moving (average), restitution 0.25 (maximum)',
      'of props; not with debris, fog',
    ]);
  });

  it.each([[{ physicsMaterial: 1 }], [{ physicsMaterial: 2 }], [{ collisionFilter: 1 }], [{ collisionFilter: 'x' }]])(
    'that is %j is a finding, and its shape is read',
    async (wrong) => {
      expect(await physicsIn({ geometry: { shape: 0 }, ...wrong })).toEqual({ physics: undefined, violations: 1 });
    },
  );

  it('goes with its part into a bake', async () => {
    const { mesh } = await read(
      [{ name: 'n', ...body({ collider: { geometry: { shape: 0 }, physicsMaterial: 0, collisionFilter: 0 } }) }],
      { ...implicit, KHR_physics_rigid_bodies: lists },
      'with',
    );
    expect(mesh.parts[0]?.role?.physics).toEqual(said);
    expect(readBoxwoodFile(bakeMesh('boxwood', inputOf(mesh, [treeOf(mesh)])).bytes).mesh.parts).toEqual(mesh.parts);
  });
});

describe('planes', () => {
  const planes = {
    KHR_implicit_shapes: {
      shapes: [
        { type: 'plane' },
        { type: 'plane', plane: { sizeX: 4, sizeZ: 2, doubleSided: true } },
        { type: 'plane', plane: { sizeX: 4 } },
        { type: 'plane', plane: { sizeX: -1 } },
      ],
    },
  };
  const nodes = [0, 1, 2, 3].map((shape) => ({ name: `p${shape}`, ...body({ collider: { geometry: { shape } } }) }));

  it('are reported with their sizes, infinite if they have none', async () => {
    const { colliders, findings } = await read(nodes, planes);
    expect(colliders?.map(({ exact }) => (exact === null ? '' : exactText(exact)))).toEqual([
      'infinite',
      '4 × 2, two-sided',
      '4 × infinite',
    ]);
    expect(findings.find(({ code }) => code === 'format-violation')).toMatchObject({
      count: 1,
      locations: [{ pointer: '/nodes/3/extensions/KHR_physics_rigid_bodies/collider' }],
    });
  });

  it('with two sizes are two triangles that face up; infinite ones stay in the list', async () => {
    const { mesh, colliders, findings } = await read(nodes, planes, 'with');
    expect(mesh.parts.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([['p1', 2]]);
    expect(triangleNormal(...triangleVertices(mesh, 0))).toEqual([0, 1, 0]);
    expect(triangleNormal(...triangleVertices(mesh, 1))).toEqual([0, 1, 0]);
    expect(meshBounds(mesh)).toEqual({ min: [-2, 0, -1], max: [2, 0, 1] });
    expect(colliders?.map(({ name }) => name)).toEqual(['p0', 'p2']);
    expect(findings.find(({ code }) => code === 'colliders-apart')).toMatchObject({
      count: 2,
      message: expect.stringContaining('Infinite planes'),
    });
    expect(readBoxwoodFile(bakeMesh('boxwood', inputOf(mesh, [treeOf(mesh)])).bytes).mesh.parts).toEqual(mesh.parts);
  });
});

describe('colliders of OMI_collider', () => {
  it('have their fields next to the type, and a capsule its whole height', async () => {
    const colliders = [
      { type: 'box', size: [1, 2, 3] },
      { type: 'capsule', radius: 0.5, height: 3, isTrigger: true },
      { type: 'cylinder' },
      { type: 'trimesh', mesh: 1 },
      { type: 'hull', mesh: 1 },
      { type: 'compound' },
      { type: 'torus' },
    ];
    const nodes = [...colliders, null].map((_, collider) => ({ name: `n${collider}`, ...body({ collider }, 'OMI_collider') }));
    const imported = await read(nodes, { OMI_collider: { colliders } });
    expect(toldOf(imported)).toEqual(['n0 box 0', 'trigger n1 capsule 0', 'n2 cylinder 0', 'n3 triangles 1', 'n4 hull 1']);
    expect(imported.colliders?.slice(0, 3).map(({ exact }) => exact)).toEqual([
      { kind: 'box', size: [1, 2, 3] },
      { kind: 'capsule', height: 2, radiusTop: 0.5, radiusBottom: 0.5 },
      { kind: 'cylinder', height: 2, radiusTop: 0.5, radiusBottom: 0.5 },
    ]);
    expect(imported.findings.find(({ code }) => code === 'format-violation')).toMatchObject({
      count: 2,
      locations: [{ pointer: '/nodes/6/extensions/OMI_collider' }, { pointer: '/nodes/7/extensions/OMI_collider' }],
    });
  });
});

describe('colliders of the first drafts of OMI_collider', () => {
  const at = (collider: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
    ...more,
    extensions: { OMI_collider: collider },
  });

  it('stand on the node itself, boxes by their half and capsules by the distance of their balls', async () => {
    const nodes = [
      at({ type: 'sphere', radius: 2 }),
      at({ type: 'box', extents: [1, 2, 3] }),
      at({ type: 'box', radius: 3 }),
      at({ type: 'box' }),
      at({ type: 'capsule', radius: 0.25, height: 3 }),
      at({ type: 'capsule' }),
      at({ type: 'compound' }),
    ];
    const imported = await read(nodes, { OMI_collider: {} });
    expect(imported.colliders?.map(({ exact }) => exact)).toEqual([
      { kind: 'sphere', radius: 2 },
      { kind: 'box', size: [2, 4, 6] },
      { kind: 'box', size: [6, 6, 6] },
      { kind: 'box', size: [1, 1, 1] },
      { kind: 'capsule', height: 3, radiusTop: 0.25, radiusBottom: 0.25 },
      { kind: 'capsule', height: 1, radiusTop: 0.5, radiusBottom: 0.5 },
    ]);
    expect(imported.findings.filter(({ code }) => code === 'format-violation')).toEqual([]);
  });

  it('may have half of a box in the list too, and be the mesh of their node where they name none', async () => {
    const colliders = [
      { type: 'box', extents: [1, 2, 3] },
      { type: 'hull' },
      { type: 'mesh' },
      { type: 'hull', mesh: 1 },
      { type: 'box', extents: [1, 'x', 3] },
    ];
    const nodes = [
      at({ collider: 0 }),
      at({ collider: 1 }, { name: 'rock', mesh: 0 }),
      at({ type: 'mesh', isTrigger: true }, { name: 'zone', mesh: 1 }),
      at({ collider: 3 }, { name: 'tree', mesh: 0 }),
      at({ collider: 1 }),
      at({ collider: 4 }),
    ];
    const imported = await read(nodes, { OMI_collider: { colliders } });
    expect(imported.colliders?.[0]?.exact).toEqual({ kind: 'box', size: [2, 4, 6] });
    expect(imported.mesh.parts.map(({ name, role }) => [name, role?.shape, role?.isTrigger])).toEqual([
      ['rock', 'hull', false],
      ['zone', 'triangles', true],
      ['tree', undefined, undefined],
    ]);
    expect(toldOf(imported)).toContain('tree hull 1');
    expect(imported.findings.find(({ code }) => code === 'format-violation')).toMatchObject({
      count: 2,
      locations: [{ pointer: '/nodes/4/extensions/OMI_collider' }, { pointer: '/nodes/5/extensions/OMI_collider' }],
    });
  });
});

describe('the choice of colliders', () => {
  const nodes = [
    { name: 'seen', mesh: 0 },
    { name: 'floor', ...body({ collider: { geometry: { shape: 0 } } }) },
    { name: 'seen-convcolonly', mesh: 1 },
    { name: 'ball', mesh: 1, extras: { data: 'collision', shape: 'sphere' } },
  ];

  it('adds them to the mesh as parts that know their role, or leaves nothing else', async () => {
    const names = async (colliders: ImportOptions['colliders']) =>
      (await read(nodes, implicit, colliders)).mesh.parts.map(({ name, role }) => `${name} ${role?.shape ?? '-'} ${role?.of ?? '-'}`);
    expect(await names('apart')).toEqual(['seen - -', 'seen-convcolonly hull seen', 'ball sphere -']);
    expect(await names('with')).toEqual(['seen - -', 'seen-convcolonly hull seen', 'ball sphere -', 'floor box -']);
    expect(await names('only')).toEqual(['seen-convcolonly hull seen', 'ball sphere -', 'floor box -']);
    const { mesh, findings } = await read(nodes, implicit, 'only');
    expect(mesh.indices.length / 3).toBe(14);
    expect(mesh.positions.length / 3).toBe(14);
    expect(findings).toEqual([]);
    expect((await read([{ mesh: 0 }], implicit, 'only')).findings.at(-1)?.code).toBe('no-triangles');
  });

  it('is kept by a bake, to the last number', async () => {
    const { mesh } = await read(nodes, implicit, 'with');
    const { bytes } = bakeMesh('boxwood', inputOf(mesh, [treeOf(mesh)]));
    expect(readBoxwoodFile(bytes).mesh.parts).toEqual(mesh.parts);
    const glb = bakeMesh('glb', inputOf(mesh, []));
    const again = await importMesh(glb.bytes, { fileName: 'a.glb', progress: () => {}, readSideFile: async () => null });
    expect(again.mesh.parts.map(({ role }) => role?.shape)).toEqual([undefined, 'hull', 'sphere', 'box']);
  });
});

describe('a shape in numbers', () => {
  const volumeOf = (shape: ExactShape): number => {
    const { positions, triangles } = tessellate(shape);
    const mesh = {
      positions,
      indices: triangles,
      parts: [{ name: '', firstTriangle: 0, triangleCount: triangles.length / 3, worldFromPart: null }],
    };
    expect(isClosed(mesh)).toBe(true);
    return massProperties(mesh, 1, [0, 0, 0])!.volume;
  };
  const frustum = (h: number, a: number, b: number): number => (Math.PI * h * (a * a + a * b + b * b)) / 3;

  it('becomes closed triangles that face outward and fill it', () => {
    expect(volumeOf({ kind: 'box', size: [2, 4, 6] })).toBe(48);
    expect(volumeOf({ kind: 'sphere', radius: 3 }) / (36 * Math.PI)).toBeGreaterThan(0.98);
    expect(volumeOf({ kind: 'sphere', radius: 3 })).toBeLessThan(36 * Math.PI);
    expect(volumeOf({ kind: 'cylinder', height: 5, radiusTop: 1, radiusBottom: 2 }) / frustum(5, 1, 2)).toBeCloseTo(0.9936, 3);
    expect(volumeOf({ kind: 'cylinder', height: 5, radiusTop: 0, radiusBottom: 2 }) / frustum(5, 0, 2)).toBeCloseTo(0.9936, 3);
    const capsule = volumeOf({ kind: 'capsule', height: 4, radiusTop: 1, radiusBottom: 1 });
    expect(capsule / ((4 / 3) * Math.PI + 4 * Math.PI)).toBeCloseTo(0.99, 2);
  });

  it('of two unequal balls has its widest parts where the balls are, and is one ball when that holds the other', () => {
    const { positions } = tessellate({ kind: 'capsule', height: 4, radiusTop: 1, radiusBottom: 2 });
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = positions.subarray(i, i + 3);
      const toBalls = Math.min(Math.abs(Math.hypot(x!, y! - 2, z!) - 1), Math.abs(Math.hypot(x!, y! + 2, z!) - 2));
      expect(toBalls).toBeLessThan(1e-12);
    }
    expect(volumeOf({ kind: 'capsule', height: 1, radiusTop: 1, radiusBottom: 3 })).toBeCloseTo(volumeOf({ kind: 'sphere', radius: 3 }), 9);
  });
});
