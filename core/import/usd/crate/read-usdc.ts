import { reportBytes, type ByteProgress } from '../../byte-progress.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import {
  attributeFields,
  isDeforming,
  isUsedProperty,
  itemsOf,
  layerFields,
  noMetadata,
  noEdits,
  specifiers,
  type ListEdits,
  type UsdArc,
  type UsdAttribute,
  type UsdLayer,
  type UsdPrim,
  type UsdValue,
} from '../layer.ts';
import { openCrate, type CrateFile } from './crate-file.ts';
import { readArcEdits, readPathEdits, readRetimes, readSelection, readTokenEdits, type CrateArc } from './read-edits.ts';
import { allSamples, firstSample, isTimeSamples, readRep, repAt, type ValueRep } from './read-values.ts';

/** Types of specs, from `pxr/usd/sdf/types.h`. */
const specTypes = { attribute: 1, prim: 6, root: 7, relationship: 8, variant: 10, variantSet: 11 } as const;

/** Maximum depth, because prims are walked by recursion later. */
const maxDepth = 1024;

/**
 * Reads the binary encoding of USD, versions 0.4 and later. Lists are decompressed when they are read.
 * @throws InspectorError as `openCrate` and `readRep` do; `too-large`.
 */
export function readUsdc(bytes: Uint8Array, report: ByteProgress): UsdLayer {
  const file = openCrate(bytes);
  const nodes = collectSpecs(file, report);
  const root = [...nodes.values()].find(({ type }) => type === specTypes.root);
  if (root === undefined) throw refuse('malformed', 'The file has no root', exportAgain);
  const fields = new Map<string, UsdValue>();
  for (const name of layerFields) {
    const rep = root.fields.get(name);
    if (rep !== undefined) fields.set(name, readRep(file, rep));
  }
  const subLayers = root.fields.get('subLayers');
  const offsets = root.fields.get('subLayerOffsets');
  const { children } = bodyOf(file, root, 1);
  return {
    fields,
    subLayers: subLayers === undefined ? [] : textsOf(readRep(file, subLayers)),
    retimesSubLayers: offsets !== undefined && readRetimes(file, offsets),
    roots: children,
    encoding: 'crate',
  };
}

interface Spec {
  readonly type: number;
  /** `/mesh` as `mesh`, a variant as `{set=name}`. */
  readonly element: string;
  readonly fields: ReadonlyMap<string, ValueRep>;
  readonly below: Spec[];
}

/** Returns the specs by path index, each with its children in file order. */
function collectSpecs(file: CrateFile, report: ByteProgress): ReadonlyMap<number, Spec> {
  const { specs, paths, tokens } = file;
  const found = new Map<number, Spec>();
  for (let i = 0; i < specs.paths.length; i++) {
    const path = specs.paths[i];
    if (!(path >= 0 && path < paths.parents.length))
      throw refuse('index-out-of-range', `Spec ${i} names path ${path} of ${paths.parents.length}`, exportAgain, { index: i });
    const isProperty = paths.areProperties[path] === 1;
    const element = tokens[paths.elements[path]] ?? '';
    // Properties that the import does not use take no memory.
    if (isProperty && !isUsedProperty(element)) continue;
    found.set(path, { type: specs.types[i], element, fields: fieldsOf(file, specs.fieldSets[i]), below: [] });
    reportBytes(report, Math.floor((report.total * i) / specs.paths.length));
  }
  for (const [path, spec] of found) found.get(paths.parents[path])?.below.push(spec);
  return found;
}

/** Maximum fields of a spec. In a damaged file a set may have no end. */
const maxFields = 4096;

function fieldsOf(file: CrateFile, set: number): ReadonlyMap<string, ValueRep> {
  const { fieldSets, fieldTokens, tokens, fieldValues } = file;
  const fields = new Map<string, ValueRep>();
  for (let at = set; ; at++) {
    const field = fieldSets[at];
    if (field === -1) return fields;
    if (field === undefined || field < 0 || field >= fieldTokens.length || at - set > maxFields)
      throw refuse('malformed', `Set ${set} of fields has no end`, exportAgain, { index: set });
    fields.set(tokens[fieldTokens[field]] ?? '', repAt(fieldValues, 8 * field));
  }
}

function primOf(file: CrateFile, spec: Spec, name: string, depth: number): UsdPrim {
  const { fields } = spec;
  const typeName = fields.get('typeName');
  const specifier = fields.get('specifier');
  return {
    name,
    specifier: specifier === undefined ? 'over' : (specifiers[specifier.payload % 2 ** 32] ?? 'over'),
    typeName: typeName === undefined ? '' : textOf(readRep(file, typeName)),
    ...bodyOf(file, spec, depth),
  };
}

