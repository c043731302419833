import {
  isNames,
  physicsMaterialOf,
  type CollisionFilter,
  type ColliderPhysics,
  type PhysicsMaterial,
} from '../../../mesh/collider-physics.ts';
import { cleanName } from '../../text/clean-name.ts';
import { isObject, type JsonObject } from '../document.ts';

/**
 * Returns the physics material and collision filter that a collider refers to, from the lists of its extension at the
 * document root. Applies to KHR_physics_rigid_bodies, its predecessors and OMI_physics_body. `undefined` if it refers
 * to none, `null` if the reference is missing or invalid.
 */
export function gltfPhysicsOf(root: unknown, collider: JsonObject): ColliderPhysics | null | undefined {
  const { physicsMaterial, collisionFilter } = collider;
  if (physicsMaterial === undefined && collisionFilter === undefined) return undefined;
  const lists = isObject(root) ? root : {};
  const material =
    physicsMaterial === undefined ? null : readMaterial(entryOf(lists['physicsMaterials'] ?? lists['materials'], physicsMaterial));
  const filter = collisionFilter === undefined ? null : readFilter(entryOf(lists['collisionFilters'], collisionFilter));
  return material === undefined || filter === undefined ? null : { material, filter };
}

function entryOf(list: unknown, index: unknown): unknown {
  return Array.isArray(list) && typeof index === 'number' ? list[index] : undefined;
}

/** Reads a material with the defaults of KHR_physics_rigid_bodies, "Physics materials". */
function readMaterial(entry: unknown): PhysicsMaterial | undefined {
  if (!isObject(entry)) return undefined;
  return physicsMaterialOf({
    staticFriction: 0.6,
    dynamicFriction: 0.6,
    restitution: 0,
    frictionCombine: 'average',
    restitutionCombine: 'average',
    ...entry,
  });
}

/** Reads a filter. It may have only one of the two lists of other systems. */
function readFilter(entry: unknown): CollisionFilter | undefined {
  if (!isObject(entry)) return undefined;
  const { collisionSystems: systems = [], collideWithSystems: collideWith = [], notCollideWithSystems: notCollideWith = [] } = entry;
  if (!isNames(systems) || !isNames(collideWith) || !isNames(notCollideWith) || (collideWith.length > 0 && notCollideWith.length > 0))
    return undefined;
  return { systems: systems.map(cleanName), collideWith: collideWith.map(cleanName), notCollideWith: notCollideWith.map(cleanName) };
}
