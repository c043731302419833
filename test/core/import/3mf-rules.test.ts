import { strToU8, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ImportedMesh } from '#core/import/importer';
import { contentTypes, core, mesh, packed, relationship, relationships, types } from './3mf-package.ts';
import { codesOf, findingOf, importBytes, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';

const thumbnail = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail';
const early = 'http://schemas.microsoft.com/3dmanufacturing/2013/01';
const model = (resources: string, build = '<item objectid="1"/>', namespace = core): string =>
  `<model xmlns="${namespace}" unit="inch">\n<resources>\n${resources}\n</resources>\n<build>\n${build}\n</build>\n</model>`;
const read = (text: string, more: Zippable = {}): Promise<ImportedMesh> => importBytes(packed(text, more), 'a.3mf');
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
    ['with a name that starts with a period', relationship('/3D/.png'), 'starts with a period', 2],
    ['with an empty name', relationship('/3D/'), 'empty name', 2],
    ['that repeats another', `${relationship('/3D/t.png')}\n`.repeat(2), 'two relationships', 3],
    ['that is a thumbnail of another type', relationship('/3D/t.png', thumbnail), 'Thumbnails', 2],
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
    const lines = ['/3D/a%20b.png', 'A b.png', '../3D/./a b.png'].map((target, i) => relationship(target, `${types}/${i}`)).join('\n');
    const more = { '3D/a b.png': strToU8('x'), '3D/_rels/3dmodel.model.rels': strToU8(relationships(lines)) };
    expect((await read(plain, more)).findings).toEqual([]);
  });
});

const object = (attributes: string, content = mesh): string => `<object id="1" ${attributes}>${content}</object>`;
const material = 'xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"';
const withHead = (attributes: string, head = ''): string =>
  plain.replace('unit="inch"', `unit="inch" ${attributes}`).replace('<resources>', `${head}<resources>`);
const withMaterials = (resources: string): string =>
  withHead(material).replace(
    '<resources>',
    `<resources>\n<basematerials id="7"><base name="a" displaycolor="#000000"/></basematerials>${resources}`,
  );
const colours = '<m:colorgroup id="8"><m:color color="#00ff0080"/></m:colorgroup>';
const twice = mesh.replace('<triangle ', '<triangle v1="0" v2="1" v3="1"/><triangle ');
const painted = (attributes: string): string => mesh.replace('v3="2"', `v3="2" ${attributes}`);
const base = '<basematerials id="7"><base name="a" displaycolor="#000000"/><base name="b" displaycolor="#000000"/></basematerials>';
const component = '<components><component objectid="2"/></components>';

