import type { SourceLocation } from '../../error.ts';
import { reportBytes, type ByteProgress } from '../byte-progress.ts';
import { refuse } from '../refuse.ts';
import {
  attributeFields,
  isDeforming,
  isLayerField,
  isUsedProperty,
  itemsOf,
  noEdits,
  specifiers,
  type ListEdits,
  type Specifier,
  type UsdArc,
  type UsdAttribute,
  type UsdLayer,
  type UsdPrim,
  type UsdValue,
} from './layer.ts';
import {
  atEnd,
  cursorAt,
  expectMark,
  fault,
  lookAt,
  openUsda,
  readName,
  readString,
  readWordAhead,
  takeMark,
  takeWordOf,
  type UsdaCursor,
} from './usda-cursor.ts';
import { readAllSamples, readArcs, readPathList, readTimeSamples, readTextList, readValue, skipValue } from './usda-values.ts';

/** Maximum depth, because prims are read by recursion. */
const maxDepth = 1024;

/**
 * Reads the text encoding of USD. Content that the import does not use is skipped. Invalid syntax is refused with its
 * line. Source: OpenUSD 26.05, "USDA file format"; AOUSD Core Specification 1.0.1, section 16.2.
 * @throws InspectorError `malformed`, `truncated`, `too-large`, `unsupported-dialect`.
 */
export function readUsda(bytes: Uint8Array, report: ByteProgress): UsdLayer {
  const cursor = openUsda(bytes);
  const header = lookAt(cursor, '(') ? readMetadata(cursor) : noMetadata;
  const roots = new Map<string, UsdPrim>();
  while (!atEnd(cursor)) {
    reportBytes(report, cursor.at);
    const word = readWordAhead(cursor);
    if (isSpecifier(word)) addPrim(roots, readPrim(cursor, report, 1), cursor);
    else if (word === 'reorder') skipStatement(cursor);
    else throw fault(cursor, `${quoted(word, cursor)} does not start a prim`);
  }
  return { fields: header.fields, subLayers: header.subLayers, retimesSubLayers: header.retimesSubLayers, roots, encoding: 'text' };
}

function isSpecifier(word: string): word is Specifier {
  return specifiers.some((each) => each === word);
}

function addPrim(to: Map<string, UsdPrim>, prim: UsdPrim, cursor: UsdaCursor): void {
  if (to.has(prim.name)) throw fault(cursor, `There are two prims named ${prim.name} under one parent`, prim.location);
  to.set(prim.name, prim);
}

function readPrim(cursor: UsdaCursor, report: ByteProgress, depth: number): UsdPrim {
  if (depth > maxDepth)
    throw refuse('too-large', `The prims of the file are nested deeper than ${maxDepth} levels`, 'Flatten the scene', {
      line: cursor.line,
    });
  const location = { line: cursor.line };
  const specifier = takeWordOf(cursor, specifiers);
  const typeName = lookAt(cursor, '"') || lookAt(cursor, "'") ? '' : readName(cursor);
  const name = readString(cursor);
  const metadata = lookAt(cursor, '(') ? readMetadata(cursor) : noMetadata;
  return { name, specifier, typeName, ...readBody(cursor, report, depth, metadata, location) };
}

type Body = Omit<UsdPrim, 'name' | 'specifier' | 'typeName'>;

/** Reads the body of a prim or of a variant, between its braces. */
function readBody(cursor: UsdaCursor, report: ByteProgress, depth: number, metadata: Metadata, location: SourceLocation): Body {
  const children = new Map<string, UsdPrim>();
  const variantSets = new Map<string, ReadonlyMap<string, UsdPrim>>();
  const attributes = new Map<string, UsdAttribute>();
  const relationships = new Map<string, readonly string[]>();
  expectMark(cursor, '{');
  while (!takeMark(cursor, '}')) {
    reportBytes(report, cursor.at);
    if (takeMark(cursor, ';')) continue;
    const word = readWordAhead(cursor);
    if (isSpecifier(word)) addPrim(children, readPrim(cursor, report, depth + 1), cursor);
    else if (word === 'variantSet') readVariantSet(cursor, report, depth, variantSets);
    else if (word === 'reorder') skipStatement(cursor);
    else readProperty(cursor, attributes, relationships);
  }
  const { active, apiSchemas, inherits, specializes, references, payloads, variantSelection } = metadata;
  return {
    active,
    apiSchemas,
    inherits,
    specializes,
    references,
    payloads,
    variantSelection,
    variantSets,
    attributes,
    relationships,
    children,
    location,
  };
}

