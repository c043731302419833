import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { core, mesh, packed, parts, relationship, relationships, types } from './3mf-package.ts';
import { bytesOf, codesOf, findingOf, importBytes, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';

const production = 'http://schemas.microsoft.com/3dmanufacturing/production/2015/06';
const model = (resources: string, build: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<model xmlns="${core}" xmlns:p="${production}" ${attributes}>\n<resources>\n${resources}\n</resources>\n<build>${build}</build>\n</model>\n`;
const read = (text: string | Uint8Array, more?: Zippable) => importBytes(packed(text, more), 'a.3mf');
const objects = `<object id="1" name="leaf">${mesh}</object><object id="2" name="pair"><components><component objectid="1"/><component objectid="1" transform="-1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>`;

describe('a 3MF package', () => {
  it('places what its build names, in its unit', async () => {
    const imported = await read(model(objects, '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 10 20 30"/>', 'unit="inch"'));
    expect([...imported.mesh.positions]).toEqual([10, 20, 30, 11, 20, 30, 10, 22, 30]);
    expect(imported).toMatchObject({ format: '3mf', units: 'inch', findings: [] });
    expect(partsOf(imported)).toEqual([['leaf', 0, 1]]);
    expect(imported.mesh.parts[0]!.worldFromPart).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1]);
  });

  it('places components in components, and turns the winding where they are mirrored', async () => {
    const imported = await read(model(objects, '<item objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 7"/><item objectid="1"/>'));
    expect(partsOf(imported)).toEqual([
      ['leaf', 0, 1],
      ['leaf', 1, 1],
      ['leaf', 2, 1],
    ]);
    expect([...imported.mesh.positions.subarray(9, 18)]).toEqual([10, 0, 7, 8, 0, 7, 10, 4, 7]);
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [3, 5, 4],
      [6, 7, 8],
    ]);
    expect(imported.units).toBe('millimetre');
  });

  it('takes a rotation as it acts on rows', async () => {
    // A quarter turn about Z takes the row (1, 0, 0) to (0, 1, 0).
    const imported = await read(model(objects, '<item objectid="1" transform="0 1 0 -1 0 0 0 0 1 0 0 0"/>'));
    expect([...imported.mesh.positions].map((x) => x + 0)).toEqual([0, 0, 0, 0, 1, 0, -2, 0, 0]);
  });

  it('reads objects of other model parts', async () => {
    const other = model(`<object id="1" name="far">${mesh}</object>`, '');
    const imported = await read(model(objects, '<item objectid="1" p:path="/3D/other.model"/>'), { '3D/Other.model': strToU8(other) });
    expect(partsOf(imported)).toEqual([['far', 0, 1]]);
    expect(findingOf(imported, 'not-applied')).toMatchObject({ count: 1, locations: [{ file: 'a.3mf/3D/3dmodel.model', line: 4 }] });
  });

  it('is recognised by its content, and may be stored without compression or in UTF-16', async () => {
    const text = model(objects, '<item objectid="1"/>');
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from(text.replace('UTF-8', 'UTF-16'), (char) => char.charCodeAt(0)).buffer),
    ]);
    const imported = await importBytes(zipSync(parts(utf16), { level: 0 }), 'a');
    expect(imported).toMatchObject({ format: '3mf', findings: [{ code: 'format-violation', count: 1 }] });
    expect(imported.findings[0]?.message).toContain('UTF-16');
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
  });

  it('drops triangles with missing vertices, and lists ignored content', async () => {
    const bad = mesh.replace(
      '</triangles>',
      '<triangle v1="0" v2="1" v3="3"/><triangle v1="-1" v2="1" v3="2"/><triangle v1="0.5" v2="1" v3="2"/></triangles>',
    );
    const imported = await read(model(`<object id="1">\n${bad}</object>`, '<item objectid="1"/>'));
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect(findingOf(imported, 'unusable-faces')).toMatchObject({
      count: 3,
      locations: Array.from({ length: 3 }, () => ({ file: 'a.3mf/3D/3dmodel.model', line: 5 })),
    });
  });

  it('whose triangles name colours that are not there has a finding, and its shape', async () => {
    const coloured = (p: number): string => mesh.replace('v3="2"/>', `v3="2" pid="7" p1="${p}"/>`);
    const group = '<basematerials id="7"><base name="a" displaycolor="#000000"/><base name="b" displaycolor="#000000"/></basematerials>';
    const withColour = (p: number): string =>
      model(`${group}<object id="1" pid="7" pindex="0">${coloured(p)}</object>`, '<item objectid="1"/>');
    expect(codesOf(await read(withColour(1)))).toEqual([]);
    expect(codesOf(await read(withColour(2)))).toEqual(['format-violation']);
  });

  it('has the base material of each triangle, else that of its object', async () => {
    const group =
      '<basematerials id="7"><base name="steel" displaycolor="#000000"/><base name="rubber" displaycolor="#000000"/></basematerials>';
    const two = mesh.replace('</triangles>', '<triangle v1="0" v2="2" v3="1" pid="7" p1="1"/><triangle v1="1" v2="2" v3="0"/></triangles>');
    const { materials } = (
      await read(
        model(
          `${group}<object id="1" pid="7" pindex="0">${two}</object><object id="2">${mesh}</object>`,
          '<item objectid="1"/><item objectid="2"/><item objectid="1"/>',
        ),
      )
    ).mesh;
    expect(materials).toEqual({ names: ['steel', 'rubber'], runs: [0, 0, 1, 1, 2, 0, 3, -1, 4, 0, 5, 1, 6, 0] });
  });

  it('reports a unit that the format does not have, and a singular transform', async () => {
    const imported = await read(model(objects, '<item objectid="1" transform="1 2 3 2 4 6 0 0 1 0 0 0"/>', 'unit="furlong"'));
    expect(imported.findings).toMatchObject([
      { code: 'format-violation', message: 'The model names a unit that the format does not have', locations: [{ line: 2 }] },
      { code: 'format-violation', message: 'Transforms flatten objects, which the format forbids', locations: [{ line: 6 }] },
    ]);
    expect(imported.units).toBe(null);
  });

  it('reports beams and unknown shapes', async () => {
    const beams = `<object id="1">${mesh.replace('</mesh>', '<b:beamlattice xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"/></mesh>')}</object>`;
    expect(codesOf(await read(model(beams, '<item objectid="1"/>')))).toEqual(['ignored-elements']);
    expect(codesOf(await read(model('<object id="1"><x:booleanshape xmlns:x="urn:x"/></object>', '<item objectid="1"/>')))).toEqual([
      'not-applied',
      'no-triangles',
    ]);
  });

  const ring =
    '<object id="1"><components><component objectid="2"/></components></object><object id="2"><components><component objectid="1"/></components></object>';
  it.each([
    ['an object that is not there', model(objects, '<item objectid="9"/>'), 'index-out-of-range', 6],
    ['an object in itself', model(ring, '<item objectid="1"/>'), 'cyclic', 4],
    ['two objects of one id', model(objects + objects, ''), 'malformed', 4],
    ['a transform of eleven numbers', model(objects, '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0"/>'), 'malformed', 6],
    ['a transform that is not finite', model(objects, '<item objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 1e999"/>'), 'malformed', 6],
    ['two transforms', model(objects, '<item objectid="1" transform="" transform=""/>'), 'malformed', 6],
    ['an entity', model('&boom;', ''), 'malformed', 4],
    ['an extension that changes shapes', model(objects, '', 'xmlns:x="urn:other" requiredextensions="p x"'), 'unsupported-feature', 2],
  ])('with %s is refused with the line', async (_, text, code, line) => {
    expect(await refusalOf(read(text))).toMatchObject({ code, location: { file: 'a.3mf/3D/3dmodel.model', line } });
  });

  it('that multiplies its data is refused before the memory is gone', async () => {
    const layer = (id: number): string =>
      `<object id="${id}"><components>${`<component objectid="${id - 1}"/>`.repeat(100)}</components></object>`;
    const layers = [2, 3, 4, 5, 6].map(layer).join('');
    expect(await refusalOf(read(model(`<object id="1">${mesh}</object>${layers}`, '<item objectid="6"/>')))).toMatchObject({
      code: 'too-large',
    });
    const empty = `<object id="1"><mesh><vertices/><triangles/></mesh></object>${layers}`.replace(/<mesh>.*<\/mesh>/, '');
    expect(await refusalOf(read(model(empty, '<item objectid="6"/>')))).toMatchObject({ code: 'too-large' });
  });

  it('may repeat meshes up to a limit that grows with its text, and the refusal names it', async () => {
    const layers = (depth: number): string =>
      Array.from({ length: depth }, (_, i) => {
        const two = `<component objectid="${i + 1}"/>`.repeat(2);
        return `<object id="${i + 2}"><components>${two}</components></object>`;
      }).join('');
    const strip = `<mesh><vertices>${'<vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="2" z="0"/>'}</vertices><triangles>${'<triangle v1="0" v2="1" v3="2"/>'.repeat(200)}</triangles></mesh>`;
    const nested = (depth: number): string => model(`<object id="1">${strip}</object>${layers(depth)}`, `<item objectid="${depth + 1}"/>`);
    expect((await read(nested(9))).mesh.indices).toHaveLength(3 * 200 * 2 ** 9);
    const text = nested(12);
    const max = 2 ** 16 + 32 * text.length;
    expect(200 * 2 ** 12).toBeGreaterThan(max);
    expect(await refusalOf(read(text))).toMatchObject({
      code: 'too-large',
      message: `The file repeats its data beyond ${max} triangles or ${4 * max} vertices, the limit for its bytes`,
    });
  });

  it('whose part is spelled in several ways has one part', async () => {
    const unusable = mesh.replace('</triangles>', '<triangle v1="0" v2="1" v3="9"/></triangles>');
    const leaf = model(`<object id="1" name="leaf">${unusable}</object>`, '');
    const reference = (path: string): string => `<item objectid="1" p:path="${path}"/>`;
    const root = model('', ['/3D/leaf.model', '/3d/LEAF.model', '//3D/Leaf.Model'].map(reference).join(''));
    const imported = await read(root, { '3D/leaf.model': strToU8(leaf) });
    expect(partsOf(imported)).toHaveLength(3);
    // It is read once.
    expect(findingOf(imported, 'unusable-faces')).toMatchObject({ count: 1 });
  });

  it('without its model, or without the list that names it, is refused', async () => {
    expect(
      await refusalOf(
        importBytes(zipSync({ '_rels/.rels': strToU8(relationships(relationship('/3D/3dmodel.model', `${types}/3dmodel`))) }), 'a.3mf'),
      ),
    ).toMatchObject({ code: 'missing-file' });
    expect(await refusalOf(importBytes(zipSync({ a: strToU8('b') }), 'a.3mf'))).toMatchObject({ code: 'malformed' });
    expect(await refusalOf(importBytes(zipSync({ '_rels/.rels': strToU8('<Relationships/>') }), 'a.3mf'))).toMatchObject({
      code: 'malformed',
    });
  });
});

