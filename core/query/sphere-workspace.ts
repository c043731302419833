import { stackLength } from '../tree/check-tree-fits.ts';
import type { AabbTree } from '../tree/layout.ts';

/** Scratch and answer of `sphereOverlapInto`: one serves query after query, on trees no deeper than the one it was made for. */
export interface SphereWorkspace {
  /** Nodes that wait; one a level. */
  readonly stack: Uint32Array;
  /** What `closestPointTriangle` writes. */
  readonly closest: Float64Array;

  /** How many triangles the last sphere touches. */
  count: number;
  /** Import indices, in the order found. What lies behind `count` is stale. */
  readonly triangles: number[];
  /** Boxes tested, the root's included. */
  nodesVisited: number;
  trianglesTested: number;
}

export function createSphereWorkspace(tree: AabbTree): SphereWorkspace {
  return {
    stack: new Uint32Array(stackLength(tree)),
    closest: new Float64Array(4),
    count: 0,
    triangles: [0],
    nodesVisited: 0,
    trianglesTested: 0,
  };
}