describe('a 3MF model that breaks a rule of its markup has one finding with the line', () => {
  it.each<[string, string, string, number, string?]>([
    ['xml:space', withHead('xml:space="default"'), 'xml:space', 1],
    ['xsi attributes', withHead('xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"'), 'xml:space', 1],
    ['another encoding', `<?xml version="1.0" encoding="iso-8859-1"?>\n${plain}`, 'encoding', 1],
    ['unknown attributes', withHead('xmlns:v="urn:v" v:new="1"'), 'namespaces that are not known', 1, 'not-applied'],
    ['metadata without a name', withHead('', '<metadata/>'), 'no name', 2],
    ['metadata of one name', withHead('', '<metadata name="Title"/>\n<metadata name="Title"/>'), 'same name', 3],
    ['metadata of an unknown name', withHead('', '<metadata name="Colour"/>'), 'does not define', 2],
    ['no resources', `<model xmlns="${core}"><build/>\n</model>`, 'no resources', 1],
    ['no build', plain.replace(/<build>[^]*<\/build>/, ''), 'no resources or no build', 1],
    ['two builds', plain.replace('</model>', '<build/></model>'), 'two elements', 8],
    ['unknown recommended extensions', withHead('xmlns:v="urn:v" recommendedextensions="v"'), 'recommends', 1, 'not-applied'],
    ['extensions required and recommended', withHead(`${material} requiredextensions="m" recommendedextensions="m"`), 'both required', 1],
    ['an id that is no number', model(object('').replace('"1"', '"x1"'), '<item objectid="x1"/>'), 'whole number', 3],
    ['the id 0', model(object('').replace('"1"', '"0"'), '<item objectid="0"/>'), 'whole number', 3],
    ['an id of 32 bits', model(object('').replace('"1"', '"2147483648"'), '<item objectid="2147483648"/>'), 'whole number', 3],
    ['pindex without pid', model(object('pindex="0"')), 'no group for it', 3],
    ['triangles with materials, object without', model(`${base}${object('', painted('pid="7" p1="0"'))}`), 'none of their own', 3],
    ['triangles of two base materials', model(`${base}${object('pid="7" pindex="0"', painted('p1="0" p2="1" p3="0"'))}`), 'mix base', 3],
    ['a triangle that names a vertex twice', model(object('', twice)), 'vertex twice', 3],
    [
      'components with a material',
      model(`<object id="2">${mesh}</object>\n${object('pid="7" pindex="0"', component)}`),
      'with components',
      4,
    ],
    ['an object without a shape', model(`${object('', '')}\n<object id="2">${mesh}</object>`, '<item objectid="2"/>'), 'no mesh and no', 3],
    ['an object with a mesh and components', model(`<object id="2">${mesh}</object>\n${object('', mesh + component)}`), 'two meshes', 4],
    ['a component before its object', model(`${object('', component)}\n<object id="2">${mesh}</object>`), 'before these are defined', 3],
    ['a component of the type other', model(`<object id="2" type="other">${mesh}</object>\n${object('', component)}`), '"other"', 4],
    ['a colour without a value', withMaterials(colours.replace(/ color="[^"]*"/, '')), '#RRGGBB', 3],
    ['a colour of a bad value', withMaterials(colours.replace('#00ff0080', '#00ff0')), '#RRGGBB', 3],
    ['texture coordinates without a texture', withMaterials('<m:texture2dgroup id="8" texid="7"/>'), 'no texture', 3],
    ['a texture without a path', withMaterials('<m:texture2d id="8" contenttype="image/png"/>'), 'no path', 3],
    ['a texture of another type', withMaterials('<m:texture2d id="8" path="/a" contenttype=""/>'), 'no path, or', 3],
    ['a mixture of no base materials', withMaterials(`${colours}<m:compositematerials id="9" matid="8" matindices="0"/>`), 'Composite', 3],
    ['a mixture of no materials', withMaterials('<m:compositematerials id="9" matid="7"/>'), 'Composite', 3],
    ['layers without groups', withMaterials('<m:multiproperties id="9"/>'), 'name no group of properties', 3],
    ['layers of a missing group', withMaterials('<m:multiproperties id="9" pids="7 12"/>'), 'name no group of properties', 3],
    ['two layers of materials', withMaterials('<m:multiproperties id="9" pids="7 7"/>'), 'two layers', 3],
    ['two layers of colours', withMaterials(`${colours}<m:multiproperties id="9" pids="8 8"/>`), 'two layers', 3],
    ['layers in layers', withMaterials('<m:multiproperties id="9" pids="7"/><m:multiproperties id="10" pids="9"/>'), 'two layers', 3],
  ])('%s', async (_, text, message, line, code = 'format-violation') => {
    const { findings } = await read(text);
    const found = findings.filter((finding) => finding.code === code);
    expect(found.map((finding) => finding.message)).toEqual([expect.stringContaining(message)]);
    expect(found[0]).toMatchObject({ count: 1, locations: [{ file: 'a.3mf/3D/3dmodel.model' }] });
    if (!message.startsWith('no resources')) expect(found[0]?.locations[0]?.line).toBe(line);
  });

  it('and none where it keeps them', async () => {
    const layers = `${colours}<m:texture2d id="3" path="/a" contenttype="image/jpeg"/><m:texture2dgroup id="4" texid="3"/><m:compositematerials id="5" matid="7" matindices="0"/><m:multiproperties id="6" pids="5 8 4"/>`;
    const text = withMaterials(layers).replace('<model ', '<model xml:lang="en" ');
    const head = '<metadata name="Title"/><metadata name="m:Title"/><metadata name="Application"/>';
    expect((await read(text.replace('<resources>', `${head}<resources>`))).findings).toEqual([]);
  });

  it('refuses required extensions that are not known, also without a namespace', async () => {
    const refusal = refusalOf(read(withHead('requiredextensions="v"')));
    expect(await refusal).toMatchObject({ code: 'unsupported-feature', message: 'The file requires the extension v, which is not read' });
  });

  it('refuses components of themselves', async () => {
    const text = model(object('', component.replace('"2"', '"1"')));
    expect(await refusalOf(read(text))).toMatchObject({ code: 'cyclic', location: { line: 3 } });
  });
});

describe('a 3MF package with several model parts', () => {
  const production = 'xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06"';
  const to = (path: string): string => `<components><component objectid="1" p:path="${path}"/></components>`;
  const part = (content: string): string => model(object('', content)).replace('unit="inch"', production);

  it('has a finding for references below the root', async () => {
    const more = { '3D/b.model': strToU8(part(to('/3D/c.model'))), '3D/c.model': strToU8(plain) };
    const { findings } = await read(part(to('/3D/b.model')), more);
    expect(findings).toMatchObject([{ code: 'format-violation', count: 1, locations: [{ file: 'a.3mf/3D/b.model', line: 3 }] }]);
    expect(findings[0]?.message).toContain('other than the root');
  });
});

describe('the content types of a 3MF package', () => {
  const file = 'a.3mf/[Content_Types].xml';
  it.each([
    ['that are damaged', '<Types', 'cannot be read', file],
    ['that are empty', '<Types/>', 'no content types', file],
    ['with another type for models', contentTypes().replace('3dmodel+xml', 'other'), 'Model parts have', 'a.3mf/3D/3dmodel.model'],
    [
      'with another type for this model',
      contentTypes('<Override PartName="/3D/3dModel.model" ContentType="text/xml"/>'),
      'Model',
      'a.3mf/3D/3dmodel.model',
    ],
  ])('%s have a finding', async (_, text, message, at) => {
    const imported = await read(plain, { '[Content_Types].xml': strToU8(text) });
    expect(trianglesOf(imported)).toHaveLength(1);
    expect(imported.findings).toMatchObject([{ code: 'format-violation', count: 1, locations: [{ file: at }] }]);
    expect(imported.findings[0]?.message).toContain(message);
  });

  it('are checked for thumbnails', async () => {
    const rels = relationships(relationship('/3D/t.png', thumbnail));
    const more = { '3D/t.png': strToU8('x'), '3D/_rels/3dmodel.model.rels': strToU8(rels) };
    const types = contentTypes('<Default Extension="png" ContentType="image/png"/>');
    expect((await read(plain, { ...more, '[Content_Types].xml': strToU8(types) })).findings).toEqual([]);
  });
});

describe('a build without items', () => {
  it('reports the objects that it does not show', async () => {
    const imported = await read(model(`<object id="1">${mesh}</object>`, ''));
    expect(findingOf(imported, 'no-triangles')?.message).toBe('The scene shows no triangles; meshes that it does not show: 1');
  });
});
