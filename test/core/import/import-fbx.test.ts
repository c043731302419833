import { describe, expect, it } from 'vitest';
import { asciiFbx, BinaryFbx, connect, geometry, model, type BinaryNode } from './fbx-fixture.ts';
import { bytesOf, codesOf, findingOf, importBytes, importText, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';

const corner = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const read = (text: string) => importText(text, 'a.fbx');
const one = (properties: Readonly<Record<string, readonly number[]>>): string =>
  asciiFbx({ objects: geometry(10, corner, [0, 1, -3]) + model(1, 'a', properties), connections: connect(1, 0) + connect(10, 1) });
const rounded = (values: Iterable<number>): number[] => [...values].map((x) => Number(x.toFixed(12)) + 0);

describe('FBX in text', () => {
  it('gives polygons as fans, with the name of the model that shows them', async () => {
    const square = geometry(10, [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, -4, 3, 2, -2]);
    const imported = await read(asciiFbx({ objects: square + model(1, 'floor'), connections: connect(1, 0) + connect(10, 1) }));
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [0, 2, 3],
      [3, 2, 1],
    ]);
    expect(partsOf(imported)).toEqual([['floor', 0, 3]]);
    expect(imported).toMatchObject({ format: 'fbx', dialect: 'FBX 7.4, ASCII', findings: [] });
  });

  it('gives each polygon the material of the model that shows it, by the number in its layer', async () => {
    const layer = (mapping: string, ...numbers: readonly number[]): string =>
      `\t\tLayerElementMaterial: 0 {\n\t\t\tMappingInformationType: "${mapping}"\n\t\t\tMaterials: *${numbers.length} {\n\t\t\t\ta: ${numbers.join(',')}\n\t\t\t}\n\t\t}\n`;
    const faces = geometry(10, [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, -4, 3, 2, -2, 0, 1, -3, 0, 2, -4]);
    const of = async (lines: string) => {
      const objects =
        faces.replace(/\t}\n$/, `${lines}\t}\n`) +
        model(1, 'a') +
        model(2, 'b') +
        '\tMaterial: 20, "Material::Stone", "" {\n\t}\n\tMaterial: 21, "Material::Wood", "" {\n\t}\n';
      const connections =
        connect(1, 0) + connect(2, 0) + connect(10, 1) + connect(10, 2) + connect(20, 1) + connect(21, 1) + connect(21, 2);
      const imported = await read(asciiFbx({ objects, connections }));
      expect(imported.findings).toEqual([]);
      return imported.mesh.materials;
    };
    expect(await of(layer('ByPolygon', 1, 0, 0, 7))).toEqual({ names: ['Wood', 'Stone'], runs: [0, 0, 2, 1, 4, -1, 7, 0, 9, -1] });
    expect(await of(layer('AllSame', 1))).toEqual({ names: ['Wood'], runs: [0, 0, 5, -1] });
    expect(await of(layer('ByVertice', 1))).toBeUndefined();
    expect(await of('')).toBeUndefined();
  });

  it('shows a geometry once for each model, and models below models in their place', async () => {
    const objects =
      geometry(10, corner, [0, 1, -3]) +
      model(1, 'a', { 'Lcl Translation': [5, 0, 0], InheritType: [1] }) +
      model(2, 'b', { 'Lcl Scaling': [-1, 1, 1], InheritType: [1] });
    const imported = await read(asciiFbx({ objects, connections: connect(1, 0) + connect(2, 1) + connect(10, 1) + connect(10, 2) }));
    expect(partsOf(imported)).toEqual([
      ['a', 0, 1],
      ['b', 1, 1],
    ]);
    expect(rounded(imported.mesh.positions)).toEqual([6, 0, 0, 5, 1, 0, 5, 0, 1, 4, 0, 0, 5, 1, 0, 5, 0, 1]);
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [3, 5, 4],
    ]);
  });

  it.each([
    ['a translation', { 'Lcl Translation': [1, 2, 3] }, [2, 2, 3, 1, 3, 3, 1, 2, 4]],
    ['turns about X, then Y, then Z', { 'Lcl Rotation': [90, 90, 0] }, [0, 0, -1, 1, 0, 0, 0, -1, 0]],
    ['turns in another order', { RotationActive: [1], RotationOrder: [5], 'Lcl Rotation': [90, 90, 0] }, [0, 1, 0, 0, 0, 1, 1, 0, 0]],
    ['no other order unless it is active', { RotationOrder: [5], 'Lcl Rotation': [90, 90, 0] }, [0, 0, -1, 1, 0, 0, 0, -1, 0]],
    ['a turn before', { RotationActive: [1], PreRotation: [0, 0, 90], 'Lcl Rotation': [90, 0, 0] }, [0, 1, 0, 0, 0, 1, 1, 0, 0]],
    ['a turn behind, undone', { RotationActive: [1], PostRotation: [0, 0, 90] }, [0, -1, 0, 1, 0, 0, 0, 0, 1]],
    ['a turn about a pivot', { RotationPivot: [1, 0, 0], 'Lcl Rotation': [0, 0, 90] }, [1, 0, 0, 0, -1, 0, 1, -1, 1]],
    ['a turn with an offset', { RotationOffset: [0, 0, 7], 'Lcl Rotation': [0, 0, 90] }, [0, 1, 7, -1, 0, 7, 0, 0, 8]],
    ['a scale about a pivot', { ScalingPivot: [1, 0, 0], 'Lcl Scaling': [3, 1, 1] }, [1, 0, 0, -2, 1, 0, -2, 0, 1]],
    ['a scale with an offset', { ScalingOffset: [0, 7, 0], 'Lcl Scaling': [3, 1, 1] }, [3, 7, 0, 0, 8, 0, 0, 7, 1]],
    [
      'a geometric transform',
      { GeometricTranslation: [0, 0, 5], GeometricRotation: [0, 0, 90], GeometricScaling: [2, 1, 1] },
      [0, 2, 5, -1, 0, 5, 0, 0, 6],
    ],
  ])('places a model by %s', async (_, properties, positions) => {
    expect(rounded((await read(one(properties))).mesh.positions)).toEqual(positions);
  });

  it('keeps a geometric transform from the models below', async () => {
    const objects = geometry(10, corner, [0, 1, -3]) + model(1, 'a', { GeometricTranslation: [9, 9, 9] }) + model(2, 'b');
    const imported = await read(asciiFbx({ objects, connections: connect(1, 0) + connect(2, 1) + connect(10, 2) }));
    expect([...imported.mesh.positions]).toEqual(corner);
  });

  it.each([
    // The parent is three times as long in x; the child is turned by 90 degrees about z, and its x lies along the parent's y.
    ['as it is', 1, [0, 1, 0, -3, 0, 0, 0, 0, 1]],
    ['along its own axes', 0, [0, 3, 0, -1, 0, 0, 0, 0, 1]],
    ['not at all', 2, [0, 1, 0, -1, 0, 0, 0, 0, 1]],
  ])('takes over the scale of a parent %s', async (_, inheritType, positions) => {
    const objects =
      geometry(10, corner, [0, 1, -3]) +
      model(1, 'a', { 'Lcl Scaling': [3, 1, 1] }) +
      model(2, 'b', { 'Lcl Rotation': [0, 0, 90], InheritType: [inheritType] });
    const imported = await read(asciiFbx({ objects, connections: connect(1, 0) + connect(2, 1) + connect(10, 2) }));
    expect(rounded(imported.mesh.positions)).toEqual(positions);
  });

  it('keeps a scale from above a parent whose own scale it does not take over in the axes of that which has it, as Maya does', async () => {
    const objects =
      geometry(10, corner, [0, 1, -3]) +
      model(1, 'a', { 'Lcl Scaling': [3, 1, 1], InheritType: [1] }) +
      model(2, 'b', { 'Lcl Scaling': [1, 2, 1], InheritType: [1] }) +
      model(3, 'c', { 'Lcl Rotation': [0, 0, 90], InheritType: [2] });
    const imported = await read(asciiFbx({ objects, connections: connect(1, 0) + connect(2, 1) + connect(3, 2) + connect(10, 3) }));
    expect(rounded(imported.mesh.positions)).toEqual([0, 1, 0, -3, 0, 0, 0, 0, 1]);
  });

  it('takes what a model does not say from the template', async () => {
    const definitions =
      'Definitions:  {\n\tObjectType: "Model" {\n\t\tPropertyTemplate: "FbxNode" {\n\t\t\tProperties70:  {\n\t\t\t\tP: "Lcl Translation", "", "", "A",0,0,4\n\t\t\t}\n\t\t}\n\t}\n}\nObjects:';
    expect([...(await read(one({}).replace('Objects:', definitions))).mesh.positions.subarray(0, 3)]).toEqual([1, 0, 4]);
  });

  it('of version 6 has its geometry in the model and its lists without stars', async () => {
    const text =
      '; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 6100\n}\nObjects:  {\n\tModel: "Model::wall", "Mesh" {\n\t\tProperties60:  {\n\t\t\tProperty: "Lcl Translation", "Lcl Translation", "A",0,0,2\n\t\t}\n' +
      '\t\tVertices: 0,0,0,1,0,0,1,1,0,0,1,0,0,0,1\n             ,1,0,1,1,1,1,0,1,1\n\t\tPolygonVertexIndex: 0,1,2,-4,4,5,6,-8\n\t\tShading: T\n\t}\n}\nConnections:  {\n\tConnect: "OO", "Model::wall", "Model::Scene"\n}\n';
    const imported = await read(text);
    expect(imported.dialect).toBe('FBX 6.1, ASCII');
    expect(partsOf(imported)).toEqual([['wall', 0, 4]]);
    expect([...imported.mesh.positions.subarray(21)]).toEqual([0, 1, 3]);
  });

  it('drops polygons that are none, with line and number', async () => {
    const bad = geometry(10, corner, [0, -2, 0, 1, -9, 0, 1, -3, -1, 0, 1]);
    const imported = await read(asciiFbx({ objects: bad + model(1, 'a'), connections: connect(1, 0) + connect(10, 1) }));
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(findingOf(imported, 'unusable-faces')).toMatchObject({
      count: 4,
      locations: [0, 1, 3, 4].map((index) => ({ file: 'a.fbx', line: 15, index })),
    });
  });

  it('reports words that are not numbers, curves, skins, and geometries that no model shows', async () => {
    const odd = asciiFbx({
      objects:
        geometry(10, corner, [0, 1, -3]).replace('a: 1,0', 'a: nan(,0') +
        geometry(11, corner, [0, 1, -3]) +
        '\tGeometry: 12, "Geometry::", "NurbsCurve" {\n\t}\n\tDeformer: 13, "Deformer::", "Skin" {\n\t}\n' +
        model(1, 'a'),
      connections: connect(1, 0) + connect(10, 1) + connect(12, 1),
    });
    expect(codesOf(await read(odd))).toEqual(['ignored-elements', 'not-applied', 'not-applied', 'non-finite-vertices']);
  });

  it('reports arrays that declare another number of values, and reads the stored ones', async () => {
    const text = asciiFbx({
      objects: geometry(10, corner, [0, 1, -3]).replace('*9', '*99').replace('*3', '*2') + model(1, 'a'),
      connections: connect(1, 0) + connect(10, 1),
    });
    const imported = await read(text);
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(imported.findings).toMatchObject([
      { code: 'count-mismatch', severity: 'warning', count: 2, locations: [{ line: 12 }, { line: 15 }] },
    ]);
  });

  it.each([
    ['that are hidden', { Visibility: [0] }, {}, 'a', []],
    ['that are not shown, but what hangs below them', { Show: [0] }, {}, 'a', ['b']],
    ['below a hidden one that do not mind', { Visibility: [0] }, { 'Visibility Inheritance': [0] }, 'a', ['b']],
    ['of their own', {}, { Visibility: [0] }, 'a', ['a']],
    ['but not colliders', { Visibility: [0] }, {}, 'UCX_b', ['UCX_b']],
    ['but none that is visible', { Visibility: [1], Show: [1] }, { 'Visibility Inheritance': [0] }, 'a', ['a', 'b']],
  ])('leaves models out %s', async (_, above, below, name, seen) => {
    const objects = geometry(10, corner, [0, 1, -3]) + model(1, name, above) + model(2, 'b', below);
    const imported = await read(asciiFbx({ objects, connections: connect(1, 0) + connect(2, 1) + connect(10, 1) + connect(10, 2) }));
    expect(partsOf(imported).map(([part]) => part)).toEqual(seen);
    expect(findingOf(imported, 'not-applied')?.count).toBe(seen.length === 2 ? undefined : 2 - seen.length);
  });

  it('reads visibility and the transform of the model from a template', async () => {
    const definitions =
      'Definitions:  {\n\tObjectType: "Model" {\n\t\tPropertyTemplate: "FbxNode" {\n\t\t\tProperties70:  {\n\t\t\t\tP: "Visibility", "", "", "A",0\n\t\t\t}\n\t\t}\n\t}\n}\nObjects:';
    const imported = await read(one({}).replace('Objects:', definitions));
    expect(codesOf(imported)).toEqual(['not-applied', 'no-triangles']);
    expect(findingOf(imported, 'not-applied')).toMatchObject({ severity: 'info', locations: [{ file: 'a.fbx', line: 28 }] });
    expect(codesOf(await read(one({ Visibility: [1] }).replace('Objects:', definitions)))).toEqual([]);
  });

  it('reports connections to missing objects', async () => {
    const objects = geometry(10, corner, [0, 1, -3]) + model(1, 'a');
    const imported = await read(
      asciiFbx({ objects, connections: connect(1, 0) + connect(10, 1) + connect(77, 1) + connect(10, 78) + connect(79, 80) }),
    );
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(imported.findings).toMatchObject([{ code: 'format-violation', count: 2, locations: [{ line: 27 }, { line: 28 }] }]);
  });

  it.each([
    ['without a version', 'Objects:  {\n}\n', 'malformed', 1],
    ['of an early version', asciiFbx({ objects: '', connections: '' }, 5000), 'unsupported-dialect', 4],
    ['without objects', asciiFbx({ objects: '', connections: '' }).replace('Objects', 'Others'), 'malformed', undefined],
    ['that ends in a node', one({}).slice(0, -3), 'truncated', 26],
    ['that ends in a text', one({}).slice(0, one({}).indexOf('Model::a')), 'truncated', 19],
    ['that ends in an array', one({}).slice(0, one({}).indexOf('Vertices') + 20), 'truncated', 12],
    ['with a brace too many', `${one({})}}`, 'malformed', 28],
    ['with a word out of place', one({}).replace('Connections:', 'Connections'), 'malformed', 24],
    ['nested without end', one({}).replace('Objects:', `${'a: {\n'.repeat(100)}Objects:`), 'malformed', undefined],
    ['with coordinates of no whole vertices', one({}).replace('a: 1,0,0,', 'a: 1,0,'), 'malformed', 12],
  ])('%s is refused', async (_, text, code, line) => {
    const refusal = await refusalOf(read(text));
    expect(refusal.code).toBe(code);
    if (line !== undefined) expect(refusal.location).toEqual({ file: 'a.fbx', line });
  });

  it.each([
    [2000, 'FBX version 2.0 (2000) is not read'],
    [5800, 'FBX version 5.8 (5800) is not read'],
  ])('names the refused version %i as programs and as the file do', async (version, message) => {
    expect((await refusalOf(read(asciiFbx({ objects: '', connections: '' }, version)))).message).toBe(message);
  });

  it('names a version that is not a number, and its line', async () => {
    const text = asciiFbx({ objects: '', connections: '' }).replace('FBXVersion: 7400', 'FBXVersion: nan');
    const message = 'FBXVersion is "nan", not a number';
    expect(await refusalOf(read(text))).toMatchObject({ code: 'malformed', message, location: { line: 4 } });
  });

  it('with models in a ring is refused, also where no root leads to it', async () => {
    const two = model(1, 'a') + model(2, 'b');
    expect(await refusalOf(read(asciiFbx({ objects: two, connections: connect(1, 2) + connect(2, 1) })))).toMatchObject({
      code: 'cyclic',
      location: { line: 11 },
    });
    expect(await refusalOf(read(asciiFbx({ objects: two, connections: connect(1, 0) + connect(2, 1) + connect(2, 2) })))).toMatchObject({
      code: 'cyclic',
    });
  });
});

