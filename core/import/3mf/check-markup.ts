import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { attribute, type XmlTag } from '../xml/read-xml.ts';
import { checkMaterial } from './check-materials.ts';
import { coreSpace, harmlessSpaces, materialSpace } from './model.ts';
import { violation } from './violation.ts';

const xmlSpace = 'http://www.w3.org/XML/1998/namespace';
const schemaSpace = 'http://www.w3.org/2001/XMLSchema-instance';
const prefixSpace = 'http://www.w3.org/2000/xmlns/';

const xmlAttributes = violation('Elements have attributes of XML or of its schemas, for example xml:space, which 3MF forbids');
const unknownAttributes: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Attributes of namespaces that are not known were skipped',
  fix: 'Nothing to do if the shape is complete',
};
const noMetadataName = violation('Metadata have no name');
const sameMetadata = violation('Metadata have the same name, which 3MF forbids');
const unknownMetadata = violation('Metadata have a name without a prefix that 3MF does not define', 'info');
const noSection = violation('A model has no resources or no build; 3MF requires both');
const twoSections = violation('A model has two elements of which 3MF allows one, for example two builds; all were read');

/** Names of metadata without a prefix. Source: 3MF Core Specification 1.3.0, table 3-1. */
const metadataNames: ReadonlySet<string> = new Set([
  'Title',
  'Designer',
  'Description',
  'Copyright',
  'LicenseTerms',
  'Rating',
  'CreationDate',
  'ModificationDate',
  'Application',
]);

/** The rules of one model part: what they have seen so far. */
export interface MarkupRules {
  readonly file: string;
  readonly findings: FindingList;
  readonly metadata: Set<string>;
  /** Names of the elements in `model` of which there is one. */
  readonly sections: Set<string>;
  /** Names of the elements of resources, by id. */
  readonly resources: Map<string, string>;
}

export function markupRules(file: string, findings: FindingList): MarkupRules {
  return { file, findings, metadata: new Set(), sections: new Set(), resources: new Map() };
}

/**
 * Adds findings for the rules that an element breaks and that do not touch the geometry: attributes, metadata, sections
 * and materials. Vertices and triangles, which are most of a file, are not passed to it. Source: 3MF Core
 * Specification 1.3.0, sections 2.3 and 3.4.
 */
export function checkElement(rules: MarkupRules, tag: XmlTag, parent: XmlTag | undefined): void {
  const note = (kind: FindingKind): void => addFinding(rules.findings, kind, { file: rules.file, line: tag.line });
  for (const { local, prefix, uri } of Object.values(tag.attributes)) {
    // The parser returns a prefix without a namespace as its own namespace.
    if (prefix === '' || uri === prefixSpace || uri === prefix) continue;
    if (uri === schemaSpace || (uri === xmlSpace && local !== 'lang')) note(xmlAttributes);
    else if (uri !== xmlSpace && tag.space === coreSpace && !harmlessSpaces.has(uri)) note(unknownAttributes);
  }
  const id = attribute(tag, 'id') ?? '';
  if (parent?.name === 'resources' && !rules.resources.has(id)) rules.resources.set(id, tag.name);
  if (tag.space === materialSpace) return checkMaterial(rules.resources, tag, note);
  if (tag.space !== coreSpace || parent?.name !== 'model') return;
  if (tag.name === 'metadata') return checkMetadata(rules, attribute(tag, 'name') ?? '', note);
  if (rules.sections.has(tag.name)) note(twoSections);
  rules.sections.add(tag.name);
}

/** Adds a finding at the end of a model part for the sections that it lacks. */
export function checkSections({ file, findings, sections }: MarkupRules, line: number): void {
  if (!sections.has('resources') || !sections.has('build')) addFinding(findings, noSection, { file, line });
}

function checkMetadata({ metadata }: MarkupRules, name: string, note: (kind: FindingKind) => void): void {
  if (name === '') note(noMetadataName);
  else if (metadata.has(name)) note(sameMetadata);
  else if (!name.includes(':') && !metadataNames.has(name)) note(unknownMetadata);
  metadata.add(name);
}
