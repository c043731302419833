import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';
import type { ImportOptions } from '#core/options/import-options';
import { codesOf, findingOf, importBytes, importText, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';

/** A unit square in the plane of x and y; `more` are lines of the prim. */
const square = (name: string, more = '', metadata = ''): string => `def Mesh "${name}" ${metadata}
{
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)] (
        interpolation = "vertex"
    )
    ${more}
}
`;
const header = '#usda 1.0\n(\n    metersPerUnit = 1\n    upAxis = "Z"\n)\n';
const read = (body: string, head = header): Promise<ImportedMesh> => importText(head + body, 'a.usda');
const readWith = (files: Readonly<Record<string, string>>, options: Partial<ImportOptions> = {}): Promise<ImportedMesh> =>
  importMesh(strToU8(files['a.usda'] ?? ''), {
    fileName: 'a.usda',
    progress: () => {},
    options,
    readSideFile: async (path) => (files[path] === undefined ? null : strToU8(files[path])),
  });

/** The corners of the bounds. */
function boundsOf({ mesh: { positions } }: ImportedMesh): readonly number[][] {
  const of = (axis: number): number[] => Array.from({ length: positions.length / 3 }, (_, i) => positions[3 * i + axis]!);
  return [[0, 1, 2].map((axis) => Math.min(...of(axis))), [0, 1, 2].map((axis) => Math.max(...of(axis)))];
}

describe('USD in text', () => {
  it('gives meshes with their polygons, in the unit and with the axis that the layer says', async () => {
    const imported = await read(square('floor'));
    expect(imported).toMatchObject({
      format: 'usd',
      dialect: 'USD, text',
      units: 'metre',
      space: { metresPerUnit: 1, up: '+z', handedness: 'right' },
      findings: [],
    });
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
    ]);
    expect([...imported.mesh.polygons!]).toEqual([0, 2]);
    expect(partsOf(imported)).toEqual([['floor', 0, 2]]);
  });

  it('is in centimetres with y up where the layer says nothing', async () => {
    expect((await read(square('a'), '#usda 1.0\n')).space).toEqual({ metresPerUnit: 0.01, up: '+y', handedness: 'right' });
  });

  it('takes coordinates to the nearest double, and those that are not finite as such', async () => {
    const { mesh, findings } = await read(
      'def Mesh "a" { point3d[] points = [(0.1, -1e-3, +.5), (nan, inf, -inf), (1., 2, 3)]; int[] faceVertexCounts = [3]; int[] faceVertexIndices = [0, 1, 2] }',
    );
    expect([...mesh.positions]).toEqual([0.1, -0.001, 0.5, Number.NaN, Number.NaN, Number.NaN, 1, 2, 3]);
    expect(findings.map(({ code }) => code)).toEqual(['non-finite-vertices']);
  });

  it('reads past comments, texts of several lines, dictionaries, connections, splines and everything that has no surface', async () => {
    const imported = await read(`
/* a block { */ def Scope "looks" ( doc = """several
lines with { and "quotes" """ customData = { string a = "}" ; dictionary b = { int c = 1 } } )
{   # a comment {
    def Material "red" { token outputs:surface.connect = </looks/red/shader.outputs:surface>
        def Shader "shader" { uniform token info:id = "UsdPreviewSurface"; color3f inputs:diffuseColor = (1, 0, 0); asset inputs:file = @./a b.png@; token outputs:surface } }
    reorder nameChildren = ["red"]
    float x.spline = { bezier, 1: 5; post held }
}
${square('a', 'normal3f[] normals = [(0, 0, 1)]\n    string[] primvars:x = ["a", \'b\']\n    custom rel thing = [</a>, </b>]\n    matrix4d m = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )')}`);
    expect(imported.findings).toEqual([]);
    expect(trianglesOf(imported)).toHaveLength(2);
  });

  it.each([
    [
      'double3 xformOp:translate = (1, 2, 3)',
      '"xformOp:translate"',
      [
        [1, 2, 3],
        [2, 3, 3],
      ],
    ],
    [
      'float3 xformOp:scale = (2, 3, 4)',
      '"xformOp:scale"',
      [
        [0, 0, 0],
        [2, 3, 0],
      ],
    ],
    [
      'float xformOp:rotateZ = 90',
      '"xformOp:rotateZ"',
      [
        [-1, 0, 0],
        [0, 1, 0],
      ],
    ],
    [
      'float3 xformOp:rotateXYZ = (90, 0, 90)',
      '"xformOp:rotateXYZ"',
      [
        [0, 0, 0],
        [0, 1, 1],
      ],
    ],
    [
      'float3 xformOp:rotateZYX = (90, 0, 90)',
      '"xformOp:rotateZYX"',
      [
        [-1, 0, 0],
        [0, 0, 1],
      ],
    ],
    [
      'quatf xformOp:orient = (0, 0, 0, 1)',
      '"xformOp:orient"',
      [
        [-1, -1, 0],
        [0, 0, 0],
      ],
    ],
    [
      'quatd xformOp:orient = (0, 3, 0, 0)',
      '"xformOp:orient"',
      [
        [0, -1, 0],
        [1, 0, 0],
      ],
    ],
    [
      'matrix4d xformOp:transform = ((0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (5, 6, 7, 1))',
      '"xformOp:transform"',
      [
        [4, 6, 7],
        [5, 7, 7],
      ],
    ],
    [
      'float xformOp:translateY = 4',
      '"xformOp:translateY"',
      [
        [0, 4, 0],
        [1, 5, 0],
      ],
    ],
    [
      'double3 xformOp:translate:pivot = (1, 0, 0)\nfloat xformOp:rotateZ = 180',
      '"xformOp:translate:pivot", "xformOp:rotateZ", "!invert!xformOp:translate:pivot"',
      [
        [1, -1, 0],
        [2, 0, 0],
      ],
    ],
    [
      'float3 xformOp:rotateXYZ = (90, 0, 90)',
      '"xformOp:rotateXYZ", "!invert!xformOp:rotateXYZ"',
      [
        [0, 0, 0],
        [1, 1, 0],
      ],
    ],
    [
      'matrix4d xformOp:transform = ((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (4, 0, 0, 1))',
      '"!invert!xformOp:transform"',
      [
        [-2, 0, 0],
        [-1.5, 0.5, 0],
      ],
    ],
    [
      'float3 xformOp:scale = (2, 2, 2)\ndouble3 xformOp:translate = (1, 0, 0)',
      '"xformOp:translate", "xformOp:scale"',
      [
        [1, 0, 0],
        [3, 2, 0],
      ],
    ],
    [
      'float3 xformOp:scale = (2, 2, 2)\ndouble3 xformOp:translate = (1, 0, 0)',
      '"xformOp:scale", "xformOp:translate"',
      [
        [2, 0, 0],
        [4, 2, 0],
      ],
    ],
  ])('places a mesh by %s in the order %s', async (ops, order, bounds) => {
    const imported = await read(square('a', `${ops}\n    uniform token[] xformOpOrder = [${order}]`));
    expect(boundsOf(imported)).toEqual(bounds);
    expect(imported.findings).toEqual([]);
  });

  it('multiplies the transforms of parent prims, and restarts after !resetXformStack!', async () => {
    const move = 'double3 xformOp:translate = (10, 0, 0)\nuniform token[] xformOpOrder = ["xformOp:translate"]';
    const reset = move.replace('["', '["!resetXformStack!", "');
    expect(boundsOf(await read(`def Xform "w" { ${move}\n ${square('a', move)} }`))).toEqual([
      [20, 0, 0],
      [21, 1, 0],
    ]);
    expect(boundsOf(await read(`def Xform "w" { ${move}\n ${square('a', reset)} }`))).toEqual([
      [10, 0, 0],
      [11, 1, 0],
    ]);
  });

  it('turns the winding of left-handed meshes, and of mirrored ones', async () => {
    const mirror = 'float3 xformOp:scale = (-1, 1, 1)\nuniform token[] xformOpOrder = ["xformOp:scale"]';
    const left = 'uniform token orientation = "leftHanded"';
    expect(trianglesOf(await read(square('a', left)))).toEqual([
      [0, 3, 2],
      [0, 2, 1],
    ]);
    expect(trianglesOf(await read(square('a', mirror)))).toEqual([
      [0, 2, 1],
      [0, 3, 2],
    ]);
  });

  it('reports an unknown operation, and leaves it out', async () => {
    const imported = await read(
      square(
        'a',
        'double3 xformOp:translate = (1, 0, 0)\nuniform token[] xformOpOrder = ["xformOp:twist", "xformOp:translate", "xformOp:scale"]',
      ),
    );
    expect(boundsOf(imported)).toEqual([
      [1, 0, 0],
      [2, 1, 0],
    ]);
    expect(findingOf(imported, 'format-violation')).toMatchObject({ count: 2, locations: [{ file: 'a.usda', line: 6 }, { line: 6 }] });
  });

  it('drops faces without three corners or with an index that no vertex has, and leaves holes out', async () => {
    const body = `def Mesh "a" { point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
int[] faceVertexCounts = [2, 3, 3, 3]
int[] faceVertexIndices = [0, 1, 0, 1, 2, 0, 1, 4, 0, 2, 3]
int[] holeIndices = [3] }`;
    const imported = await read(body);
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(findingOf(imported, 'unusable-faces')).toMatchObject({
      count: 2,
      locations: [
        { line: 8, index: 0, element: 'face' },
        { line: 8, index: 2 },
      ],
    });
    expect(findingOf(imported, 'not-applied')).toMatchObject({ count: 1 });
    expect(codesOf(await read(square('a').replace('[4]', '[3]')))).toEqual(['count-mismatch']);
    expect(codesOf(await read(square('a').replace('[4]', '[5]')))).toEqual(['unusable-faces', 'count-mismatch', 'no-triangles']);
  });

  it('carries materials of meshes, of prims above and of subsets of faces', async () => {
    const two = `def Mesh "b" { rel material:binding = </looks/steel>
point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
int[] faceVertexCounts = [3, 3, 3]
int[] faceVertexIndices = [0, 1, 2, 0, 2, 3, 0, 1, 3]
def GeomSubset "s" { uniform token elementType = "face"; uniform token familyName = "materialBind"; int[] indices = [1]; rel material:binding = </looks/ice> } }`;
    const { mesh } = await read(`def Xform "w" { rel material:binding = </looks/wood>\n ${square('a')} ${two} }`);
    expect(mesh.materials?.names).toEqual(['wood', 'steel', 'ice']);
    expect([...mesh.materials!.runs]).toEqual([0, 0, 2, 1, 3, 2, 4, 1]);
  });

  it('leaves out invisible, inactive, class and override prims, and those with purpose proxy or guide', async () => {
    const body = `${square('a')}${square('b', 'token visibility = "invisible"')}${square('c', 'uniform token purpose = "guide"')}${square('d', '', '( active = false )')}
${square('e').replace('def', 'class')}${square('f').replace('def', 'over')}def Xform "g" { token visibility = "invisible"\n ${square('h', 'token visibility = "inherited"')} }
${square('i', 'uniform token purpose = "render"')}`;
    const imported = await read(body);
    expect(partsOf(imported).map(([name]) => name)).toEqual(['a', 'i']);
    expect(findingOf(imported, 'not-applied')?.count).toBe(3);
  });

  it('shows cubes, spheres and the like by triangles along their axis', async () => {
    const shapes =
      'def Cube "a" { double size = 4 }\ndef Cylinder "b" { uniform token axis = "X"; double height = 6; double radius = 2 }\ndef Cone "c" {}\ndef Capsule "d" {}\ndef Sphere "e" {}\ndef Plane "f" { double width = 6; double length = 8 }\ndef Cube "g" { double size = -1 }';
    const imported = await read(shapes);
    expect(imported.mesh.parts.map(({ name, triangleCount }) => [name, triangleCount])).toEqual([
      ['a', 12],
      ['b', 128],
      ['c', 64],
      ['d', 1024],
      ['e', 960],
      ['f', 2],
    ]);
    expect(boundsOf(imported)).toEqual([
      [-3, -4, -2],
      [3, 4, 2],
    ]);
    expect(findingOf(imported, 'not-applied')?.count).toBe(6);
    expect(findingOf(imported, 'format-violation')?.count).toBe(1);
    const cone = await read('def Cone "c" {}');
    // The tip is one vertex at the positive end.
    expect([...cone.mesh.positions].filter((_, i) => i % 3 === 2).filter((z) => z === 1)).toHaveLength(1);
  });

  it('takes the first sample of what changes over time, and says so', async () => {
    const imported = await read(
      square(
        'a',
        'double3 xformOp:translate.timeSamples = { 24: (9, 9, 9), 0: (1, 0, 0), }\nuniform token[] xformOpOrder = ["xformOp:translate"]',
      ),
    );
    expect(boundsOf(imported)).toEqual([
      [1, 0, 0],
      [2, 1, 0],
    ]);
    expect(findingOf(imported, 'not-applied')?.message).toContain('first sample');
  });

  it.each([
    ['#usda1.0\n', 'malformed', 1],
    ['#usda 2.0\n', 'unsupported-dialect', 1],
    [`${header}def Mesh "a" {`, 'truncated', 6],
    [`${header}def Mesh "a" {\npoint3f[] points = [(0, 0, 0), (1, 0`, 'truncated', 7],
    [`${header}def Mesh "a" {\npoint3f[] points = [(0, 0, 0), (1, 0)]\n}`, 'malformed', 7],
    [`${header}def Mesh "a" {\npoint3f[] points = [(0, 0, 0) (1, 0, 0)]\n}`, 'malformed', 7],
    [`${header}def Mesh "a" {\npoint3f[] points = [(0, 0, 1x)]\n}`, 'malformed', 7],
    [`${header}def Mesh "a" {\nfloat[] points = [0, 1]\n}`, 'malformed', 7],
    [`${header}def Mesh "a" {\n/* no end\n}`, 'truncated', 7],
    [`${header}def Mesh "a\n" {}`, 'malformed', 6],
    [`${header}def Mesh a {}`, 'malformed', 6],
    [`${header}lorem ipsum`, 'malformed', 6],
    [`${header}}`, 'malformed', 6],
    [`${header}def "a" {}\ndef "a" {}`, 'malformed', 7],
    [`${header}def "a" ( references = </b> ) {}\ndef "b" ( references = </a> ) {}`, 'cyclic', undefined],
    [`${header}def "a" { def "b" ( references = </a> ) {} }`, 'cyclic', undefined],
    [`${header}${'def "a" {'.repeat(2000)}`, 'too-large', 6],
  ])('%j is refused', async (text, code, line) => {
    const refusal = await refusalOf(importText(text, 'a.usda'));
    expect(refusal).toMatchObject({ code, location: { file: 'a.usda', ...(line !== undefined && { line }) } });
  });
});

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
