import type { SourceLocation } from '../../error.ts';
import { orient3dSign } from '../../math/orientation.ts';
import { identityTransform, type Matrix } from '../../math/transform.ts';
import type { Progress } from '../../progress.ts';
import { byteProgress } from '../byte-progress.ts';
import { addFinding, ignoredElements, unusableFaces, type FindingKind, type FindingList } from '../finding-list.ts';
import { growableF64, growableU32, pushThreeF64, pushThreeU32, takeF64, takeU32, type GrowableF64, type GrowableU32 } from '../growable.ts';
import { exportAgain, refuse } from '../refuse.ts';
import type { MaterialFrom } from '../scene/place-meshes.ts';
import { cleanName } from '../text/clean-name.ts';
import { parseNumberText, parseNumbers } from '../text/parse-number.ts';
import { attribute, readXml, type XmlExtra, type XmlTag } from '../xml/read-xml.ts';
import { checkElement, checkSections, markupRules, type MarkupRules } from './check-markup.ts';
import { checkObject } from './check-objects.ts';
import { metresByUnit } from './length-units.ts';
import {
  beamSpace,
  coreSpace,
  earlySpace,
  harmlessSpaces,
  productionSpace,
  type Model,
  type ModelObject,
  type Reference,
} from './model.ts';
import { violation } from './violation.ts';

const noProperty = violation('Triangles name a material or colour that the file does not have; the shape is complete');
const unknownUnit: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'The model names a unit that the format does not have',
  fix: 'Set the unit with --unit, or in the properties of the document',
};

const flattened = violation('Transforms flatten objects, which the format forbids');

const notRead: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Objects have a shape from an extension that is not read, for example a boolean or a displacement',
  fix: 'Export the object as triangles if it should collide',
};

const sameIds = violation('Resources have the same id, which 3MF forbids');
const sameVertices = violation('Triangles name a vertex twice, which 3MF forbids');
const gradient = violation('Triangles mix base materials between their vertices, which 3MF forbids; the first was read');
const later = violation('Components name objects before these are defined, which 3MF forbids');
const twoWays = violation('Extensions are both required and recommended, which 3MF forbids');

const recommended: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'The file recommends extensions that are not read',
  fix: 'Compare the shape with that in the program that made the file',
};

const forbidden: Readonly<Record<XmlExtra, FindingKind>> = {
  doctype: violation('A model part has a document type definition, which 3MF forbids'),
  unboundPrefix: violation('A model part has prefixes without a namespace, which XML forbids'),
  encoding: violation('Model parts have an encoding other than UTF-8, which 3MF forbids'),
};

/**
 * Reads one model part. Vertices and triangles of an object keep their order. Names of base materials are read;
 * references to other materials and colours are only checked.
 * @throws InspectorError `malformed`, `unsupported-dialect`, `unsupported-feature`, with the line in the part.
 */
export function readModel(bytes: Uint8Array, file: string, findings: FindingList, progress: Progress): Model {
  const reading: Reading = {
    file,
    findings,
    core: coreSpace,
    unit: 'millimeter',
    objects: new Map(),
    items: [],
    properties: new Map(),
    names: new Map(),
    group: null,
    object: null,
    rules: markupRules(file, findings),
  };
  const open: XmlTag[] = [];
  const events = {
    open: (tag: XmlTag) => {
      openElement(reading, tag, open);
      open.push(tag);
    },
    close: (tag: XmlTag) => {
      open.pop();
      if (reading.object?.tag === tag) closeObject(reading, reading.object);
      if (reading.group?.tag === tag) reading.group = null;
      if (open.length === 0 && reading.core === coreSpace) checkSections(reading.rules, tag.line);
    },
    forbidden: (what: XmlExtra, line: number) => addFinding(findings, forbidden[what], { file, line }),
  };
  readXml(bytes, events, byteProgress(progress, bytes.length));
  const { core, unit, objects, items } = reading;
  return { file, isEarly: core === earlySpace, unit, objects, items };
}

