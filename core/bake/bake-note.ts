/** What a bake changed or could not keep, closed. */
export const bakeNoteCodes = [
  /** Coordinates were rounded to f32; `largest` is the largest distance on one axis, in mesh units. */
  'rounded',
  /** The format has no parts: one mesh was written. */
  'parts-lost',
  /** Names that the format cannot hold, or would join with the part before, were changed. */
  'names-changed',
  /** The transforms of the parts are applied to the vertices, and not written. */
  'transforms-applied',
  /** Every triangle has three vertices of its own. */
  'sharing-lost',
  /** Triangles with a vertex that is not finite were left out. */
  'triangles-left-out',
  /** Parts whose triangles change their material too often were written without it. */
  'materials-left-out',
  /** The format has no place for friction and layers of colliders. */
  'physics-lost',
  /** Vertices that are not finite were written as something else. */
  'vertices-replaced',
  /** Triangles are in the order of the tree's leaves. */
  'order-changed',
  /** The tree's volumes were written as plain boxes around the same triangles. */
  'kind-lost',
  /** Only the first of several trees was written. */
  'trees-left-out',
  /** The format fixes a length unit that the mesh does not state. */
  'units-assumed',
  /** The format fixes its axes, and the mesh states others. */
  'axes-assumed',
] as const;

export type BakeNoteCode = (typeof bakeNoteCodes)[number];

/** Something that a person should know about a bake. */
export interface BakeNote {
  readonly code: BakeNoteCode;
  readonly message: string;
  /** How many elements it concerns. */
  readonly count: number;
  /** In mesh units; only for `rounded`. */
  readonly largest?: number;
}