function readVariantSet(cursor: UsdaCursor, report: ByteProgress, depth: number, sets: Map<string, ReadonlyMap<string, UsdPrim>>): void {
  if (depth > maxDepth)
    throw refuse('too-large', `The variants of the file are nested deeper than ${maxDepth} levels`, 'Flatten the scene', {
      line: cursor.line,
    });
  takeWordOf(cursor, ['variantSet']);
  const variants = new Map<string, UsdPrim>();
  sets.set(readString(cursor), variants);
  expectMark(cursor, '=');
  expectMark(cursor, '{');
  while (!takeMark(cursor, '}')) {
    const location = { line: cursor.line };
    const name = readString(cursor);
    const metadata = lookAt(cursor, '(') ? readMetadata(cursor) : noMetadata;
    variants.set(name, { name, specifier: 'over', typeName: '', ...readBody(cursor, report, depth + 1, metadata, location) });
  }
}

/** Skips a statement such as `reorder nameChildren = [...]`. The order does not affect collision geometry. */
function skipStatement(cursor: UsdaCursor): void {
  takeWordOf(cursor, ['reorder']);
  readName(cursor);
  expectMark(cursor, '=');
  skipValue(cursor);
}

const editWords = ['add', 'append', 'prepend', 'delete', 'reorder'] as const;

/** Reads a property: `custom uniform token[] purpose = [...] (...)`, `prepend rel material:binding = </a>`. */
function readProperty(cursor: UsdaCursor, attributes: Map<string, UsdAttribute>, relationships: Map<string, readonly string[]>): void {
  const location = { line: cursor.line };
  let type = readName(cursor);
  while (/^(custom|uniform|varying|config|add|append|prepend|delete|reorder)$/.test(type)) type = readName(cursor);
  if (type !== 'rel' && takeMark(cursor, '[')) expectMark(cursor, ']');
  const [name = '', suffix = ''] = readName(cursor).split('.');
  const hasValue = takeMark(cursor, '=');
  if (type === 'rel') {
    if (hasValue) {
      const targets = readPathList(cursor);
      if (suffix === '' && isUsedProperty(name)) relationships.set(name, targets);
    }
  } else if (hasValue) readAttribute(cursor, name, suffix, location, attributes);
  if (!lookAt(cursor, '(')) return;
  const attribute = isDeforming(name) ? attributes.get(name) : undefined;
  if (attribute === undefined) skipValue(cursor);
  else attributes.set(name, { ...attribute, metadata: readMetadata(cursor).fields });
}

function readAttribute(
  cursor: UsdaCursor,
  name: string,
  suffix: string,
  location: SourceLocation,
  attributes: Map<string, UsdAttribute>,
): void {
  if (!isUsedProperty(name) || (suffix !== '' && suffix !== 'timeSamples')) return skipValue(cursor);
  const known = attributes.get(name);
  cursor.field = name;
  const { bytes, at, line } = cursor;
  const cursorHere = (): UsdaCursor => cursorAt(bytes, at, line, name);
  const all: UsdAttribute['samples'] = (count) => readAllSamples(cursorHere(), count);
  const metadata = known?.metadata ?? noMetadata.fields;
  if (isDeforming(name)) {
    skipValue(cursor);
    if (suffix === '')
      attributes.set(name, { location, read: () => readValue(cursorHere()), isSampled: false, samples: known?.samples ?? null, metadata });
    else attributes.set(name, { location, read: () => readTimeSamples(cursorHere()), isSampled: true, metadata, ...known, samples: all });
  } else if (suffix === '') {
    const value = readValue(cursor);
    attributes.set(name, { location, read: () => value, isSampled: false, samples: known?.samples ?? null, metadata });
  } else if (known !== undefined) {
    skipValue(cursor);
    attributes.set(name, { ...known, samples: all });
  } else {
    const value = readTimeSamples(cursor);
    attributes.set(name, { location, read: () => value, isSampled: true, samples: all, metadata });
  }
}

