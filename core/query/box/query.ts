export interface BoxStats {
  /** Nodes whose volume was tested, including the root. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface BoxResult {
  /** Import indices, ascending; at most one for `any`. */
  readonly triangles: Uint32Array;
  readonly stats: BoxStats;
}
