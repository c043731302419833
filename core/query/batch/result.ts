/** Triangles of a batch, one for each query. */
export interface TrianglesOfBatch {
  /** (N) import indices; -1 for none. */
  readonly triangles: Int32Array;
}

/** First or any hits of rays. */
export interface RaysResult extends TrianglesOfBatch {
  /** (N) distances in mesh units, the f64 nearest to the true ones; infinite without a hit. */
  readonly distances: Float64Array;
}

/** Closest points of points. */
export interface ClosestPointsResult extends TrianglesOfBatch {
  /** (N) distances in mesh units; infinite without a triangle. */
  readonly distances: Float64Array;
  /** (3·N) closest points; NaN without a triangle. */
  readonly positions: Float64Array;
}

/** Triangles that spheres overlap. */
export interface OverlapsResult {
  /** (N + 1) the triangles of sphere i are numbers `offsets[i]` to `offsets[i + 1] - 1`. */
  readonly offsets: Uint32Array;
  /** Import indices, ascending for each sphere. */
  readonly triangles: Uint32Array;
}

/** Sides of points. */
export interface InsideManyResult {
  /** (N) codes of `insideCodes`. */
  readonly inside: Uint8Array;
  /** (N) winding numbers; NaN on the surface. */
  readonly windings: Float64Array;
  /** (N) their error bounds; NaN on the surface. */
  readonly windingErrors: Float64Array;
}