interface Metadata
  extends Pick<UsdPrim, 'active' | 'apiSchemas' | 'inherits' | 'specializes' | 'references' | 'payloads' | 'variantSelection'> {
  readonly fields: ReadonlyMap<string, UsdValue>;
  readonly subLayers: readonly string[];
  readonly retimesSubLayers: boolean;
}

const noMetadata: Metadata = {
  active: null,
  apiSchemas: noEdits,
  inherits: [],
  specializes: [],
  references: [],
  payloads: [],
  variantSelection: new Map(),
  fields: new Map(),
  subLayers: [],
  retimesSubLayers: false,
};

/** Reads the metadata in parentheses after the magic, the name of a prim or the name of a variant. */
function readMetadata(cursor: UsdaCursor): Metadata {
  const fields = new Map<string, UsdValue>();
  let apiSchemas: ListEdits<string> = noEdits;
  const paths = { inherits: [] as readonly string[], specializes: [] as readonly string[] };
  let subLayers: readonly UsdArc[] = [];
  const arcs = { references: [] as UsdArc[], payload: [] as UsdArc[] };
  let variantSelection: ReadonlyMap<string, string> = noMetadata.variantSelection;
  expectMark(cursor, '(');
  while (!takeMark(cursor, ')')) {
    if (takeMark(cursor, ';') || takeMark(cursor, ',')) continue;
    // A single text is a comment.
    if (lookAt(cursor, '"') || lookAt(cursor, "'")) {
      readString(cursor);
      continue;
    }
    let key = readName(cursor);
    const edit = editWords.find((word) => word === key) ?? null;
    if (edit !== null) key = readName(cursor);
    expectMark(cursor, '=');
    cursor.field = key;
    switch (key) {
      case 'apiSchemas':
        apiSchemas = edited(apiSchemas, edit, readTextList(cursor));
        break;
      case 'references':
      case 'payload': {
        const read = readArcs(cursor);
        if (edit !== 'delete' && edit !== 'reorder') arcs[key].push(...read);
        break;
      }
      case 'inherits':
      case 'specializes': {
        const read = readPathList(cursor);
        if (edit !== 'delete' && edit !== 'reorder') paths[key] = [...paths[key], ...read];
        break;
      }
      case 'subLayers':
        subLayers = readArcs(cursor);
        break;
      case 'variants':
        variantSelection = readSelection(cursor);
        break;
      default:
        if (isField(key)) fields.set(key, readValue(cursor));
        else skipValue(cursor);
    }
  }
  const active = fields.get('active');
  return {
    active: active instanceof Float64Array ? active[0] !== 0 : null,
    apiSchemas,
    references: arcs.references,
    payloads: arcs.payload,
    variantSelection,
    fields,
    ...paths,
    subLayers: subLayers.map(({ asset }) => asset),
    retimesSubLayers: subLayers.some(({ isRetimed }) => isRetimed),
  };
}

function isField(key: string): boolean {
  return key === 'active' || isLayerField(key) || attributeFields.has(key);
}

function edited(list: ListEdits<string>, edit: (typeof editWords)[number] | null, items: readonly string[]): ListEdits<string> {
  switch (edit) {
    case null:
      return { ...list, explicit: items };
    case 'delete':
      return { ...list, deleted: items };
    case 'reorder':
      return list;
    default:
      return { ...list, added: [...itemsOf(list), ...items] };
  }
}

/** Reads variant selections: `{ string lod = "high" }`. */
function readSelection(cursor: UsdaCursor): ReadonlyMap<string, string> {
  const selection = new Map<string, string>();
  expectMark(cursor, '{');
  while (!takeMark(cursor, '}')) {
    if (takeMark(cursor, ';')) continue;
    takeWordOf(cursor, ['string']);
    const set = lookAt(cursor, '"') || lookAt(cursor, "'") ? readString(cursor) : readName(cursor);
    expectMark(cursor, '=');
    selection.set(set, readString(cursor));
  }
  return selection;
}

function quoted(word: string, cursor: UsdaCursor): string {
  return JSON.stringify(word === '' ? String.fromCharCode(cursor.bytes[cursor.at] ?? 0) : word);
}
