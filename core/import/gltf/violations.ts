import type { InspectorErrorCode } from '../../error.ts';
import { elementBytes } from './accessor-layout.ts';
import { parentsOf } from './check-node-graph.ts';
import { isObject, type JsonObject } from './document.ts';

/** An error of glTF-Validator. */
export interface Violation {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
}

/**
 * Returns for each violation the error code if it makes the geometry unreadable, else `null`.
 *
 * Values of the wrong type are always fatal, because no glTF exporter writes them. Otherwise only violations in the
 * data of a mesh can be fatal. Violations that still allow one clear reading (alignment, bounds, empty accessors,
 * strides without gaps, unused or undeclared elements) are not fatal, because many real files have them.
 */
export function fatalCodes(violations: readonly Violation[], json: JsonObject): readonly (InspectorErrorCode | null)[] {
  const facts = documentFacts(json);
  return violations.map((violation) => fatalCode(violation, json, facts));
}

function fatalCode({ code, pointer }: Violation, json: JsonObject, facts: DocumentFacts): InspectorErrorCode | null {
  if (wrongTypes.has(code)) return 'malformed';
  if (code === 'NODE_LOOP' || code === 'NODE_PARENT_OVERRIDE') return 'cyclic';
  if (!geometry.test(pointer) || harmless.has(code)) return null;
  if (code === 'VALUE_NOT_IN_RANGE' && (isEmptyList(pointer, json) || isPlainStride(pointer, json, facts))) return null;
  if (code === 'ARRAY_LENGTH_NOT_IN_LIST' && /^\/accessors\/\d+\/(min|max)$/.test(pointer)) return null;
  if (code === 'SCENE_NON_ROOT_NODE' && !isBelowSceneNode(pointer, json, facts)) return null;
  if (code === 'NODE_MATRIX_NON_TRS' && isAffine(pointer, json)) return null;
  if (code === 'BUFFER_VIEW_TOO_LONG' || code === 'ACCESSOR_TOO_LONG') return 'count-exceeds-file';
  if (code === 'UNRESOLVED_REFERENCE') return 'index-out-of-range';
  return 'malformed';
}

const wrongTypes: ReadonlySet<string> = new Set(['TYPE_MISMATCH', 'ARRAY_TYPE_MISMATCH', 'INVALID_INDEX']);

/** Pointers to the data of a mesh: not materials, skins, animations, cameras, other attributes or extensions. */
const geometry = new RegExp(
  [
    '^/?$',
    '^/(asset|scene|extensionsUsed|extensionsRequired)(/|$)',
    '^/(scenes|nodes|meshes|accessors|bufferViews|buffers)$',
    '^/scenes/\\d+(/nodes|$)',
    '^/nodes/\\d+(/(children|mesh|matrix|translation|rotation|scale)(/|$)|$)',
    '^/meshes/\\d+(/primitives(/\\d+(/(attributes|attributes/POSITION|indices|mode))?)?)?$',
    '^/accessors/\\d+(?!.*/extensions)',
    '^/bufferViews/\\d+(?!.*/extensions)',
    '^/buffers/\\d+(?!.*/extensions)',
  ].join('|'),
);

const harmless: ReadonlySet<string> = new Set([
  'EMPTY_ENTITY',
  'ROTATION_NON_UNIT',
  'ACCESSOR_OFFSET_ALIGNMENT',
  'ACCESSOR_TOTAL_OFFSET_ALIGNMENT',
  'ACCESSOR_MATRIX_ALIGNMENT',
  'ACCESSOR_USAGE_OVERRIDE',
  'ACCESSOR_NORMALIZED_INVALID',
  'BUFFER_VIEW_INVALID_BYTE_STRIDE',
  'BUFFER_VIEW_TOO_BIG_BYTE_STRIDE',
  'BUFFER_VIEW_TARGET_OVERRIDE',
  'VALUE_MULTIPLE_OF',
  'MESH_PRIMITIVE_ACCESSOR_UNALIGNED',
  'MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE',
  'MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE',
  'MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS',
  'MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY',
  'MESH_PRIMITIVE_INVALID_ATTRIBUTE',
  'MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH',
  'MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT',
  'MESH_PRIMITIVE_NO_TANGENT_SPACE',
  'MESH_PRIMITIVE_TOO_FEW_TEXCOORDS',
  'MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT',
  'MESH_INVALID_WEIGHTS_COUNT',
  'NODE_WEIGHTS_INVALID',
  'NODE_SKIN_NO_SCENE',
  'NODE_SKIN_WITH_NON_SKINNED_MESH',
  'SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE',
  'ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE',
  'IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE',
  'INVALID_EXTENSION_NAME_FORMAT',
  'NON_REQUIRED_EXTENSION',
  'UNUSED_EXTENSION_REQUIRED',
  'UNDECLARED_EXTENSION',
  'UNEXPECTED_EXTENSION_OBJECT',
]);