interface Reading {
  readonly file: string;
  readonly findings: FindingList;
  /** Namespace of the elements of the core specification. */
  core: string;
  unit: string;
  readonly objects: Map<string, ModelObject>;
  readonly items: Reference[];
  /** Number of materials or colours of each group so far, by group id. */
  readonly properties: Map<string, number>;
  /** Names of base materials, by group id. */
  readonly names: Map<string, string[]>;
  /** The open group of materials or colours. */
  group: { readonly tag: XmlTag; readonly id: string } | null;
  object: OpenObject | null;
  readonly rules: MarkupRules;
}

interface OpenObject {
  readonly tag: XmlTag;
  readonly id: string;
  readonly type: string;
  /** Material group of triangles that name none. */
  readonly pid: string | undefined;
  /** Index in that group of triangles that name none. */
  readonly pindex: string | undefined;
  readonly materials: MaterialFrom[];
  meshes: number;
  /** Whether it has elements of extensions. */
  isExtended: boolean;
  /** Whether triangles have materials or colours of their own. */
  hasProperties: boolean;
  readonly positions: GrowableF64;
  readonly triangles: GrowableU32;
  readonly components: Reference[];
}

/** Handles the start of an element. Triangles and vertices come first because they make up the file. Hot. */
function openElement(reading: Reading, tag: XmlTag, open: readonly XmlTag[]): void {
  const { object } = reading;
  const parent = open.at(-1);
  if (parent === undefined) openModel(reading, tag);
  if (reading.core === coreSpace && tag.name !== 'vertex' && tag.name !== 'triangle') checkElement(reading.rules, tag, parent);
  if (parent === undefined) return;
  if (tag.space !== reading.core) {
    if (parent.name === 'resources') openGroup(reading, tag);
    else if (reading.group !== null) countProperty(reading, parent);
    else if (object !== null) noteExtension(reading, tag, parent);
    return;
  }
  switch (tag.name) {
    case 'vertex':
      if (object !== null) pushThreeF64(object.positions, numberOf(tag, 'x'), numberOf(tag, 'y'), numberOf(tag, 'z'));
      return;
    case 'triangle':
      if (object !== null) readTriangle(reading, object, tag);
      return;
    case 'mesh':
      if (object !== null) object.meshes++;
      return;
    case 'component':
      object?.components.push(readComponent(reading, tag));
      return;
    case 'item':
      reading.items.push(readReference(reading, tag));
      return;
    case 'object':
      openObject(reading, tag);
      return;
    case 'basematerials':
      openGroup(reading, tag);
      return;
    case 'base':
      if (reading.group !== null && reading.group.tag === parent)
        reading.names.get(reading.group.id)?.push(cleanName(attribute(tag, 'name') ?? ''));
      countProperty(reading, parent);
      return;
    case 'material':
      if (reading.core === earlySpace) reading.names.set(attribute(tag, 'id') ?? '', [cleanName(attribute(tag, 'name') ?? '')]);
  }
}

/**
 * Handles the root element.
 * @throws InspectorError `unsupported-dialect` for another namespace, `malformed` for another element,
 * `unsupported-feature` for a required extension that is not read.
 */
