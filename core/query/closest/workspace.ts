import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { runLength } from '../../tree/leaf-order.ts';

/** Import index that stands for no triangle. */
export const noTriangle = -1;
/** In place of the code of a feature. */
export const unknownFeature = -1;

/** Scratch and answer of `closestPointInto`: one serves query after query, on trees no deeper than the one it was made for. */
export interface ClosestWorkspace {
  /** Nodes that wait, and the squared distances of their volumes. */
  readonly stack: Uint32Array;
  readonly entries: Float64Array;
  /** Triangles of a leaf whose order is packed, as many at a time as there is room for. */
  readonly run: Uint32Array;
  /** (6) the box of a node. */
  readonly box: Float32Array;
  /** (4) what `closestPointTriangle` writes. */
  readonly closest: Float64Array;

  /** Triangles that may be the closest, as far as plain f64 tells, and least distances that they may have. */
  candidates: number;
  readonly triangles: number[];
  readonly minima: number[];
  /** The feature of each that is closest; `unknownFeature` where plain f64 does not know. */
  readonly features: number[];
  /** The closest of all is no farther than this. */
  upper: number;

  /** Import index of the closest triangle; `noTriangle` where there is none. */
  triangle: number;
  /** (3) its point closest to the one asked; how right it is tells `closestPointInto`. */
  readonly position: Float64Array;
  distance: number;
  /** Volumes tested, the root's included. */
  nodesVisited: number;
  trianglesTested: number;
}

export function createClosestWorkspace(tree: Tree): ClosestWorkspace {
  const length = stackLength(tree);
  return {
    stack: new Uint32Array(length),
    entries: new Float64Array(length),
    run: new Uint32Array(runLength),
    box: new Float32Array(6),
    closest: new Float64Array(4),
    candidates: 0,
    triangles: [0],
    minima: [0],
    features: [unknownFeature],
    upper: Infinity,
    triangle: noTriangle,
    position: new Float64Array(3),
    distance: Infinity,
    nodesVisited: 0,
    trianglesTested: 0,
  };
}
