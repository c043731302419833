import { describe, expect, it } from 'vitest';
import { codesOf, findingOf, importText, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';
import { boundsOf, header, read, square } from './usd-text.ts';

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

  it('is refused with the attribute whose value is not a number, and the text that was found', async () => {
    const text = `#usda 1.0\ndef Mesh "m" {\nint[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\npoint3f[] points = [(0, NaN, 0)]\n}\n`;
    const message = 'The value of points has "NaN" instead of a number';
    expect(await refusalOf(importText(text, 'a.usda'))).toMatchObject({
      code: 'malformed',
      message,
      location: { file: 'a.usda', line: 5 },
    });
  });
});
