export interface OverlapStats {
  /** Nodes whose volume was tested, including the root. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

/** The triangles of one mesh that a query shape overlaps. */
export interface ShapeOverlap {
  /** Import indices, ascending; at most one for `any`. */
  readonly triangles: Uint32Array;
  readonly stats: OverlapStats;
}
