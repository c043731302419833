import { createSolidAngleSum, type SolidAngleSum } from '../../shape/solid-angle.ts';
import { createClosestWorkspace, type ClosestWorkspace } from '../closest/workspace.ts';
import type { WindingTree } from './winding-tree.ts';

/** Scratch memory and results of `insideInto`. It can be reused for any number of points of the tree it was made for. */
export interface InsideWorkspace {
  readonly near: SolidAngleSum;
  readonly closest: ClosestWorkspace;
  /** Winding number and its error bound; NaN on the surface. */
  winding: number;
  windingError: number;
  nodesVisited: number;
  trianglesTested: number;
}

/** Returns a workspace for `insideInto`. */
export function createInsideWorkspace({ tree }: WindingTree): InsideWorkspace {
  return {
    near: createSolidAngleSum(),
    closest: createClosestWorkspace(tree),
    winding: Number.NaN,
    windingError: Number.NaN,
    nodesVisited: 0,
    trianglesTested: 0,
  };
}
