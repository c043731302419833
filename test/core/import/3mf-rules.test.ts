import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { codesOf, findingOf, importBytes, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';

const types = 'http://schemas.microsoft.com/3dmanufacturing/2013/01';
const core = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
const early = 'http://schemas.microsoft.com/3dmanufacturing/2013/01';
const relationships = (...lines: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\n${lines.join('\n')}\n</Relationships>`;
const relationship = (target: string, type = `${types}/3dtexture`, more = ''): string =>
  `<Relationship Target="${target}" Id="r" Type="${type}" ${more}/>`;
const start = relationship('/3D/3dmodel.model', `${types}/3dmodel`);
const mesh =
  '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="2" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>';
const model = (resources: string, build = '<item objectid="1"/>', namespace = core): string =>
  `<model xmlns="${namespace}" unit="inch">\n<resources>\n${resources}\n</resources>\n<build>\n${build}\n</build>\n</model>`;
const read = (text: string, more: Zippable = {}): Promise<ImportedMesh> =>
  importBytes(zipSync({ '_rels/.rels': strToU8(relationships(start)), '3D/3dmodel.model': strToU8(text), ...more }), 'a.3mf');
const plain = model(`<object id="1">${mesh}</object>`);

describe('a 3MF model of version 0.93', () => {
  it('is read with the materials of its objects', async () => {
    const resources = `<color id="0" value="#79BC53"/><material id="2" name="Green" colorid="0"/><object id="4" type="model" materialid="2">${mesh}</object><object id="5"><components><component objectid="4" transform="2 0 0 0 2 0 0 0 2 0 0 0"/></components></object>`;
    const imported = await read(model(resources, '<item objectid="5" transform="1 0 0 0 1 0 0 0 1 0 0 3"/>', early));
    expect(imported).toMatchObject({ dialect: '3MF 0.93', units: 'inch', findings: [] });
    expect(trianglesOf(imported)).toEqual([[0, 1, 2]]);
    expect([...imported.mesh.positions]).toEqual([0, 0, 3, 2, 0, 3, 0, 4, 3]);
    expect(imported.mesh.materials?.names).toEqual(['Green']);
  });
});

describe('a 3MF model of another namespace', () => {
  it.each([
    ['http://example.org/9999', 'A 3MF model of the namespace http://example.org/9999 is not read'],
    ['', 'A 3MF model without a namespace is not read'],
  ])('%j is refused by name', async (namespace, message) => {
    const refusal = await refusalOf(read(model(`<object id="1">${mesh}</object>`, undefined, namespace)));
    expect(refusal).toMatchObject({ code: 'unsupported-dialect', message, location: { file: 'a.3mf/3D/3dmodel.model', line: 1 } });
  });

  it('or with another root element is refused', async () => {
    expect(await refusalOf(read(`<parts xmlns="${core}"/>`))).toMatchObject({ code: 'malformed' });
  });
});

describe('a 3MF package that breaks a rule has a finding, and its triangles', () => {
  const other = `<object id="1" type="other">${mesh}</object>`;
  it.each([
    ['with a document type', `<!DOCTYPE model [\n<!ELEMENT model ANY>\n]>\n${plain}`, 'document type', 3],
    ['with a prefix without a namespace', plain.replace('<build>', '<build x:id="1">'), 'prefixes without a namespace', 5],
    ['with an unknown type of object', model(`<object id="1" type="brick">${mesh}</object>`), 'type that the format does not have', 3],
    ['with a build item of the type other', model(other), '"other"', 6],
    ['with two resources of one id', model(`<basematerials id="1"/>\n<object id="1">${mesh}</object>`), 'same id', 4],
  ])('%s', async (_, text, message, line) => {
    const imported = await read(text);
    expect(partsOf(imported)).toHaveLength(1);
    expect(codesOf(imported)).toEqual(['format-violation']);
    expect(imported.findings[0]?.message).toContain(message);
    expect(imported.findings[0]).toMatchObject({ count: 1, severity: 'warning', locations: [{ file: 'a.3mf/3D/3dmodel.model', line }] });
  });

  it.each([
    ['outside of the package', relationship('C:/Metadata/thumbnail.png'), 'outside of the package', 2],
    ['declared as external', relationship('/3D/t.png', undefined, 'TargetMode="External"'), 'outside of the package', 2],
    ['that is missing', relationship('../Metadata/gone.png'), 'does not have', 2],
    ['that is a second print ticket', `${relationship('/3D/t.png', `${types}/printticket`)}\n`.repeat(2), 'print ticket', 3],
  ])('a relationship to a target %s', async (_, lines, message, line) => {
    const more = { '3D/T.png': strToU8('x'), '3D/_rels/3dmodel.model.rels': strToU8(relationships(lines)) };
    const imported = await read(plain, more);
    expect(codesOf(imported)).toEqual(['format-violation']);
    expect(imported.findings[0]?.message).toContain(message);
    expect(imported.findings[0]).toMatchObject({ count: 1, locations: [{ file: 'a.3mf/3D/_rels/3dmodel.model.rels', line }] });
  });

  it('relationships that cannot be read', async () => {
    const imported = await read(plain, { '3D/_rels/3dmodel.model.rels': strToU8('<Relationships') });
    expect(findingOf(imported, 'format-violation')?.message).toContain('cannot be read');
    expect(trianglesOf(imported)).toHaveLength(1);
  });

  it('but none for targets that are there, relative, encoded, or in another case', async () => {
    const lines = ['/3D/a%20b.png', 'A b.png', '../3D/./a b.png'].map((target) => relationship(target)).join('\n');
    const more = { '3D/a b.png': strToU8('x'), '3D/_rels/3dmodel.model.rels': strToU8(relationships(lines)) };
    expect((await read(plain, more)).findings).toEqual([]);
  });
});

describe('a build without items', () => {
  it('reports the objects that it does not show', async () => {
    const imported = await read(model(`<object id="1">${mesh}</object>`, ''));
    expect(findingOf(imported, 'no-triangles')?.message).toBe('The scene shows no triangles; meshes that it does not show: 1');
  });
});
