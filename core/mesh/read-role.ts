import { readColliderPhysics } from './collider-physics.ts';
import { colliderShapes, roleSources, type ColliderRole, type ExactShape } from './collider-role.ts';

/** Reads a role from JSON; `null` for invalid values. */
export function readRole(value: unknown): ColliderRole | null {
  if (!isRecord(value)) return null;
  const shape = colliderShapes.find((word) => word === value['shape']);
  const from = roleSources.find((word) => word === value['from']);
  const { isRendered, isTrigger, of } = value;
  const physics = value['physics'] === undefined ? null : readColliderPhysics(value['physics']);
  const exact = value['exact'] === null ? null : readExact(value['exact']);
  if (shape === undefined || from === undefined || exact === undefined || physics === undefined) return null;
  if (typeof isRendered !== 'boolean' || typeof isTrigger !== 'boolean' || (of !== null && typeof of !== 'string')) return null;
  return { shape, isRendered, isTrigger, of, from, exact, ...(physics !== null && { physics }) };
}

/** Returns `undefined` for an invalid shape. */
function readExact(value: unknown): ExactShape | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, size, radius, height, radiusTop, radiusBottom } = value;
  if (kind === 'box' && Array.isArray(size) && size.length === 3 && size.every(isSize)) return { kind, size: [size[0], size[1], size[2]] };
  if (kind === 'sphere' && isSize(radius)) return { kind, radius };
  const { sizeX, sizeZ, isDoubleSided } = value;
  if (kind === 'plane' && (sizeX === null || isSize(sizeX)) && (sizeZ === null || isSize(sizeZ)) && typeof isDoubleSided === 'boolean')
    return { kind, sizeX, sizeZ, isDoubleSided };
  if ((kind === 'capsule' || kind === 'cylinder') && isSize(height) && isSize(radiusTop) && isSize(radiusBottom))
    return { kind, height, radiusTop, radiusBottom };
  return undefined;
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
