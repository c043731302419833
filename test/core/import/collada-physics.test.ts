import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import type { ImportOptions } from '#core/options/import-options';
import { codesOf, findingOf, importText, partsOf, refusalOf } from './import-bytes.ts';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Four faces of the tetrahedron of the unit axes. */
const tetrahedron = (id: string, kind = 'convex_mesh'): string =>
  `<geometry id="${id}"><${kind}><source id="${id}-p"><float_array id="${id}-a" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common><accessor source="#${id}-a" count="4" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source><vertices id="${id}-v"><input semantic="POSITION" source="#${id}-p"/></vertices><triangles count="4"><input semantic="VERTEX" source="#${id}-v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></${kind}></geometry>`;
const rubber =
  '<library_physics_materials><physics_material id="rubber"><technique_common><dynamic_friction>0.5</dynamic_friction><restitution>0.25</restitution><static_friction>0.75</static_friction></technique_common></physics_material></library_physics_materials>';
const body = (shapes: string, sid = 'body'): string =>
  `<rigid_body sid="${sid}"><technique_common><dynamic>true</dynamic>${shapes}</technique_common></rigid_body>`;
const models = (bodies: string): string =>
  `<library_physics_models><physics_model id="m">${bodies}</physics_model></library_physics_models>`;
const physicsScene = (instances: string): string =>
  `<library_physics_scenes><physics_scene id="ps"><instance_physics_model url="#m">${instances}</instance_physics_model></physics_scene></library_physics_scenes>`;

interface Document {
  readonly geometries: string;
  readonly nodes?: string;
  readonly physics: string;
}

const document = ({ geometries, nodes = '<node id="n"/>', physics }: Document): string =>
  `<?xml version="1.0"?>\n<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">\n<library_geometries>${geometries}</library_geometries>\n<library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes>\n${rubber}${physics}\n<scene><instance_visual_scene url="#s"/><instance_physics_scene url="#ps"/></scene></COLLADA>`;

const readWith = (text: string, options: Partial<ImportOptions>): Promise<ImportedMesh> =>
  importMesh(new TextEncoder().encode(text), { fileName: 'a.dae', progress: () => {}, readSideFile: async () => null, options });

