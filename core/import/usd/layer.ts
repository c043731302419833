import type { SourceLocation } from '../../error.ts';

/** Content of a USD file before composition. Text and crate files both become this. */
export interface UsdLayer {
  /** Metadata of the layer; see `isLayerField`. */
  readonly fields: ReadonlyMap<string, UsdValue>;
  /** Asset paths, strongest first. */
  readonly subLayers: readonly string[];
  /** Whether it shifts or scales the times of a sublayer. */
  readonly retimesSubLayers: boolean;
  readonly roots: ReadonlyMap<string, UsdPrim>;
  readonly encoding: 'text' | 'crate';
}

/** The specification of a prim, or of one variant of it, in one layer. */
export interface UsdPrim {
  readonly name: string;
  readonly specifier: Specifier;
  /** `Mesh`, `Xform`; empty if not defined here. */
  readonly typeName: string;
  /** `false` removes the prim from the stage. */
  readonly active: boolean | null;
  readonly apiSchemas: ListEdits<string>;
  readonly inherits: readonly string[];
  readonly specializes: readonly string[];
  readonly references: readonly UsdArc[];
  readonly payloads: readonly UsdArc[];
  readonly variantSelection: ReadonlyMap<string, string>;
  readonly variantSets: ReadonlyMap<string, ReadonlyMap<string, UsdPrim>>;
  readonly attributes: ReadonlyMap<string, UsdAttribute>;
  /** Absolute paths of their targets. */
  readonly relationships: ReadonlyMap<string, readonly string[]>;
  readonly children: ReadonlyMap<string, UsdPrim>;
  readonly location: SourceLocation;
}

export const specifiers = ['def', 'over', 'class'] as const;
export type Specifier = (typeof specifiers)[number];

export interface UsdAttribute {
  readonly location: SourceLocation;
  /**
   * Reads the value on demand: its first sample if it changes over time.
   * @throws InspectorError.
   */
  readonly read: () => UsdValue;
  /** Whether it changes over time and has no default value. */
  readonly isSampled: boolean;
  /**
   * Returns all samples without caching; `null` for an attribute that does not change over time.
   * @param count receives the number count of each sample.
   * @throws InspectorError.
   */
  readonly samples: ((count: (numbers: number) => void) => UsdSamples) | null;
  /** `elementSize`, `interpolation` and `weight`, if an attribute of skins or shapes defines them. */
  readonly metadata: ReadonlyMap<string, UsdValue>;
}

export interface UsdSamples {
  /** Time codes in file order. */
  readonly times: Float64Array;
  readonly values: readonly UsdValue[];
}

/**
 * Consecutive numbers of a scalar, tuple or list; a text; texts; `null` for a blocked value or one that is not used.
 */
export type UsdValue = Float64Array | string | readonly string[] | null;

/** A reference or payload of a prim in another file or in the same file. */
export interface UsdArc {
  /** Empty for the same layer. */
  readonly asset: string;
  /** Empty for the default prim. */
  readonly prim: string;
  /** Whether it shifts or scales the times of the referenced layer. */
  readonly isRetimed: boolean;
  readonly location: SourceLocation;
}

/** Edits that a layer applies to the list of weaker layers. */
export interface ListEdits<Item> {
  /** Replaces everything weaker; `null` if the layer only edits. */
  readonly explicit: readonly Item[] | null;
  readonly added: readonly Item[];
  readonly deleted: readonly Item[];
}

export const noEdits: ListEdits<never> = { explicit: null, added: [], deleted: [] };

/** Returns the items that a layer itself adds to a list. */
export function itemsOf<Item>({ explicit, added }: ListEdits<Item>): readonly Item[] {
  return explicit ?? added;
}

/** Returns the list composed from the edits of layers, strongest first. */
export function composeEdits(edits: readonly ListEdits<string>[]): ReadonlySet<string> {
  const items = new Set<string>();
  for (const { explicit, added, deleted } of edits.toReversed()) {
    if (explicit !== null) items.clear();
    for (const item of deleted) items.delete(item);
    for (const item of explicit ?? added) items.add(item);
  }
  return items;
}

/** Attributes and relationships that an import uses. All others are skipped, so that they take no memory. */
const known = new Set([
  ...[
    'points',
    'faceVertexCounts',
    'faceVertexIndices',
    'holeIndices',
    'orientation',
    'subdivisionScheme',
    'xformOpOrder',
    'purpose',
    'visibility',
  ],
  ...[
    'size',
    'radius',
    'radiusTop',
    'radiusBottom',
    'height',
    'axis',
    'width',
    'length',
    'doubleSided',
    'elementType',
    'indices',
    'familyName',
  ],
  ...['prototypes', 'protoIndices', 'positions', 'orientations', 'orientationsf', 'scales', 'ids', 'invisibleIds'],
]);

export function isUsedProperty(property: string): boolean {
  return known.has(property) || /^(xformOp|physics|physxMaterial|material:binding)/.test(property) || isDeforming(property);
}

const deforming = new Set([
  'joints',
  'bindTransforms',
  'restTransforms',
  'translations',
  'rotations',
  'blendShapes',
  'blendShapeWeights',
  'offsets',
  'pointIndices',
]);

/** Returns whether a property of UsdSkel is only needed for animations. It is read only then. */
export function isDeforming(property: string): boolean {
  return deforming.has(property) || /^((primvars:)?skel:|inbetweens:[^:]+$)/.test(property);
}

/** Returns whether the import uses this metadata of a layer, of a prim, or of a UsdSkel attribute. */
export function isLayerField(key: string): boolean {
  return layerFields.has(key);
}
export const layerFields: ReadonlySet<string> = new Set([
  'upAxis',
  'metersPerUnit',
  'defaultPrim',
  'timeCodesPerSecond',
  'framesPerSecond',
  'startTimeCode',
  'endTimeCode',
]);
export const attributeFields: ReadonlySet<string> = new Set(['elementSize', 'interpolation', 'weight']);
export const noMetadata: ReadonlyMap<string, UsdValue> = new Map();
