import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { findingOf, importBytes, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';
import { boundsOf, header, read, readWith, square } from './usd-text.ts';

describe('the layers of a stage', () => {
  it('are composed: inherits, chosen variants, references and payloads, and the stronger wins', async () => {
    const files = {
      'a.usda': `${header}
over "ignored" { ${square('x')} }
class "_moved" { double3 xformOp:translate = (5, 0, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"] }
def "one" ( inherits = </_moved> prepend references = @./parts/rock.usda@ variants = { string lod = "low" } ) {}
def "two" ( payload = @parts/rock.usda@</rock> ) { over "mesh" { double3 xformOp:translate = (0, 7, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"] } }
def "three" ( instanceable = true references = </_proto> ) {}
class "_proto" { ${square('p')} }`,
      'parts/rock.usda': `#usda 1.0\n( defaultPrim = "rock" )
def Xform "rock" ( variants = { string lod = "high" } prepend variantSets = "lod" )
{ ${square('mesh')} variantSet "lod" = { "high" { ${square('detail')} } "low" ( references = @../bush.usda@ ) { } } }`,
      'bush.usda': `#usda 1.0\n( defaultPrim = "bush" )\ndef "bush" { ${square('leaf')} }`,
    };
    const imported = await readWith(files);
    expect(imported.findings).toEqual([]);
    expect(imported.mesh.parts.map(({ name, worldFromPart }) => [name, worldFromPart?.slice(12, 14)])).toEqual([
      ['leaf', [5, 0]],
      ['mesh', [5, 0]],
      ['detail', [0, 0]],
      ['mesh', [0, 7]],
      ['p', [0, 0]],
    ]);
  });

  it('may lie above one another', async () => {
    const files = {
      'a.usda': `#usda 1.0\n( subLayers = [@strong.usda@, @weak.usda@ (offset = 1), @a.usda@] )`,
      'strong.usda': `#usda 1.0\nover "a" ( active = false ) {}`,
      'weak.usda': `#usda 1.0\n${square('a')}${square('b')}`,
    };
    expect(partsOf(await readWith(files)).map(([name]) => name)).toEqual(['b']);
  });

  it('that are missing are reported, and an error in one has its name', async () => {
    const removed = await readWith({
      'a.usda': `${header}def "a" ( references = [@gone.usda@, @/abs.usda@, @omniverse://x/y.usd@, @../../up.usda@] ) { ${square('b')} }`,
    });
    expect(findingOf(removed, 'not-applied')).toMatchObject({
      severity: 'warning',
      count: 4,
      locations: [{ line: 6 }, { line: 6 }, { line: 6 }, { line: 6 }],
    });
    expect(trianglesOf(removed)).toHaveLength(2);
    const broken = { 'a.usda': `${header}def "a" ( references = @b.usda@ ) {}`, 'b.usda': '#usda 1.0\ndef {' };
    expect(await refusalOf(readWith(broken))).toMatchObject({ code: 'malformed', location: { file: 'b.usda', line: 2 } });
  });

  it('are left out with a finding that names them, if they are not USD, and the rest of the stage is read', async () => {
    const files = {
      'a.usda': `#usda 1.0\n( subLayers = [@look.mtlx@] )\n${square('kept')}
def "rock" ( references = @parts/rock.obj@</rock> ) { ${square('inner')} }
def "anim" ( payload = @anim.abc@ ) {}
def "anim2" ( payload = @anim.abc@ ) {}
def "kit" ( references = @kit@ variants = { string lod = "a" } variantSets = "lod" ) { variantSet "lod" = { "a" {} "b" ( references = @unused.drc@ ) {} } }`,
      'look.mtlx': '<?xml version="1.0"?>\n<materialx version="1.38"></materialx>',
      'parts/rock.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
      'anim.abc': 'Ogawa\u0000\u0001',
      kit: 'PK\u0003\u0004 an archive without a layer',
      'unused.drc': 'DRACO',
    };
    const imported = await readWith(files);
    expect(partsOf(imported).map(([name]) => name)).toEqual(['kept', 'inner']);
    expect(imported.findings).toMatchObject([
      {
        code: 'not-applied',
        severity: 'warning',
        count: 5,
        locations: [{ file: 'look.mtlx' }, { file: 'parts/rock.obj' }, { file: 'anim.abc' }, { file: 'anim.abc' }, { file: 'kit' }],
      },
    ]);
    expect(imported.findings[0]?.message).toContain('not USD');
  });

  it('that have an extension of USD but no mark of USD are damaged, and the stage is refused', async () => {
    const files = { 'a.usda': `${header}def "a" ( references = @b.usd@ ) {}`, 'b.usd': 'version https://git-lfs.github.com/spec/v1' };
    expect(await refusalOf(readWith(files))).toMatchObject({ code: 'malformed', location: { file: 'b.usd' } });
  });

  it('may repeat a prototype at points', async () => {
    const body = `def PointInstancer "trees" { rel prototypes = [</trees/oak>, </trees/gone>]
int[] protoIndices = [0, 0, 1, 0]
point3f[] positions = [(0, 0, 0), (10, 0, 0), (20, 0, 0), (30, 0, 0)]
quath[] orientations = [(1, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (1, 0, 0, 0)]
float3[] scales = [(1, 1, 1), (2, 2, 2), (1, 1, 1), (1, 1, 1)]
int64[] invisibleIds = [3]
${square('oak')} }`;
    const imported = await read(body);
    expect(partsOf(imported)).toEqual([
      ['trees[0]', 0, 2],
      ['trees[1]', 2, 2],
    ]);
    expect(boundsOf(imported)).toEqual([
      [0, -2, 0],
      [10, 1, 0],
    ]);
    expect(findingOf(imported, 'format-violation')).toMatchObject({ count: 1 });
  });
});

describe('UsdPhysics', () => {
  const api = (...names: readonly string[]): string =>
    `( prepend apiSchemas = [${names.map((name) => `"Physics${name}API"`).join(', ')}] )`;

  it('reports which meshes collide, and their role', async () => {
    const body =
      ['none', 'convexHull', 'convexDecomposition', 'boundingCube', 'boundingSphere']
        .map((word) => square(word, `uniform token physics:approximation = "${word}"`, api('Collision', 'MeshCollision')))
        .join('') +
      square('off', 'bool physics:collisionEnabled = 0', api('Collision')) +
      square('seen');
    expect((await read(body)).mesh.parts.map(({ role }) => role?.shape ?? null)).toEqual([
      'triangles',
      'hull',
      'hull',
      'box',
      'sphere',
      null,
      null,
    ]);
  });

  it('lists colliders that the stage does not show, and imports them as parts on request', async () => {
    const body =
      square('seen') +
      square('hidden', 'uniform token purpose = "guide"', api('Collision')) +
      `def Capsule "pill" ${api('Collision')} { token visibility = "invisible"; uniform token axis = "X"; double height = 3; double radius = 1 }\ndef Plane "ground" ${api('Collision')} { uniform token purpose = "guide" }`;
    const apart = await read(body);
    expect(partsOf(apart)).toEqual([['seen', 0, 2]]);
    expect(apart.colliders).toMatchObject([
      { name: 'hidden', shape: 'triangles', exact: null, triangles: 2, pointer: '/hidden' },
      { name: 'pill', shape: 'capsule', exact: { kind: 'capsule', height: 3, radiusTop: 1, radiusBottom: 1 }, triangles: 0 },
      { name: 'ground', shape: 'plane', exact: { kind: 'plane', sizeX: null, sizeZ: null } },
    ]);
    expect(findingOf(apart, 'colliders-apart')?.count).toBe(2);
    const only = await readWith({ 'a.usda': header + body }, { colliders: 'only' });
    expect(only.mesh.parts.map(({ name, role }) => [name, role?.shape])).toEqual([
      ['hidden', 'triangles'],
      ['pill', 'capsule'],
    ]);
    expect(Math.max(...only.mesh.positions.filter((_, i) => i % 3 === 0))).toBe(2.5);
    expect(only.colliders?.map(({ name }) => name)).toEqual(['ground']);
  });

  it('reads friction and restitution of the bound physics material', async () => {
    const material =
      'def Material "rubber" ( prepend apiSchemas = ["PhysicsMaterialAPI", "PhysxMaterialAPI"] ) { float physics:staticFriction = 0.75; float physics:dynamicFriction = 0.5; float physics:restitution = 0.25; uniform token physxMaterial:restitutionCombineMode = "max" }';
    const { mesh } = await read(
      material + square('a', 'rel material:binding:physics = </rubber> ( bindMaterialAs = "weakerThanDescendants" )', api('Collision')),
    );
    expect(mesh.parts[0]?.role?.physics).toEqual({
      material: {
        staticFriction: 0.75,
        dynamicFriction: 0.5,
        restitution: 0.25,
        frictionCombine: 'average',
        restitutionCombine: 'maximum',
      },
      filter: null,
    });
  });

  it('counts above instances too, and is taken away by a stronger layer', async () => {
    const files = {
      'a.usda': `${header}def Xform "w" ${api('Collision')} { ${square('a')} }\ndef "b" ( references = @b.usda@ delete apiSchemas = ["PhysicsCollisionAPI"] ) {}\ndef "c" ( references = @b.usda@ ) {}`,
      'b.usda': `#usda 1.0\n( defaultPrim = "b" )\n${square('b', '', api('Collision'))}`,
    };
    expect((await readWith(files)).mesh.parts.map(({ role }) => role?.shape ?? null)).toEqual(['triangles', null, 'triangles']);
  });
});

describe('a USD package', () => {
  const packed = (files: Zippable): Promise<ImportedMesh> => importBytes(zipSync(files, { level: 0 }), 'a.usdz');

  it('opens its first file, and finds others in it', async () => {
    const root = `${header}def "a" ( references = @parts/b.usda@ ) {}`;
    const imported = await packed({
      'root.usda': strToU8(root),
      'parts/b.usda': strToU8(`#usda 1.0\n( defaultPrim = "b" )\n${square('b')}`),
      'a.png': Uint8Array.of(1),
    });
    expect(imported).toMatchObject({ dialect: 'USD package, text', findings: [] });
    expect(trianglesOf(imported)).toHaveLength(2);
  });

  it('is refused where its first file is no layer, and names the file that is broken', async () => {
    expect(await refusalOf(packed({ 'a.png': Uint8Array.of(1) }))).toMatchObject({ code: 'malformed', location: { byte: 0 } });
    expect(await refusalOf(packed({ 'root.usda': strToU8('#usda 1.0\n(') }))).toMatchObject({
      code: 'truncated',
      location: { file: 'a.usdz/root.usda', line: 2 },
    });
  });

  it('may be what a reference leads to', async () => {
    const inner = zipSync({ 'x.usda': strToU8(`#usda 1.0\n( defaultPrim = "b" )\n${square('b')}`) }, { level: 0 });
    const imported = await importBytes(strToU8(`${header}def "a" ( references = @b.usdz@ ) {}`), 'a.usda', { 'b.usdz': inner });
    expect(trianglesOf(imported)).toHaveLength(2);
  });
});
