import type { ColliderPhysics } from './collider-physics.ts';

/** The shape of a collider in a physics engine. `triangles` is the mesh itself, `hull` the convex hull of its vertices. */
export const colliderShapes = ['triangles', 'hull', 'box', 'sphere', 'capsule', 'cylinder', 'plane'] as const;
export type ColliderShape = (typeof colliderShapes)[number];

/** Where a file declares a collider; `format` where its format has colliders of its own. */
export const roleSources = ['name', 'extras', 'extension', 'format'] as const;
/** The last two are those of a whole file, in the app. */
export type RoleSource = (typeof roleSources)[number] | 'file name' | 'user';

/** The role of a collider. Parts without a role are only rendered. */
export interface ColliderRole {
  readonly shape: ColliderShape;
  /** Whether it is also rendered, as with `-col` and `-convcol` of Godot. */
  readonly isRendered: boolean;
  /** Whether it only detects overlaps and stops nothing. */
  readonly isTrigger: boolean;
  /** Name of the rendered part that it belongs to; `null` if unknown. */
  readonly of: string | null;
  readonly from: RoleSource;
  /** The exact shape in the space of the part, which its triangles approximate; `null` for a triangle mesh. */
  readonly exact: ExactShape | null;
  /** Left out if unknown. */
  readonly physics?: ColliderPhysics;
}

/** A shape centred at the origin, with its axis along Y. */
export type ExactShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  /** Through the origin, facing +Y; infinite along an axis with the size `null`. */
  | { readonly kind: 'plane'; readonly sizeX: number | null; readonly sizeZ: number | null; readonly isDoubleSided: boolean }
  /** `height` is the distance between the centres of the two balls, or of the two discs. */
  | { readonly kind: 'capsule' | 'cylinder'; readonly height: number; readonly radiusTop: number; readonly radiusBottom: number };
