import type { ColliderPhysics } from './collider-physics.ts';

/** What a physics engine makes of a collider. `triangles` is the mesh as it is, `hull` the convex hull of its vertices. */
export const colliderShapes = ['triangles', 'hull', 'box', 'sphere', 'capsule', 'cylinder', 'plane'] as const;
export type ColliderShape = (typeof colliderShapes)[number];

/** Where it is said that something is a collider. */
export const roleSources = ['name', 'extras', 'extension'] as const;
export type RoleSource = (typeof roleSources)[number];

/** What a part is for. A part without a role is there to be seen. */
export interface ColliderRole {
  readonly shape: ColliderShape;
  /** Whether it is seen too, as Godot's `-col` and `-convcol` say. */
  readonly isRendered: boolean;
  /** It tells of what is inside and stops nothing. */
  readonly isTrigger: boolean;
  /** Name of the part that is seen in its place; `null` where nothing says it. */
  readonly of: string | null;
  readonly from: RoleSource;
  /** The shape itself, which its triangles only follow, in the space of the part; `null` where triangles are all there is. */
  readonly exact: ExactShape | null;
  /** Left out where nothing is said. */
  readonly physics?: ColliderPhysics;
}

/** About the origin; axes along y. */
export type ExactShape =
  | { readonly kind: 'box'; readonly size: readonly [number, number, number] }
  | { readonly kind: 'sphere'; readonly radius: number }
  /** Through the origin, facing +y; endless along an axis whose size is `null`. */
  | { readonly kind: 'plane'; readonly sizeX: number | null; readonly sizeZ: number | null; readonly isDoubleSided: boolean }
  /** `height` is the distance between the centres of the two balls, or of the two discs. */
  | { readonly kind: 'capsule' | 'cylinder'; readonly height: number; readonly radiusTop: number; readonly radiusBottom: number };
