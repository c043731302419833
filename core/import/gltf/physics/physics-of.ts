import {
  combineModes,
  isAmount,
  isNames,
  type CollisionFilter,
  type ColliderPhysics,
  type CombineMode,
  type PhysicsMaterial,
} from '../../../mesh/collider-physics.ts';
import { cleanName } from '../../text/clean-name.ts';
import { isObject, type JsonObject } from '../document.ts';

/**
 * The physics material and collision filter that a collider names, from the lists that its extension has at the root of the
 * document: of KHR_physics_rigid_bodies, its ancestors and OMI_physics_body alike. `undefined` where it names none, `null` where what it names
 * is not there or not understood.
 */
export function physicsOf(root: unknown, collider: JsonObject): ColliderPhysics | null | undefined {
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

/** What is left out: KHR_physics_rigid_bodies, "Physics materials". */
function readMaterial(entry: unknown): PhysicsMaterial | undefined {
  if (!isObject(entry)) return undefined;
  const { staticFriction = 0.6, dynamicFriction = 0.6, restitution = 0 } = entry;
  const frictionCombine = modeOf(entry['frictionCombine']);
  const restitutionCombine = modeOf(entry['restitutionCombine']);
  if (
    !isAmount(staticFriction) ||
    !isAmount(dynamicFriction) ||
    !isAmount(restitution) ||
    frictionCombine === undefined ||
    restitutionCombine === undefined
  )
    return undefined;
  return { staticFriction, dynamicFriction, restitution, frictionCombine, restitutionCombine };
}

function modeOf(word: unknown): CombineMode | undefined {
  return word === undefined ? 'average' : combineModes.find((mode) => mode === word);
}

/** Only one of the two lists of others may be there. */
function readFilter(entry: unknown): CollisionFilter | undefined {
  if (!isObject(entry)) return undefined;
  const { collisionSystems: systems = [], collideWithSystems: collideWith = [], notCollideWithSystems: notCollideWith = [] } = entry;
  if (!isNames(systems) || !isNames(collideWith) || !isNames(notCollideWith) || (collideWith.length > 0 && notCollideWith.length > 0))
    return undefined;
  return { systems: systems.map(cleanName), collideWith: collideWith.map(cleanName), notCollideWith: notCollideWith.map(cleanName) };
}
