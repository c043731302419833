/** The connected components of a mesh. */
export interface MeshComponents {
  readonly count: number;
  /** (T) component of each triangle, numbered by their lowest triangle; `none` for triangles without edges. */
  readonly setOf: Uint32Array;
}

export interface ToComponentWorker {
  readonly serial: number;
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
}

export interface FromComponentWorker extends MeshComponents {
  readonly serial: number;
}
