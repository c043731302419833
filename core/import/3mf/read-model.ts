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

const noProperty: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Triangles name a material or colour that the file does not have; the shape is complete',
  fix: 'Correct the materials in the program that made the file',
};

const unknownUnit: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'The model names a unit that the format does not have',
  fix: 'Set the unit with --unit, or in the properties of the document',
};

const flattened: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Transforms flatten objects, which the format forbids',
  fix: 'Correct the transform in the program that made the file',
};

const notRead: FindingKind = {
  code: 'not-applied',
  severity: 'warning',
  message: 'Objects have a shape from an extension that is not read, for example a boolean or a displacement',
  fix: 'Export the object as triangles if it should collide',
};

const sameIds: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Resources have the same id, which 3MF forbids',
  fix: 'The geometry was read; correct the program that made the file',
};

/** 3MF Core Specification, section 4. */
const objectTypes: ReadonlySet<string> = new Set(['model', 'solidsupport', 'support', 'surface', 'other']);

const unknownType: FindingKind = {
  ...sameIds,
  message: 'Objects have a type that the format does not have; they are read as models',
};

const forbidden: Readonly<Record<XmlExtra, FindingKind>> = {
  doctype: { ...sameIds, message: 'A model part has a document type definition, which 3MF forbids' },
  unboundPrefix: { ...sameIds, message: 'A model part has prefixes without a namespace, which XML forbids' },
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
  hasMesh: boolean;
  readonly positions: GrowableF64;
  readonly triangles: GrowableU32;
  readonly components: Reference[];
}

/** Handles the start of an element. Triangles and vertices come first because they make up the file. Hot. */
function openElement(reading: Reading, tag: XmlTag, open: readonly XmlTag[]): void {
  const { object } = reading;
  const parent = open.at(-1);
  if (parent === undefined) return openModel(reading, tag);
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
      if (object !== null) object.hasMesh = true;
      return;
    case 'component':
      object?.components.push(readReference(reading, tag));
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
  const required = (attribute(tag, 'requiredextensions') ?? '').split(/\s+/).filter((prefix) => prefix !== '');
  for (const prefix of required) {
    const space = attribute(tag, `xmlns:${prefix}`) ?? prefix;
    if (harmlessSpaces.has(space)) continue;
    throw refuse('unsupported-feature', `The file requires the extension ${space}, which is not read`, 'Export the file without it', {
      line: tag.line,
    });
  }
}

function openObject(reading: Reading, tag: XmlTag): void {
  const id = attribute(tag, 'id');
  if (id === undefined || reading.objects.has(id) || reading.object !== null) {
    throw refuse('malformed', id === undefined ? 'An object has no id' : `Two objects have the id ${id}`, exportAgain, { line: tag.line });
  }
  if (reading.properties.has(id)) addFinding(reading.findings, sameIds, locationOf(reading, tag));
  const type = attribute(tag, 'type') ?? 'model';
  if (!objectTypes.has(type)) addFinding(reading.findings, unknownType, locationOf(reading, tag));
  const early = reading.core === earlySpace ? attribute(tag, 'materialid') : undefined;
  reading.object = {
    tag,
    id,
    type,
    pid: early ?? attribute(tag, 'pid'),
    pindex: early === undefined ? attribute(tag, 'pindex') : '0',
    materials: [],
    hasMesh: false,
    positions: growableF64(0),
    triangles: growableU32(0),
    components: [],
  };
}

function closeObject(reading: Reading, { tag, id, type, hasMesh, positions, triangles, components, materials }: OpenObject): void {
  const mesh = hasMesh
    ? { positions: takeF64(positions), triangles: takeU32(triangles), ...(materials.length > 0 && { materials }) }
    : null;
  reading.objects.set(id, { name: cleanName(attribute(tag, 'name') ?? ''), type, line: tag.line, mesh, components });
  reading.object = null;
}

function readTriangle(reading: Reading, object: OpenObject, tag: XmlTag): void {
  const vertices = object.positions.length / 3;
  const [a, b, c] = [numberOf(tag, 'v1'), numberOf(tag, 'v2'), numberOf(tag, 'v3')];
  if (isIndex(a, vertices) && isIndex(b, vertices) && isIndex(c, vertices)) {
    beginMaterial(object, materialOf(reading, object, tag));
    pushThreeU32(object.triangles, a, b, c);
  } else addFinding(reading.findings, unusableFaces, locationOf(reading, tag));
  const first = attribute(tag, 'p1');
  if (first === undefined) return;
  const properties = reading.properties.get(attribute(tag, 'pid') ?? object.pid ?? '') ?? 0;
  const isKnown = [first, attribute(tag, 'p2'), attribute(tag, 'p3')].every(
    (p) => p === undefined || isIndex(parseNumberText(p), properties),
  );
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
  if (tag.space === beamSpace && tag.name === 'beamlattice') addFinding(reading.findings, ignoredElements, locationOf(reading, tag));
  else if (parent === reading.object?.tag && !harmlessSpaces.has(tag.space))
    addFinding(reading.findings, notRead, locationOf(reading, tag));
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
