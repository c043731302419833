import type { InspectorErrorCode } from '../../error.ts';
import type { JsonObject } from './document.ts';

/** An error of glTF-Validator. */
export interface Violation {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
}

/**
 * Returns the error code of a violation that makes the geometry unreadable, else `null`.
 *
 * Values of the wrong type are always fatal, because no glTF exporter writes them. Otherwise only violations in the
 * data of a mesh can be fatal. Violations that still allow one clear reading (alignment, bounds, unused or undeclared
 * elements) are not fatal, because many real files have them.
 */
export function fatalCode(violation: Violation, json: JsonObject): InspectorErrorCode | null {
  const { code, pointer } = violation;
  if (wrongTypes.has(code)) return 'malformed';
  if (code === 'NODE_LOOP' || code === 'NODE_PARENT_OVERRIDE') return 'cyclic';
  if (!geometry.test(pointer) || harmless.has(code)) return null;
  if (code === 'VALUE_NOT_IN_RANGE' && isEmptyView(pointer, json)) return null;
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

/** Returns whether the violation is an empty buffer view. It is forbidden but readable. */
function isEmptyView(pointer: string, json: JsonObject): boolean {
  return /^\/bufferViews\/\d+\/byteLength$/.test(pointer) && valueAt(json, pointer) === 0;
}

/**
 * Returns whether a matrix is affine, with the last row 0 0 0 1. A sheared matrix is forbidden but usable; one with
 * another last row is not.
 */
function isAffine(pointer: string, json: JsonObject): boolean {
  const matrix = valueAt(json, pointer);
  return Array.isArray(matrix) && matrix[3] === 0 && matrix[7] === 0 && matrix[11] === 0 && matrix[15] === 1;
}

function valueAt(json: JsonObject, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
}