describe('rigid bodies of COLLADA', () => {
  // As PhysX Viewer wrote the hulls of the PR2 robot: no "#" in the url, and no rendered geometry.
  const hulls = document({
    geometries: tetrahedron('/tmp/palm'),
    physics:
      models(
        body('<shape><rotate>1 0 0  0</rotate><instance_physics_material url="#rubber"/><instance_geometry url="/tmp/palm"/></shape>'),
      ) + physicsScene('<instance_rigid_body target="#n" body="body"/>'),
  });

  it('are listed as hulls, and the file is not reported as one without triangles', async () => {
    const imported = await importText(hulls, 'a.dae');
    expect(imported.mesh.indices).toHaveLength(0);
    expect(imported.colliders).toEqual([
      {
        name: 'n',
        shape: 'hull',
        isTrigger: false,
        exact: null,
        triangles: 4,
        worldFromShape: identity,
        pointer: 'm/body',
        physics: {
          material: {
            staticFriction: 0.75,
            dynamicFriction: 0.5,
            restitution: 0.25,
            frictionCombine: 'average',
            restitutionCombine: 'average',
          },
          filter: null,
        },
      },
    ]);
    expect(codesOf(imported)).toEqual(['format-violation', 'colliders-apart', 'no-triangles']);
    expect(findingOf(imported, 'format-violation')?.message).toContain('"#"');
    expect(findingOf(imported, 'no-triangles')?.message).not.toContain('file contains no triangles');
  });

  it.each(['with', 'only'] as const)('become parts with a role for --colliders %s', async (colliders) => {
    const imported = await readWith(hulls, { colliders });
    expect(partsOf(imported)).toEqual([['n', 0, 4]]);
    expect(imported.mesh.parts[0]?.role).toMatchObject({ shape: 'hull', isRendered: false, from: 'extension', exact: null });
    expect(codesOf(imported)).toEqual(['format-violation']);
    expect(imported.colliders).toEqual([]);
  });

  it('are placed by the node of the body and by the transforms of the shape', async () => {
    const nodes = '<node id="n"><translate>10 0 0</translate><scale>2 2 2</scale></node>';
    const shape = '<shape><instance_geometry url="#hull"/><translate>0 3 0</translate><rotate>0 0 1 90</rotate></shape>';
    const imported = await readWith(
      document({
        geometries: tetrahedron('hull', 'mesh'),
        nodes,
        physics: models(body(shape)) + physicsScene('<instance_rigid_body target="#n" body="body"/>'),
      }),
      { colliders: 'with' },
    );
    // By hand: (1, 0, 0) is rotated to (0, 1, 0), moved to (0, 4, 0), doubled to (0, 8, 0), moved to (10, 8, 0).
    expect([...imported.mesh.positions].map((x) => Math.round(1e9 * x) / 1e9 + 0)).toEqual([10, 6, 0, 10, 8, 0, 8, 6, 0, 10, 6, 2]);
    expect(imported.mesh.parts[0]?.role?.shape).toBe('triangles');
  });

  it('give their role to a part that the scene shows in the same place', async () => {
    const nodes = '<node id="n" name="crate"><instance_geometry url="#box"/></node><node id="bare"><instance_geometry url="#box"/></node>';
    const imported = await importText(
      document({
        geometries: tetrahedron('box') + tetrahedron('other'),
        nodes,
        physics:
          models(body('<shape><instance_geometry url="#box"/></shape>') + body('<shape><instance_geometry url="#other"/></shape>', 'b2')) +
          physicsScene('<instance_rigid_body target="#n" body="body"/><instance_rigid_body target="#bare" body="b2"/>'),
      }),
      'a.dae',
    );
    expect(imported.mesh.parts.map(({ name, role, hasCollider }) => [name, role?.shape, role?.isRendered, hasCollider])).toEqual([
      ['crate', 'hull', true, undefined],
      ['bare', undefined, undefined, true],
    ]);
    expect(imported.colliders).toMatchObject([{ name: 'bare', shape: 'hull', pointer: 'm/b2' }]);
  });

  it('keep the numbers of boxes, spheres, capsules and cylinders, and skip other shapes with a finding', async () => {
    const shapes = [
      '<box><half_extents>1 2 3</half_extents></box>',
      '<sphere><radius>4</radius></sphere>',
      '<capsule><height>5</height><radius>1 1</radius></capsule>',
      '<cylinder><height>6</height><radius>2 2</radius></cylinder>',
      '<cylinder><height>6</height><radius>2 3</radius></cylinder>',
      '<plane><equation>0 1 0 0</equation></plane>',
      '<sphere><radius>-1</radius></sphere>',
    ];
    const imported = await importText(
      document({ geometries: '', physics: models(body(shapes.map((each) => `<shape>${each}</shape>`).join(''))) }),
      'a.dae',
    );
    expect(imported.colliders?.map(({ exact }) => exact)).toEqual([
      { kind: 'box', size: [2, 4, 6] },
      { kind: 'sphere', radius: 4 },
      { kind: 'capsule', height: 5, radiusTop: 1, radiusBottom: 1 },
      { kind: 'cylinder', height: 6, radiusTop: 2, radiusBottom: 2 },
    ]);
    expect(findingOf(imported, 'ignored-elements')).toMatchObject({ severity: 'warning', count: 3 });
  });

  it('may declare the convex hull of another geometry', async () => {
    const physics = models(body('<shape><instance_geometry url="#hull"/></shape>'));
    const geometries = `${tetrahedron('shape', 'mesh')}<geometry id="hull"><convex_mesh convex_hull_of="#shape"/></geometry>`;
    const imported = await importText(document({ geometries, physics }), 'a.dae');
    expect(imported.colliders).toMatchObject([{ name: 'body', shape: 'hull', triangles: 4 }]);
  });

  it('of models that contain each other are refused', async () => {
    const physics =
      '<library_physics_models><physics_model id="m"><instance_physics_model url="#m"/></physics_model></library_physics_models>' +
      physicsScene('');
    expect(await refusalOf(importText(document({ geometries: '', physics }), 'a.dae'))).toMatchObject({ code: 'cyclic' });
  });
});

describe('a COLLADA scene that shows nothing', () => {
  it('reports the meshes that it does not show', async () => {
    const imported = await importText(document({ geometries: tetrahedron('a') + tetrahedron('b', 'mesh'), physics: '' }), 'a.dae');
    expect(findingOf(imported, 'no-triangles')?.message).toBe('The scene shows no triangles; meshes that it does not show: 2');
  });
});

describe('an animated node', () => {
  it('moves the colliders of its body', async () => {
    const source = (id: string, values: string, stride: number): string =>
      `<source id="${id}"><float_array id="${id}-a" count="${values.split(' ').length}">${values}</float_array><technique_common><accessor source="#${id}-a" count="2" stride="${stride}"/></technique_common></source>`;
    const animations = `<library_animations><animation>${source('t', '0 1', 1)}${source('v', '0 0 0 4 0 0', 3)}<sampler id="sa"><input semantic="INPUT" source="#t"/><input semantic="OUTPUT" source="#v"/></sampler><channel source="#sa" target="n/move"/></animation></library_animations>`;
    const nodes = '<node id="n"><translate sid="move">0 0 0</translate></node>';
    const shape = '<shape><instance_geometry url="#hull"/><translate>0 3 0</translate></shape>';
    const physics = models(body(shape)) + physicsScene('<instance_rigid_body target="#n" body="body"/>') + animations;
    const text = document({ geometries: tetrahedron('hull'), nodes, physics });
    expect((await readWith(text, { colliders: 'with' })).animation?.runs).toMatchObject([
      { firstVertex: 0, nodeFromRun: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 3, 0, 1) },
    ]);
    expect((await readWith(text, { colliders: 'only' })).animation).toBeNull();
  });
});