/** Returns whether the violation is an empty buffer view or accessor. Both are forbidden but readable. */
function isEmptyList(pointer: string, json: JsonObject): boolean {
  return /^\/(bufferViews\/\d+\/byteLength|accessors\/\d+\/count)$/.test(pointer) && valueAt(json, pointer) === 0;
}

/**
 * Returns whether the violation is a stride that is forbidden but has one reading: 0, as OpenGL defines it, or one that
 * equals the size of every element in the view. Both say that elements follow each other.
 */
function isPlainStride(pointer: string, json: JsonObject, facts: DocumentFacts): boolean {
  const view = /^\/bufferViews\/(\d+)\/byteStride$/.exec(pointer)?.[1];
  if (view === undefined) return false;
  const stride = valueAt(json, pointer);
  return stride === 0 || [...(facts.elementBytes().get(Number(view)) ?? [])].every((bytes) => bytes === stride);
}

/**
 * Returns whether a node that a scene lists is also below another node of the same scene, so that it would be placed
 * twice.
 */
function isBelowSceneNode(pointer: string, json: JsonObject, facts: DocumentFacts): boolean {
  const roots = facts.listed(pointer.replace(/\/\d+$/, ''));
  const parents = facts.parents();
  // The graph has no cycles, and its depth is limited: both were checked before the validator ran.
  for (let node = parents[Number(valueAt(json, pointer))] ?? -1; node >= 0; node = parents[node]) if (roots.has(node)) return true;
  return false;
}

/** Facts that many violations need, each computed when it is first used. */
interface DocumentFacts {
  /** The parent of each node; -1 for roots. */
  readonly parents: () => Int32Array;
  /** Values of a list. */
  readonly listed: (pointer: string) => ReadonlySet<unknown>;
  /** Sizes of the elements in each buffer view, without padding; 0 for an unknown type. */
  readonly elementBytes: () => ReadonlyMap<unknown, ReadonlySet<number>>;
}

function documentFacts(json: JsonObject): DocumentFacts {
  const lists = new Map<string, ReadonlySet<unknown>>();
  let parents: Int32Array | null = null;
  let sizes: ReadonlyMap<unknown, ReadonlySet<number>> | null = null;
  return {
    parents: () => (parents ??= parentsOf(listIn(json['nodes']))),
    listed: (pointer) => {
      const list = lists.get(pointer) ?? new Set(listIn(valueAt(json, pointer)));
      lists.set(pointer, list);
      return list;
    },
    elementBytes: () => (sizes ??= elementSizes(listIn(json['accessors']))),
  };
}

function elementSizes(accessors: readonly unknown[]): ReadonlyMap<unknown, ReadonlySet<number>> {
  const sizes = new Map<unknown, Set<number>>();
  for (const accessor of accessors) {
    if (!isObject(accessor)) continue;
    const known = sizes.get(accessor['bufferView']) ?? new Set();
    sizes.set(accessor['bufferView'], known.add(elementBytes(accessor['componentType'], accessor['type'])));
  }
  return sizes;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns whether a matrix is affine, with the last row 0 0 0 1. A sheared matrix is forbidden but usable; one with
 * another last row is not.
 */
function isAffine(pointer: string, json: JsonObject): boolean {
  const matrix = valueAt(json, pointer);
  return Array.isArray(matrix) && matrix[3] === 0 && matrix[7] === 0 && matrix[11] === 0 && matrix[15] === 1;
}

/** Messages that explain how a violation is imported, by the code of the validator. Other violations keep the message of the validator. */
export const explanations: ReadonlyMap<string, string> = new Map([
  ['SCENE_NON_ROOT_NODE', 'The scene lists nodes that have a parent: they are placed without the transforms of their parents'],
]);

function valueAt(json: JsonObject, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
}
