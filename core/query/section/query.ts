import type { Vec3 } from '../../math/vec3.ts';

/** The plane of all points with `normal · p = offset`. The normal may have any length above 0. */
export interface SectionPlane {
  readonly normal: Vec3;
  /** Mesh units times the length of the normal. */
  readonly offset: number;
}

/** A run of triangles. */
export interface SectionRange {
  readonly first: number;
  readonly count: number;
}

/** The curves in which the triangles of a mesh intersect a plane; source space. */
export interface SectionCurves {
  /** (C+1) first point of each curve, then the number of points. */
  readonly firstPoint: Uint32Array;
  /** (C) 1 for closed curves. The first point of a closed curve is not repeated. */
  readonly closed: Uint8Array;
  /** (3·P) */
  readonly positions: Float64Array;
  /** (P) the triangle of the segment from a point to the next one; for the last point of an open curve that of the segment before. */
  readonly triangles: Uint32Array;
  /** (C) length of each curve. */
  readonly lengths: Float64Array;
  /**
   * (C) area inside each curve, above 0 if the triangles around it face outward. NaN for open curves, and for curves whose triangles
   * disagree in winding.
   */
  readonly areas: Float64Array;
}
