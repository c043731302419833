import type { ExactShape } from '../../../mesh/part-role.ts';
import { isObject, type JsonObject } from '../document.ts';

/** What a shape of an extension is: one in numbers, or a mesh of the document; `null` for what is not understood. */
export type ReadShape = { readonly exact: ExactShape } | { readonly mesh: number; readonly isHull: boolean };

/** The lists of shapes of a document, by the extensions that have had them. */
export type ShapeList = 'KHR_implicit_shapes' | 'KHR_collision_shapes' | 'OMI_physics_shape' | 'OMI_collider';

/** What is left out of a shape: KHR_implicit_shapes and OMI_physics_shape differ. */
const defaults = {
  khr: { radius: 0.5, capsule: { height: 0.5, radius: 0.25 }, cylinder: { height: 0.5, radius: 0.25 } },
  omi: { radius: 0.5, capsule: { height: 1, radius: 0.5 }, cylinder: { height: 2, radius: 0.5 } },
  /** Of OMI_collider. */
  collider: { height: 2, radius: 0.5 },
} as const;

/**
 * One shape of the lists at the root of a document. `null` when it is not there, has a type that is not known,
 * or a size that is not a finite number of 0 or more.
 */
export function shapeAt(extensions: JsonObject, index: unknown, lists: readonly ShapeList[]): ReadShape | null {
  for (const list of lists) {
    const extension = extensions[list];
    const shapes = isObject(extension) ? extension[list === 'OMI_collider' ? 'colliders' : 'shapes'] : undefined;
    const shape: unknown = Array.isArray(shapes) && typeof index === 'number' ? shapes[index] : undefined;
    if (isObject(shape)) return list === 'OMI_collider' ? readOldShape(shape) : readShape(shape, list === 'OMI_physics_shape' ? defaults.omi : defaults.khr);
  }
  return null;
}

function readShape(shape: JsonObject, byDefault: (typeof defaults)['khr' | 'omi']): ReadShape | null {
  const type = shape['type'];
  if (typeof type !== 'string') return null;
  const own = shape[type];
  const fields = isObject(own) ? own : {};
  switch (type) {
    case 'box': {
      const size = fields['size'] ?? [1, 1, 1];
      if (!Array.isArray(size) || size.length !== 3 || !size.every(isSize)) return null;
      return { exact: { kind: 'box', size: [size[0], size[1], size[2]] } };
    }
    case 'sphere': {
      const radius = fields['radius'] ?? byDefault.radius;
      return isSize(radius) ? { exact: { kind: 'sphere', radius } } : null;
    }
    case 'capsule':
    case 'cylinder': {
      const height = fields['height'] ?? byDefault[type].height;
      // Earlier ones have one radius for both ends.
      const radius = fields['radius'] ?? byDefault[type].radius;
      const radiusTop = fields['radiusTop'] ?? radius;
      const radiusBottom = fields['radiusBottom'] ?? radius;
      return isSize(height) && isSize(radiusTop) && isSize(radiusBottom) ? { exact: { kind: type, height, radiusTop, radiusBottom } } : null;
    }
    case 'plane': {
      const { sizeX = null, sizeZ = null, doubleSided = false } = fields;
      if ((sizeX !== null && !isSize(sizeX)) || (sizeZ !== null && !isSize(sizeZ)) || typeof doubleSided !== 'boolean') return null;
      return { exact: { kind: 'plane', sizeX, sizeZ, isDoubleSided: doubleSided } };
    }
    case 'convex':
    case 'hull':
    case 'trimesh':
    case 'mesh': {
      const mesh = fields['mesh'];
      return typeof mesh === 'number' ? { mesh, isHull: type === 'convex' || type === 'hull' || fields['convexHull'] === true } : null;
    }
    default:
      return null;
  }
}

/** OMI_collider had the fields beside the type, and a capsule as high as it is from pole to pole. */
function readOldShape(collider: JsonObject): ReadShape | null {
  const { type } = collider;
  if (typeof type !== 'string') return null;
  const shape = readShape({ type, [type]: type === 'capsule' ? { ...defaults.collider, ...collider } : { ...(type === 'cylinder' && defaults.collider), ...collider } }, defaults.omi);
  if (shape === null || !('exact' in shape) || shape.exact.kind !== 'capsule') return shape;
  const { height, radiusTop, radiusBottom } = shape.exact;
  return { exact: { ...shape.exact, height: Math.max(0, height - radiusTop - radiusBottom) } };
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
