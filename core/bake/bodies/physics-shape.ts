import type { ColliderPhysics } from '../../mesh/collider-physics.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import type { BakeNote } from '../bake-note.ts';
import type { ShapePose } from './pose.ts';

/** What a part is for: contacts, contacts and rendering, overlaps only, or rendering only. */
export type ShapeUse = 'collider' | 'rendered collider' | 'trigger' | 'rendered';

/** A part of a mesh as an engine stores it. */
export interface PhysicsShape {
  readonly name: string;
  readonly use: ShapeUse;
  readonly form: ShapeForm;
  /** Name of the rendered part that it belongs to; `null` if unknown. */
  readonly of: string | null;
  readonly physics: ColliderPhysics | null;
}

export type ShapeForm =
  /** A primitive: its sizes include the scale of its part. `surface` are the triangles that stand for it in the mesh. */
  | { readonly kind: 'exact'; readonly exact: ExactShape; readonly pose: ShapePose; readonly surface: PartSurface }
  /** A convex hull or a triangle mesh. */
  | { readonly kind: 'hull' | 'triangles'; readonly surface: PartSurface };

export interface PartSurface {
  /** (3·V), all used. */
  readonly positions: Float64Array;
  /** (3·T), facing outward. */
  readonly triangles: Uint32Array;
}

/** The shapes of a mesh and what became of its parts. */
export interface PhysicsShapes {
  readonly shapes: readonly PhysicsShape[];
  /** Parts whose name or extras declare a primitive that was fitted to their vertices. */
  readonly fitted: number;
  /** Parts that declare a primitive which their vertices or their scale do not have, written as convex hulls. */
  readonly hulled: number;
  /** Notes on triangles that are not finite and on parts without others, which are left out. */
  readonly leftOut: readonly BakeNote[];
}

/** The shapes that a format writes of a mesh, with notes on what it changed. */
export interface WrittenShapes {
  readonly shapes: readonly PhysicsShape[];
  readonly notes: readonly BakeNote[];
}
