/** Whether a point is inside a surface, and its winding number. */
export interface InsideResult {
  /**
   * Whether the winding number is farther from 0 than one half; `on` for a point exactly on a triangle. `null` where the error does not
   * decide. Closed surfaces of either winding contain the same points.
   */
  readonly inside: boolean | 'on' | null;
  /** How often the surface winds about the point, with the sign of its winding; whole for a closed surface. `null` on the surface. */
  readonly winding: number | null;
  /** Error bound of `winding`; 0 where it is whole. `null` on the surface. */
  readonly windingError: number | null;
  /** Whether triangles were flipped for the query, because the winding of the mesh is inconsistent. */
  readonly isOriented: boolean;
  readonly stats: InsideStats;
}

export interface InsideStats {
  /** Clusters visited: of far fields, and of triangles summed one by one. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

/** Results of `insideInto`. */
export const outsideCode = 0;
export const insideCode = 1;
export const onCode = 2;
export const unknownCode = 3;

/** The same by name, for arrays of results. */
export const insideCodes = { outside: outsideCode, inside: insideCode, on: onCode, unknown: unknownCode } as const;

/** Returns the result that a code stands for. */
export function insideOfCode(code: number): InsideResult['inside'] {
  return code === onCode ? 'on' : code === unknownCode ? null : code === insideCode;
}