function openModel(reading: Reading, tag: XmlTag): void {
  if (tag.space !== coreSpace && tag.space !== earlySpace) {
    const what = tag.space === '' ? 'without a namespace is' : `of the namespace ${tag.space} is`;
    throw refuse('unsupported-dialect', `A 3MF model ${what} not read`, 'Save the file as 3MF 1.0 or later', { line: tag.line });
  }
  if (tag.name !== 'model')
    throw refuse('malformed', `The model part begins with <${tag.name}>, not <model>`, exportAgain, { line: tag.line });
  reading.core = tag.space;
  reading.unit = attribute(tag, 'unit') ?? reading.unit;
  if (!metresByUnit.has(reading.unit)) addFinding(reading.findings, unknownUnit, locationOf(reading, tag));
  const required = extensionsOf(tag, 'requiredextensions');
  for (const space of required) {
    if (harmlessSpaces.has(space)) continue;
    throw refuse('unsupported-feature', `The file requires the extension ${space}, which is not read`, 'Export the file without it', {
      line: tag.line,
    });
  }
  for (const space of extensionsOf(tag, 'recommendedextensions')) {
    if (required.includes(space)) addFinding(reading.findings, twoWays, locationOf(reading, tag));
    else if (!harmlessSpaces.has(space)) addFinding(reading.findings, recommended, locationOf(reading, tag));
  }
}

/** Returns the namespaces of the extensions that an attribute lists; the prefix of those without a namespace. */
function extensionsOf(tag: XmlTag, name: string): readonly string[] {
  const prefixes = (attribute(tag, name) ?? '').split(/\s+/).filter((prefix) => prefix !== '');
  return prefixes.map((prefix) => attribute(tag, `xmlns:${prefix}`) ?? prefix);
}

function openObject(reading: Reading, tag: XmlTag): void {
  const id = attribute(tag, 'id');
  if (id === undefined || reading.objects.has(id) || reading.object !== null) {
    throw refuse('malformed', id === undefined ? 'An object has no id' : `Two objects have the id ${id}`, exportAgain, { line: tag.line });
  }
  if (reading.properties.has(id)) addFinding(reading.findings, sameIds, locationOf(reading, tag));
  const early = reading.core === earlySpace ? attribute(tag, 'materialid') : undefined;
  reading.object = {
    tag,
    id,
    type: attribute(tag, 'type') ?? 'model',
    pid: early ?? attribute(tag, 'pid'),
    pindex: early === undefined ? attribute(tag, 'pindex') : '0',
    materials: [],
    meshes: 0,
    isExtended: false,
    hasProperties: false,
    positions: growableF64(0),
    triangles: growableU32(0),
    components: [],
  };
}

function closeObject(reading: Reading, object: OpenObject): void {
  const { tag, id, type, meshes, positions, triangles, components, materials } = object;
  if (reading.core === coreSpace) checkObject(tag, { ...object, components: components.length }, reading.file, reading.findings);
  const mesh =
    meshes > 0 ? { positions: takeF64(positions), triangles: takeU32(triangles), ...(materials.length > 0 && { materials }) } : null;
  reading.objects.set(id, { name: cleanName(attribute(tag, 'name') ?? ''), type, line: tag.line, mesh, components });
  reading.object = null;
}

function readTriangle(reading: Reading, object: OpenObject, tag: XmlTag): void {
  const vertices = object.positions.length / 3;
  const [a, b, c] = [numberOf(tag, 'v1'), numberOf(tag, 'v2'), numberOf(tag, 'v3')];
  if (isIndex(a, vertices) && isIndex(b, vertices) && isIndex(c, vertices)) {
    beginMaterial(object, materialOf(reading, object, tag));
    pushThreeU32(object.triangles, a, b, c);
    if (a === b || b === c || c === a) addFinding(reading.findings, sameVertices, locationOf(reading, tag));
  } else addFinding(reading.findings, unusableFaces, locationOf(reading, tag));
  const first = attribute(tag, 'p1');
  if (first === undefined) return;
  object.hasProperties = true;
  const group = attribute(tag, 'pid') ?? object.pid ?? '';
  const properties = reading.properties.get(group) ?? 0;
  const others = [attribute(tag, 'p2') ?? first, attribute(tag, 'p3') ?? first];
  if (reading.core === coreSpace && reading.names.has(group) && others.some((p) => p !== first))
    addFinding(reading.findings, gradient, locationOf(reading, tag));
  const isKnown = [first, ...others].every((p) => isIndex(parseNumberText(p), properties));
  if (!isKnown) addFinding(reading.findings, noProperty, locationOf(reading, tag));
}

