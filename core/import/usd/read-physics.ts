import { isAmount, type ColliderPhysics, type CombineMode } from '../../mesh/collider-physics.ts';
import type { ColliderShape } from '../../mesh/collider-role.ts';
import { numberOf, primAt, schemasOf, tokenOf, type Composer, type Opinions } from './compose.ts';
import type { LayerStack } from './load-layers.ts';

/** UsdPhysics properties of a colliding prim. */
export interface UsdCollider {
  /** Collider shape of a mesh. Analytic shapes are not changed by it. */
  readonly ofMesh: ColliderShape;
  readonly isTrigger: boolean;
}

/** A material bound to a prim or to an ancestor. */
export interface Binding {
  readonly path: string;
  readonly stack: LayerStack;
}

/**
 * Returns the collider of a prim; `null` for a prim that does not collide. Source: OpenUSD 26.05,
 * `usdPhysics/schema.usda`.
 */
export function colliderOf(opinions: Opinions, schemas: ReadonlySet<string>): UsdCollider | null {
  if (!schemas.has('PhysicsCollisionAPI') || numberOf(opinions, 'physics:collisionEnabled', 1) === 0) return null;
  return {
    ofMesh: approximations.get(tokenOf(opinions, 'physics:approximation')) ?? 'triangles',
    isTrigger: schemas.has('PhysxTriggerAPI'),
  };
}

/**
 * Approximations of UsdPhysics and PhysX. Convex decomposition is read as one `hull`, mesh simplification as
 * `triangles`.
 */
const approximations: ReadonlyMap<string, ColliderShape> = new Map([
  ['none', 'triangles'],
  ['meshSimplification', 'triangles'],
  ['sdf', 'triangles'],
  ['convexHull', 'hull'],
  ['convexDecomposition', 'hull'],
  ['boundingCube', 'box'],
  ['boundingSphere', 'sphere'],
  ['sphereFill', 'sphere'],
]);

/** Returns friction and restitution of a bound material; `undefined` if it has no physics properties. */
export function usdPhysicsOf(composer: Composer, binding: Binding | null): ColliderPhysics | undefined {
  const material = binding === null ? null : primAt(composer, binding.stack, binding.path);
  if (material === null || !schemasOf(material).has('PhysicsMaterialAPI')) return undefined;
  const amount = (name: string): number => {
    const value = numberOf(material, `physics:${name}`, 0);
    return isAmount(value) ? value : 0;
  };
  const mode = (name: string): CombineMode => combineModes.get(tokenOf(material, `physxMaterial:${name}`)) ?? 'average';
  return {
    material: {
      staticFriction: amount('staticFriction'),
      dynamicFriction: amount('dynamicFriction'),
      restitution: amount('restitution'),
      frictionCombine: mode('frictionCombineMode'),
      restitutionCombine: mode('restitutionCombineMode'),
    },
    filter: null,
  };
}

const combineModes: ReadonlyMap<string, CombineMode> = new Map([
  ['average', 'average'],
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['multiply', 'multiply'],
]);
