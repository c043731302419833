import { describe, expect, it } from 'vitest';
import { objectText, shownText } from '#core/import/fbx/object-text';
import { decodeName } from '#core/import/text/text-cursor';
import { asciiFbx, BinaryFbx, connect, geometry, model, type BinaryNode } from './fbx-fixture.ts';
import { bytesOf, codesOf, importBytes, importText, partsOf, refusalOf } from './import-bytes.ts';

const corner = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** The same name in two code pages: neither is UTF-8, and both decode to one replacement character. */
const names = ['wall_\x81', 'wall_\x82'] as const;

describe('names that are identities', () => {
  it('are compared as bytes in text files of version 6', async () => {
    const wall = (name: string, z: number): string =>
      `\tModel: "Model::${name}", "Mesh" {\n\t\tProperties60:  {\n\t\t\tProperty: "Lcl Translation", "Lcl Translation", "A",0,0,${z}\n\t\t}\n\t\tVertices: 0,0,0,1,0,0,0,1,0\n\t\tPolygonVertexIndex: 0,1,-3\n\t}\n`;
    const text = `; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 6100\n}\nObjects:  {\n${wall(names[0], 2)}${wall(names[1], 5)}}\nConnections:  {\n\tConnect: "OO", "Model::${names[0]}", "Model::Scene"\n\tConnect: "OO", "Model::${names[1]}", "Model::${names[0]}"\n}\n`;
    const imported = await importBytes(bytesOf(text), 'a.fbx');
    expect(partsOf(imported)).toEqual([
      ['wall_\ufffd', 0, 1],
      ['wall_\ufffd', 1, 1],
    ]);
    expect(imported.mesh.parts.map(({ worldFromPart }) => worldFromPart?.[14])).toEqual([2, 7]);
    expect(imported.findings).toEqual([]);
  });

  it('are compared as bytes in binary files of version 6', async () => {
    const fbx = new BinaryFbx(6100);
    const wall = (name: string, z: number): BinaryNode => ({
      name: 'Model',
      values: [fbx.text(`${name}\0\x01Model`), fbx.text('Mesh')],
      children: [
        { name: 'Vertices', values: [0, 0, z, 1, 0, z, 0, 1, z].map(fbx.f64) },
        { name: 'PolygonVertexIndex', values: [0, 1, -3].map(fbx.i32) },
      ],
    });
    const connections = names.map((name) => ({
      name: 'Connect',
      values: [fbx.text('OO'), fbx.text(`${name}\0\x01Model`), fbx.text('Scene\0\x01Model')],
    }));
    const file = fbx.file([
      { name: 'Objects', children: [wall(names[0], 2), wall(names[1], 5)] },
      { name: 'Connections', children: connections },
    ]);
    const imported = await importBytes(file, 'a.fbx');
    expect(partsOf(imported).map(([name]) => name)).toEqual(['wall_\ufffd', 'wall_\ufffd']);
    expect([...imported.mesh.positions].filter((_, i) => i % 9 === 2)).toEqual([2, 5]);
  });

  it('differ for different bytes, and are shown as before', () => {
    const texts = [
      '',
      'a',
      ' a',
      'a ',
      'a\n',
      'é',
      '\xe9',
      '\x81',
      '\x82',
      '\ufffd',
      'x'.repeat(2000),
      `${'x'.repeat(2000)}y`,
      '\ud83d\ude00',
    ];
    const encoded = texts.flatMap((text) => [new TextEncoder().encode(text), bytesOf(text)]);
    const distinct = new Map(encoded.map((bytes) => [bytes.join(' '), bytes]));
    const keys = [...distinct.values()].map(objectText);
    expect(new Set(keys).size).toBe(distinct.size);
    for (const bytes of distinct.values()) expect(shownText(objectText(bytes)).slice(0, 1024)).toBe(decodeName(bytes));
  });
});

describe('a chain of models', () => {
  it('has no greatest depth', async () => {
    const count = 3000;
    const ids = Array.from({ length: count }, (_, i) => 100 + i);
    const text = asciiFbx({
      objects:
        ids.map((id) => `\tModel: ${id}, "Model::null", "Null" {\n\t}\n`).join('') + geometry(10, corner, [0, 1, -3]) + model(1, 'a'),
      connections: ids.map((id, i) => connect(id, i === 0 ? 0 : id - 1)).join('') + connect(1, 100 + count - 1) + connect(10, 1),
    });
    const imported = await importText(text, 'a.fbx');
    expect(partsOf(imported)).toEqual([['a', 0, 1]]);
    expect(codesOf(imported)).toEqual([]);
  });
});

describe('binary FBX 5', () => {
  it('is refused with its own version, not with that of its container', async () => {
    const fbx = new BinaryFbx(3000);
    const header = { name: 'FBXHeaderExtension', children: [{ name: 'FBXVersion', values: [fbx.i32(5800)] }] };
    const messageOf = async (nodes: readonly BinaryNode[]): Promise<unknown> => {
      const { code, message, location } = await refusalOf(importBytes(fbx.file(nodes), 'a.fbx'));
      return { code, message, location };
    };
    const location = { file: 'a.fbx', byte: 23 };
    expect(await messageOf([header])).toEqual({ code: 'unsupported-dialect', message: 'FBX version 5.8 (5800) is not read', location });
    // FBX 3 has no such node, and a damaged one says nothing.
    for (const nodes of [[{ name: 'FileId' }], [{ name: 'FBXHeaderExtension', values: [bytesOf('?')] }]])
      expect(await messageOf(nodes)).toEqual({ code: 'unsupported-dialect', message: 'FBX version 3.0 (3000) is not read', location });
  });
});
