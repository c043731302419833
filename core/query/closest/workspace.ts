import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { runLength } from '../../tree/leaf-order.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import type { TriangleFilter } from '../triangle-filter.ts';

/** In place of the code of a feature: not known. */
export const unknownFeature = -1;

/** Scratch memory and results of `closestPointInto`. It can be reused for any number of queries, on trees no deeper than the one it was made for. */
export interface ClosestWorkspace {
  /** Stack of nodes, and the squared distances of their volumes. */
  readonly stack: Uint32Array;
  readonly entries: Float64Array;
  /** Unpacked triangles of a leaf with packed leaf order, one buffer at a time. */
  readonly run: Uint32Array;
  /** (6) box of a node: min, max. */
  readonly box: Float32Array;
  /** (6) output of `closestPointTriangle`, then bounds of the distance. */
  readonly closest: Float64Array;

  /** Number of triangles that may be the closest by plain f64, the triangles, and lower bounds of their distances. */
  candidates: number;
  readonly triangles: number[];
  readonly minDistances: number[];
  /** Code of the closest feature of each; `unknownFeature` where plain f64 does not decide. */
  readonly features: number[];
  /** Upper bound of the smallest distance. */
  upper: number;

  /** Import index of the closest triangle; `noTriangleIndex` if there is none. */
  triangle: number;
  /** (3) its point closest to the query point; for the accuracy see `closestPointInto`. */
  readonly position: Float64Array;
  distance: number;
  /** The triangles that the query considers. */
  accepts: TriangleFilter;
  /** Nodes whose volume was tested, including the root. */
  nodesVisited: number;
  trianglesTested: number;
}

/** Returns a workspace for `closestPointInto` on a tree. */
export function createClosestWorkspace(tree: Tree): ClosestWorkspace {
  const length = stackLength(tree);
  return {
    stack: new Uint32Array(length),
    entries: new Float64Array(length),
    run: new Uint32Array(runLength),
    box: new Float32Array(6),
    closest: new Float64Array(6),
    candidates: 0,
    triangles: [0],
    minDistances: [0],
    features: [unknownFeature],
    upper: Infinity,
    triangle: noTriangleIndex,
    position: new Float64Array(3),
    distance: Infinity,
    accepts: null,
    nodesVisited: 0,
    trianglesTested: 0,
  };
}