describe('FBX in its binary form', () => {
  const scene = (fbx: BinaryFbx, vertices: Uint8Array, polygons: Uint8Array, id: bigint = 10n): readonly BinaryNode[] => [
    {
      name: 'Objects',
      children: [
        {
          name: 'Geometry',
          values: [fbx.i64(id), fbx.text('g\0\x01Geometry'), fbx.text('Mesh')],
          children: [
            { name: 'Vertices', values: [vertices] },
            { name: 'PolygonVertexIndex', values: [polygons] },
          ],
        },
        {
          name: 'Model',
          values: [fbx.i64(1), fbx.text('crate\0\x01Model'), fbx.text('Mesh')],
          children: [
            { name: 'MultiLayer', values: [bytesOf('Z', 1)] },
            {
              name: 'Properties70',
              children: [
                {
                  name: 'P',
                  values: [fbx.text('Lcl Translation'), fbx.text(''), fbx.text(''), fbx.text('A'), fbx.f64(0), fbx.f64(0), fbx.f64(3)],
                },
              ],
            },
          ],
        },
      ],
    },
    {
      name: 'Connections',
      children: [
        { name: 'C', values: [fbx.text('OO'), fbx.i64(1), fbx.i64(0)] },
        { name: 'C', values: [fbx.text('OO'), fbx.i64(id), fbx.i64(1)] },
      ],
    },
  ];

  it.each([
    [7400, true, 'd', false, 'FBX 7.4, binary'],
    [7400, true, 'f', true, 'FBX 7.4, binary'],
    [7500, true, 'd', true, 'FBX 7.5, binary'],
    [7500, false, 'd', true, 'FBX 7.5, binary big-endian'],
    [7100, false, 'f', false, 'FBX 7.1, binary big-endian'],
  ])('of version %i, little-endian %s, with arrays %s packed %s', async (version, little, type, packed, dialect) => {
    const fbx = new BinaryFbx(version, little);
    const imported = await importBytes(
      fbx.file(scene(fbx, fbx.array(type, corner, packed), fbx.array(packed ? 'l' : 'i', [0, 1, -3], packed))),
      'a.fbx',
    );
    expect([...imported.mesh.positions]).toEqual([1, 0, 3, 0, 1, 3, 0, 0, 4]);
    expect(partsOf(imported)).toEqual([['crate', 0, 1]]);
    expect(imported).toMatchObject({ dialect, findings: [] });
  });

  it('distinguishes ids that are equal as doubles', async () => {
    const fbx = new BinaryFbx(7400);
    const id = 2n ** 60n;
    const [objects, connections] = scene(fbx, fbx.array('d', corner), fbx.array('i', [0, 1, -3]), id + 1n);
    const other = {
      name: 'Geometry',
      values: [fbx.i64(id), fbx.text('g'), fbx.text('Mesh')],
      children: [
        { name: 'Vertices', values: [fbx.array('d', [])] },
        { name: 'PolygonVertexIndex', values: [fbx.array('i', [])] },
      ],
    };
    const imported = await importBytes(fbx.file([{ name: 'Objects', children: [...objects!.children!, other] }, connections!]), 'a.fbx');
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
  });

  it('of version 6 has its lists as values, one by one', async () => {
    const fbx = new BinaryFbx(6100);
    const vertices = [...corner, ...corner];
    const nodes: readonly BinaryNode[] = [
      {
        name: 'Objects',
        children: [
          {
            name: 'Model',
            values: [fbx.text('crate\0\x01Model'), fbx.text('Mesh')],
            children: [
              { name: 'Vertices', values: vertices.map(fbx.f64) },
              { name: 'PolygonVertexIndex', values: [0, 1, -3, 3, 4, -6].map(fbx.i32) },
            ],
          },
        ],
      },
      {
        name: 'Connections',
        children: [{ name: 'Connect', values: [fbx.text('OO'), fbx.text('crate\0\x01Model'), fbx.text('Scene\0\x01Model')] }],
      },
    ];
    const imported = await importBytes(fbx.file(nodes), 'a.fbx');
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect([...imported.mesh.positions]).toEqual(vertices);
    expect(partsOf(imported)).toEqual([['crate', 0, 2]]);
  });

  const fbx = new BinaryFbx(7400);
  const whole = (vertices: Uint8Array): Uint8Array => fbx.file(scene(fbx, vertices, fbx.array('i', [0, 1, -3])));
  const sound = whole(fbx.array('d', corner, true));
  const damagedData = ((): Uint8Array => {
    const array = fbx.array('d', corner, true);
    return whole(array.map((byte, i) => (i > 14 ? 255 - byte : byte)));
  })();
  it.each([
    ['that ends early', sound.subarray(0, 100), 'truncated'],
    ['of its mark alone', bytesOf('Kaydara FBX Binary  \0'), 'truncated'],
    ['of version 8', sound.with(24, 0x1f).with(23, 0x40), 'unsupported-dialect'],
    ['with a value of no type', whole(bytesOf('?')), 'malformed'],
    ['with an array packed in another way', whole(fbx.array('d', corner).with(5, 7)), 'malformed'],
    ['with an array that is damaged', damagedData, 'malformed'],
    ['with an array that declares too much', whole(fbx.array('d', corner, true, 2 ** 24)), 'count-exceeds-file'],
    ['with an array that declares a little too much', whole(fbx.array('d', corner, true, 12)), 'malformed'],
    ['with an array that is cut off', whole(fbx.array('d', corner, false, 10)), 'count-exceeds-file'],
  ])('%s is refused with the byte', async (_, bytes, code) => {
    const refusal = await refusalOf(importBytes(bytes, 'a.fbx'));
    expect(refusal.code).toBe(code);
    expect(refusal.location.byte).toBeGreaterThan(0);
  });
});