describe('an archive', () => {
  const sound = packed(model(objects, '<item objectid="1"/>'));
  const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** The bytes with a u32 of the second member's directory entry changed. */
  const changed = (at: number, value: number): Uint8Array => {
    const bytes = sound.slice();
    const entry = Buffer.from(bytes).lastIndexOf(bytesOf('PK', 1, 2));
    view(bytes).setUint32(entry + at, value, true);
    return bytes;
  };

  it.each([
    ['whose checksum is wrong', changed(16, 1), 'malformed'],
    ['that declares more than it can hold', changed(24, 2 ** 29), 'count-exceeds-file'],
    ['that declares more than is unpacked', changed(24, 2 ** 31), 'too-large'],
    ['that declares less than it holds', changed(24, 20), 'malformed'],
    ['whose member lies elsewhere', changed(42, 3), 'malformed'],
    ['whose member does not end', changed(20, 2 ** 20), 'truncated'],
    ['that is cut off', sound.subarray(0, sound.length - 9), 'truncated'],
    ['that is encrypted', changed(8, 8 * 65536 + 1), 'unsupported-feature'],
    ['of another method', changed(8, 12 * 65536), 'unsupported-feature'],
  ])('%s is refused', async (_, bytes, code) => {
    expect(await refusalOf(importBytes(bytes, 'a.3mf'))).toMatchObject({ code, location: { file: 'a.3mf' } });
  });

  it('may have sizes of 64 bits, and a comment', async () => {
    // The directory again, with the sizes and the place of the last member in an extra field.
    const end = sound.length - 22;
    const last = Buffer.from(sound).lastIndexOf(bytesOf('PK', 1, 2));
    const entry = view(sound);
    const large = (at: number): number[] => [entry.getUint32(last + at, true), 0];
    const extra = new Uint8Array(Uint32Array.from([0x0018_0001, ...large(24), ...large(20), ...large(42)]).buffer);
    const bytes = bytesOf(sound.slice(0, end), extra, sound.slice(end), 'hello');
    const out = view(bytes);
    for (const at of [20, 24, 42]) out.setUint32(last + at, 0xffff_ffff, true);
    out.setUint16(last + 30, extra.length, true);
    out.setUint16(bytes.length - 7, 5, true);
    expect(trianglesOf(await importBytes(bytes, 'a.3mf'))).toEqual([[0, 1, 2]]);
  });
});
