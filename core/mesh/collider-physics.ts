/** Physics properties of a collider from a physics extension. */
export interface ColliderPhysics {
  /** `null` for the default of the engine. */
  readonly material: PhysicsMaterial | null;
  /** `null` if it collides with everything. */
  readonly filter: CollisionFilter | null;
}

export const combineModes = ['average', 'minimum', 'maximum', 'multiply'] as const;
export type CombineMode = (typeof combineModes)[number];

export interface PhysicsMaterial {
  readonly staticFriction: number;
  readonly dynamicFriction: number;
  readonly restitution: number;
  readonly frictionCombine: CombineMode;
  readonly restitutionCombine: CombineMode;
}

/** Names of layers. It only collides with those of `collideWith`, or else with all except those of `notCollideWith`. */
export interface CollisionFilter {
  readonly systems: readonly string[];
  readonly collideWith: readonly string[];
  readonly notCollideWith: readonly string[];
}

/** Returns `friction 0.8 and 0.7 (average), restitution 0.3 (maximum)`; static, then dynamic. */
export function physicsMaterialText({
  staticFriction,
  dynamicFriction,
  restitution,
  frictionCombine,
  restitutionCombine,
}: PhysicsMaterial): string {
  const friction =
    staticFriction === dynamicFriction ? `friction ${staticFriction}` : `friction ${staticFriction} at rest, ${dynamicFriction} moving`;
  return `${friction} (${frictionCombine}), restitution ${restitution} (${restitutionCombine})`;
}

/** Returns `of props; not with debris`. */
export function collisionFilterText({ systems, collideWith, notCollideWith }: CollisionFilter): string {
  const own = systems.length === 0 ? 'of no layer' : `of ${systems.join(', ')}`;
  return `${own}; ${collideWith.length > 0 ? `with ${collideWith.join(', ')} alone` : notCollideWith.length > 0 ? `not with ${notCollideWith.join(', ')}` : 'with all'}`;
}

/** Returns friction and restitution, then layers, as far as they are known. */
export function physicsText({ material, filter }: ColliderPhysics): readonly string[] {
  return [...(material === null ? [] : [physicsMaterialText(material)]), ...(filter === null ? [] : [collisionFilterText(filter)])];
}

/** Reads physics properties from JSON; `undefined` for invalid values. */
export function readColliderPhysics(value: unknown): ColliderPhysics | undefined {
  if (!isRecord(value)) return undefined;
  const material = value['material'] === null ? null : readMaterial(value['material']);
  const filter = value['filter'] === null ? null : readFilter(value['filter']);
  return material === undefined || filter === undefined ? undefined : { material, filter };
}

function readMaterial(value: unknown): PhysicsMaterial | undefined {
  return isRecord(value) ? physicsMaterialOf(value) : undefined;
}

/** Returns the material of values that were read; `undefined` if one of them is missing or invalid. */
export function physicsMaterialOf(values: { readonly [name in keyof PhysicsMaterial]?: unknown }): PhysicsMaterial | undefined {
  const { staticFriction, dynamicFriction, restitution } = values;
  const frictionCombine = combineModes.find((mode) => mode === values.frictionCombine);
  const restitutionCombine = combineModes.find((mode) => mode === values.restitutionCombine);
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

function readFilter(value: unknown): CollisionFilter | undefined {
  if (!isRecord(value)) return undefined;
  const { systems, collideWith, notCollideWith } = value;
  return isNames(systems) && isNames(collideWith) && isNames(notCollideWith) ? { systems, collideWith, notCollideWith } : undefined;
}

/** Whether a friction or restitution is finite and not below 0. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

export function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
