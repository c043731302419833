/** All codes of what a bake changes or does not keep. */
export const bakeNoteCodes = [
  /** Coordinates were rounded to f32; `largest` is the largest error on one axis, in mesh units. */
  'rounded',
  /** The format has no parts, so one mesh was written. */
  'parts-lost',
  /** Part names that the format cannot store, or that equal the name before them, were changed. */
  'names-changed',
  /** The transforms of parts are applied to the vertices and not stored. */
  'transforms-applied',
  /** Each triangle has its own three vertices. */
  'sharing-lost',
  /** Non-finite triangles were left out. */
  'triangles-left-out',
  /** Parts with too many material changes were written without materials. */
  'materials-left-out',
  /** The format cannot store friction and layers of colliders. */
  'physics-lost',
  /** Non-finite vertices were replaced. */
  'vertices-replaced',
  /** Triangles are in leaf order. */
  'order-changed',
  /** The tree was written with AABBs around the same triangles. */
  'kind-lost',
  /** Only the first of several trees was written. */
  'trees-left-out',
  /** The format implies a length unit that the mesh does not declare. */
  'units-assumed',
  /** The format implies axes, and the mesh declares others. */
  'axes-assumed',
  /** Coordinates were converted to the unit and axes of the format. */
  'space-converted',
  /** The engine collides with the convex hull of each mesh, and some are not convex. */
  'hull-used',
  /** Colliders that are closed and convex were written as triangle meshes. */
  'convex-triangles',
  /** A part that declares a primitive was written as the primitive on which its vertices lie. */
  'shape-fitted',
  /** A primitive was written as a convex hull. */
  'shape-changed',
  /** Parts that the format cannot store were left out. */
  'parts-left-out',
  /** Parts whose hulls are flat were left out. */
  'flat-left-out',
  /** Parts whose hulls are flat got a thickness. */
  'flat-thickened',
  /** Colliders are named after a rendered part that the file does not have. */
  'rendered-missing',
  /** Meshes were written to files next to the main one. */
  'side-files',
] as const;

export type BakeNoteCode = (typeof bakeNoteCodes)[number];

/** Something that a bake changed or did not keep. */
export interface BakeNote {
  readonly code: BakeNoteCode;
  readonly message: string;
  /** Number of affected elements. */
  readonly count: number;
  /** In mesh units; only for `rounded`. */
  readonly largest?: number;
}
