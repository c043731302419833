import { addFinding, type FindingList } from '../finding-list.ts';
import { attribute, type XmlTag } from '../xml/read-xml.ts';
import { violation } from './violation.ts';

/** 3MF Core Specification, section 4. */
const objectTypes: ReadonlySet<string> = new Set(['model', 'solidsupport', 'support', 'surface', 'other']);

const unknownType = violation('Objects have a type that the format does not have; they are read as models');
const badId = violation('Objects have an id that is no whole number from 1 to 2147483647');
const noGroup = violation('Objects name a material or colour but no group for it');
const noDefault = violation('Objects whose triangles have materials or colours name none of their own, which 3MF requires', 'info');
const componentGroup = violation('Objects with components have materials or colours, which 3MF forbids');
const noShape = violation('Objects have no mesh and no components');
const twoShapes = violation('Objects have two meshes, or a mesh and components, of which 3MF allows one; all were read');

/** What an object has, when it has been read. */
export interface ObjectContent {
  readonly meshes: number;
  readonly components: number;
  /** Whether it has elements of extensions, which can be its shape. */
  readonly isExtended: boolean;
  /** Whether triangles have materials or colours of their own. */
  readonly hasProperties: boolean;
}

/** Adds findings for the rules that an object breaks. Source: 3MF Core Specification 1.3.0, chapter 4 and section 4.1.4.1. */
export function checkObject(tag: XmlTag, content: ObjectContent, file: string, findings: FindingList): void {
  const { meshes, components, isExtended, hasProperties } = content;
  const group = attribute(tag, 'pid');
  const index = attribute(tag, 'pindex');
  const id = attribute(tag, 'id') ?? '';
  const broken = [
    [unknownType, !objectTypes.has(attribute(tag, 'type') ?? 'model')],
    [badId, !/^\s*\+?0*[1-9]\d{0,9}\s*$/.test(id) || Number(id) >= 2 ** 31],
    [noGroup, index !== undefined && group === undefined],
    [noDefault, hasProperties && (index === undefined || group === undefined)],
    [componentGroup, components > 0 && (index !== undefined || group !== undefined)],
    [noShape, meshes === 0 && components === 0 && !isExtended],
    [twoShapes, meshes > 1 || (meshes > 0 && components > 0)],
  ] as const;
  for (const [kind, isBroken] of broken) if (isBroken) addFinding(findings, kind, { file, line: tag.line });
}