function bodyOf(file: CrateFile, { fields, below }: Spec, depth: number): Omit<UsdPrim, 'name' | 'specifier' | 'typeName'> {
  if (depth > maxDepth) throw refuse('too-large', `The prims of the file are nested deeper than ${maxDepth} levels`, 'Flatten the scene');
  const children = new Map<string, UsdPrim>();
  const variantSets = new Map<string, Map<string, UsdPrim>>();
  const attributes = new Map<string, UsdAttribute>();
  const relationships = new Map<string, readonly string[]>();
  const prims = new Map<string, Spec>();
  for (const spec of below) {
    switch (spec.type) {
      case specTypes.prim:
        prims.set(spec.element, spec);
        break;
      case specTypes.attribute: {
        const attribute = attributeOf(file, spec);
        if (attribute !== null) attributes.set(spec.element, attribute);
        break;
      }
      case specTypes.relationship: {
        const targets = spec.fields.get('targetPaths');
        if (targets !== undefined) relationships.set(spec.element, pathsOf(file, readPathEdits(file, targets)));
        break;
      }
      case specTypes.variant: {
        const [, set = '', name = ''] = /^\{(.*)=(.*)\}$/.exec(spec.element) ?? [];
        const variants = variantSets.get(set) ?? new Map<string, UsdPrim>();
        variantSets.set(set, variants.set(name, primOf(file, spec, name, depth + 1)));
      }
    }
  }
  const order = fields.get('primChildren');
  for (const name of [...(order === undefined ? [] : textsOf(readRep(file, order))), ...prims.keys()]) {
    const spec = prims.get(name);
    if (spec !== undefined && !children.has(name)) children.set(name, primOf(file, spec, name, depth + 1));
  }
  const read = <Result>(name: string, reader: (file: CrateFile, rep: ValueRep) => Result, preset: Result): Result => {
    const rep = fields.get(name);
    return rep === undefined ? preset : reader(file, rep);
  };
  const active = read('active', readRep, null);
  return {
    active: active instanceof Float64Array ? active[0] !== 0 : null,
    apiSchemas: read('apiSchemas', readTokenEdits, noEdits),
    inherits: pathsOf(file, read('inheritPaths', readPathEdits, noEdits)),
    specializes: pathsOf(file, read('specializes', readPathEdits, noEdits)),
    references: arcsOf(file, read('references', readArcEdits, noEdits)),
    payloads: arcsOf(file, read('payload', readArcEdits, noEdits)),
    variantSelection: read('variantSelection', readSelection, new Map()),
    variantSets,
    attributes,
    relationships,
    children,
    location: {},
  };
}

function attributeOf(file: CrateFile, { fields, element }: Spec): UsdAttribute | null {
  const value = fields.get('default');
  const rep = fields.get('timeSamples');
  const sampled = rep !== undefined && isTimeSamples(rep) ? rep : undefined;
  const samples: UsdAttribute['samples'] = sampled === undefined ? null : (count) => allSamples(file, sampled, count);
  const metadata = isDeforming(element) ? metadataOf(file, fields) : noMetadata;
  if (value !== undefined) return { location: locationOf(value), isSampled: false, read: () => readRep(file, value), samples, metadata };
  if (sampled === undefined) return null;
  return { location: locationOf(sampled), isSampled: true, read: () => firstSample(file, sampled), samples, metadata };
}

function metadataOf(file: CrateFile, fields: ReadonlyMap<string, ValueRep>): ReadonlyMap<string, UsdValue> {
  const metadata = new Map<string, UsdValue>();
  for (const name of attributeFields) {
    const rep = fields.get(name);
    if (rep !== undefined) metadata.set(name, readRep(file, rep));
  }
  return metadata;
}

function locationOf({ isInlined, payload }: ValueRep): { readonly byte?: number } {
  return isInlined || payload === 0 ? {} : { byte: payload };
}

function pathsOf(file: CrateFile, edits: ListEdits<number>): readonly string[] {
  return itemsOf(edits).map((path) => pathText(file, path));
}

function arcsOf(file: CrateFile, edits: ListEdits<CrateArc>): readonly UsdArc[] {
  return itemsOf(edits).map(({ path, ...arc }) => ({ ...arc, prim: pathText(file, path) }));
}

/** Returns the text of a path, such as `/World/mesh`; empty for the root and for an invalid path. */
function pathText({ paths, tokens }: CrateFile, path: number): string {
  let text = '';
  let steps = 0;
  for (let at = path; at >= 0 && at < paths.parents.length && paths.parents[at] >= 0; at = paths.parents[at]) {
    const element = tokens[paths.elements[at]] ?? '';
    text = `${paths.areProperties[at] === 1 ? '.' : /^[{[]/.test(element) ? '' : '/'}${element}${text}`;
    if (++steps > maxDepth) throw refuse('too-large', `A path has more than ${maxDepth} elements`, 'Flatten the scene');
  }
  return text;
}

function textOf(value: UsdValue): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: UsdValue): readonly string[] {
  return value === null || typeof value === 'string' || value instanceof Float64Array ? [] : value;
}
