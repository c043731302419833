import type { SourceLocation } from '../../error.ts';

/** What a USD file says, before any composition: text and crate files alike become it. */
export interface UsdLayer {
  /** Of the layer itself: see `isLayerField`. */
  readonly fields: ReadonlyMap<string, UsdValue>;
  /** Asset paths, the strongest first. */
  readonly subLayers: readonly string[];
  /** Whether it shifts or scales the times of a sublayer. */
  readonly retimesSubLayers: boolean;
  readonly roots: ReadonlyMap<string, UsdPrim>;
  readonly encoding: 'text' | 'crate';
}

/** What one layer says of a prim, or of one variant of it. */
export interface UsdPrim {
  readonly name: string;
  readonly specifier: Specifier;
  /** `Mesh`, `Xform`; empty where it is not said here. */
  readonly typeName: string;
  /** `false` takes the prim out of the stage. */
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
  /** Read on demand; its first sample where it changes over time. @throws InspectorError. */
  readonly read: () => UsdValue;
  /** Whether it changes over time, and has no value of its own. */
  readonly isSampled: boolean;
  /** All its samples, read again; `null` where it does not change over time. @param count receives how many numbers each has. @throws InspectorError. */
  readonly samples: ((count: (numbers: number) => void) => UsdSamples) | null;
  /** `elementSize`, `interpolation` and `weight`, where an attribute of skins and shapes says them. */
  readonly metadata: ReadonlyMap<string, UsdValue>;
}

export interface UsdSamples {
  /** Time codes, in the order of the file. */
  readonly times: Float64Array;
  readonly values: readonly UsdValue[];
}

/** Numbers of a scalar, tuple or list, one behind the other; a text; texts; `null` for a value that is blocked or means nothing here. */
export type UsdValue = Float64Array | string | readonly string[] | null;

/** A reference or payload: of a prim in another file, or in the same one. */
export interface UsdArc {
  /** Empty for the same layer. */
  readonly asset: string;
  /** Empty for the default prim. */
  readonly prim: string;
  /** Whether it shifts or scales the times of what it brings. */
  readonly isRetimed: boolean;
  readonly location: SourceLocation;
}

/** How a layer changes the list of those weaker than it. */
export interface ListEdits<Item> {
  /** In place of everything weaker; `null` where it only edits. */
  readonly explicit: readonly Item[] | null;
  readonly added: readonly Item[];
  readonly deleted: readonly Item[];
}

export const noEdits: ListEdits<never> = { explicit: null, added: [], deleted: [] };

/** What a layer itself puts into a list. */
export function itemsOf<Item>({ explicit, added }: ListEdits<Item>): readonly Item[] {
  return explicit ?? added;
}

/** The list that layers make, the strongest first. */
export function composeEdits(edits: readonly ListEdits<string>[]): ReadonlySet<string> {
  const items = new Set<string>();
  for (const { explicit, added, deleted } of edits.toReversed()) {
    if (explicit !== null) items.clear();
    for (const item of deleted) items.delete(item);
    for (const item of explicit ?? added) items.add(item);
  }
  return items;
}

/** Attributes and relationships that an import looks at: all others are read past, so that they take no memory. */
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

export function isLookedAt(property: string): boolean {
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

/** Properties of UsdSkel that only an animation needs: they are read when it is. */
export function isDeforming(property: string): boolean {
  return deforming.has(property) || /^((primvars:)?skel:|inbetweens:[^:]+$)/.test(property);
}

/** Metadata of a layer, of a prim and of an attribute of UsdSkel that an import looks at. */
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
