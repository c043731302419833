import { strToU8, zipSync, type Zippable } from 'fflate';

export const core = 'http://schemas.microsoft.com/3dmanufacturing/core/2015/02';
/** Start of the relationship types and content types of Microsoft. */
export const types = 'http://schemas.microsoft.com/3dmanufacturing/2013/01';
export const mesh =
  '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="2" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>';

export const relationships = (...lines: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\n${lines.join('\n')}\n</Relationships>`;
export const relationship = (target: string, type = `${types}/3dtexture`, more = ''): string =>
  `<Relationship Target="${target}" Id="r" Type="${type}" ${more}/>`;

export const contentTypes = (more = ''): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\n<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="Model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>${more}</Types>`;

/** The parts of a package that keeps all rules, around a model; `more` adds parts and replaces them. */
export const parts = (model: string | Uint8Array, more: Zippable = {}): Zippable => ({
  '[Content_Types].xml': strToU8(contentTypes()),
  '_rels/.rels': strToU8(relationships(relationship('/3D/3dmodel.model', `${types}/3dmodel`))),
  '3D/3dmodel.model': typeof model === 'string' ? strToU8(model) : model,
  ...more,
});

export const packed = (model: string | Uint8Array, more?: Zippable): Uint8Array => zipSync(parts(model, more));