/**
 * Returns the name of a triangle's material: by its own first property, else by that of its object. Colours have no
 * name.
 */
function materialOf({ names }: Reading, object: OpenObject, tag: XmlTag): string | null {
  const group = names.get(attribute(tag, 'pid') ?? object.pid ?? '');
  const index = attribute(tag, 'p1') ?? (attribute(tag, 'pid') === undefined ? object.pindex : undefined);
  return group === undefined || index === undefined ? null : (group[parseNumberText(index)] ?? null);
}

function beginMaterial({ materials, triangles }: OpenObject, name: string | null): void {
  if ((materials.at(-1)?.name ?? null) !== name) materials.push({ triangle: triangles.length / 3, name });
}

function openGroup(reading: Reading, tag: XmlTag): void {
  const id = attribute(tag, 'id');
  if (id === undefined) return;
  if (reading.properties.has(id) || reading.objects.has(id)) addFinding(reading.findings, sameIds, locationOf(reading, tag));
  reading.properties.set(id, 0);
  if (tag.space === reading.core && tag.name === 'basematerials') reading.names.set(id, []);
  reading.group = { tag, id };
}

function countProperty({ group, properties }: Reading, parent: XmlTag | undefined): void {
  if (group !== null && group.tag === parent) properties.set(group.id, (properties.get(group.id) ?? 0) + 1);
}

/**
 * Adds a finding for an element of an extension that is not read. Beams are printed but are no collision triangles. An
 * unknown shape that replaces a mesh may be the only geometry.
 */
function noteExtension(reading: Reading, tag: XmlTag, parent: XmlTag | undefined): void {
  if (reading.object !== null && parent === reading.object.tag) reading.object.isExtended = true;
  if (tag.space === beamSpace && tag.name === 'beamlattice') addFinding(reading.findings, ignoredElements, locationOf(reading, tag));
  else if (parent === reading.object?.tag && !harmlessSpaces.has(tag.space))
    addFinding(reading.findings, notRead, locationOf(reading, tag));
}

function readComponent(reading: Reading, tag: XmlTag): Reference {
  const reference = readReference(reading, tag);
  if (reference.path === null && !reading.objects.has(reference.objectId)) addFinding(reading.findings, later, locationOf(reading, tag));
  return reference;
}

function readReference(reading: Reading, tag: XmlTag): Reference {
  const objectId = attribute(tag, 'objectid');
  if (objectId === undefined) throw refuse('malformed', `A ${tag.name} names no object`, exportAgain, { line: tag.line });
  return { objectId, path: attribute(tag, 'path', productionSpace) ?? null, parentFromObject: readTransform(reading, tag), line: tag.line };
}

/**
 * Returns the transform of an item or component. The file has twelve numbers: three rows that act on row vectors, and
 * the translation. That is the order of column vectors.
 */
function readTransform(reading: Reading, tag: XmlTag): Matrix {
  const text = attribute(tag, 'transform');
  if (text === undefined) return identityTransform;
  const n = parseNumbers(text);
  if (n.length !== 12 || !n.every(Number.isFinite)) {
    throw refuse('malformed', `The transform of a ${tag.name} is not twelve numbers`, exportAgain, { line: tag.line });
  }
  if (orient3dSign(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], 0, 0, 0) === 0)
    addFinding(reading.findings, flattened, locationOf(reading, tag));
  return [n[0], n[1], n[2], 0, n[3], n[4], n[5], 0, n[6], n[7], n[8], 0, n[9], n[10], n[11], 1];
}

function numberOf(tag: XmlTag, name: string): number {
  return parseNumberText(attribute(tag, name));
}

function locationOf({ file }: Reading, { line }: XmlTag): SourceLocation {
  return { file, line };
}

function isIndex(value: number, count: number): boolean {
  return value >= 0 && value < count && Number.isInteger(value);
}
