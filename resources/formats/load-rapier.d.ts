import type Rapier from '@dimforge/rapier3d-compat';

export interface LoadedCollider {
  readonly name: string;
  readonly desc: Rapier.ColliderDesc;
}

/** @param options `trimeshFlags`: for example `FIX_INTERNAL_EDGES` for meshes that bodies roll over; triangles stay as they are without. */
export function loadRapier(
  rapier: typeof Rapier,
  buffer: ArrayBuffer,
  options?: { readonly trimeshFlags?: number },
): readonly LoadedCollider[];
