import type { ExactShape } from '../../../mesh/collider-role.ts';
import { isObject, type JsonObject } from '../document.ts';

/** A shape of an extension: an analytic shape or a mesh of the document; `null` for an unknown or invalid shape. */
export type ReadShape = { readonly exact: ExactShape } | { readonly mesh: number; readonly isHull: boolean };

/** Names of the shape lists of a document, by extension. */
export type ShapeList = 'KHR_implicit_shapes' | 'KHR_collision_shapes' | 'OMI_physics_shape';

/** Defaults of omitted fields. They differ between KHR_implicit_shapes and OMI_physics_shape. */
const defaults = {
  khr: { radius: 0.5, capsule: { height: 0.5, radius: 0.25 }, cylinder: { height: 0.5, radius: 0.25 } },
  omi: { radius: 0.5, capsule: { height: 1, radius: 0.5 }, cylinder: { height: 2, radius: 0.5 } },
  /** Defaults of OMI_collider and of its first drafts. */
  collider: { height: 2, radius: 0.5 },
  firstCollider: { height: 1, radius: 0.5 },
} as const;

/**
 * Returns a shape of the lists at the document root. Returns `null` if it is missing, has an unknown type, or has a
 * size that is not a finite number of 0 or more.
 */
export function shapeAt(extensions: JsonObject, index: unknown, lists: readonly ShapeList[]): ReadShape | null {
  for (const list of lists) {
    const extension = extensions[list];
    const shapes = isObject(extension) ? extension['shapes'] : undefined;
    const shape: unknown = Array.isArray(shapes) && typeof index === 'number' ? shapes[index] : undefined;
    if (isObject(shape)) return readShape(shape, list === 'OMI_physics_shape' ? defaults.omi : defaults.khr);
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
      // Older shapes have one radius for both ends.
      const radius = fields['radius'] ?? byDefault[type].radius;
      const radiusTop = fields['radiusTop'] ?? radius;
      const radiusBottom = fields['radiusBottom'] ?? radius;
      return isSize(height) && isSize(radiusTop) && isSize(radiusBottom)
        ? { exact: { kind: type, height, radiusTop, radiusBottom } }
        : null;
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

/**
 * Returns the shape of an OMI_collider. Its fields are next to the type, and the height of a capsule is measured from
 * pole to pole.
 *
 * Its first drafts put the collider on the node. There the height of a capsule is measured between the centres of its
 * spheres (default 1). Boxes have half extents in `extents`, or a single `radius`. Hulls and meshes have no `mesh` and
 * use the mesh of the node. Source: omigroup/gltf-extensions, extensions/2.0/OMI_collider, 2021 to 2023.
 * @param nodeMesh mesh of the collider's node.
 */
export function readOldCollider(collider: JsonObject, isOnNode: boolean, nodeMesh: number | undefined): ReadShape | null {
  const { type, size, extents, radius } = collider;
  if (typeof type !== 'string') return null;
  switch (type) {
    case 'box': {
      const half = extents ?? (typeof radius === 'number' ? [radius, radius, radius] : undefined);
      const fromHalf = Array.isArray(half) ? half.map((value: unknown) => (typeof value === 'number' ? 2 * value : value)) : half;
      return readShape({ type, box: { size: size ?? fromHalf } }, defaults.omi);
    }
    case 'capsule': {
      const shape = readShape({ type, capsule: { ...(isOnNode ? defaults.firstCollider : defaults.collider), ...collider } }, defaults.omi);
      if (isOnNode || shape === null || !('exact' in shape) || shape.exact.kind !== 'capsule') return shape;
      const { height, radiusTop, radiusBottom } = shape.exact;
      return { exact: { ...shape.exact, height: Math.max(0, height - radiusTop - radiusBottom) } };
    }
    case 'cylinder':
      return readShape({ type, cylinder: { ...defaults.collider, ...collider } }, defaults.omi);
    default:
      return readShape({ type, [type]: { mesh: nodeMesh, ...collider } }, defaults.omi);
  }
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
