import { createSolidAngleSum, type SolidAngleSum } from '../../shape/solid-angle.ts';
import { maskFilter, type TriangleFilter } from '../triangle-filter.ts';
import { createClosestWorkspace, type ClosestWorkspace } from '../closest/workspace.ts';
import type { RayWorkspace } from '../ray/workspace.ts';
import type { WindingTree } from './winding-tree.ts';

/** Scratch memory and results of `insideInto`. It can be reused for any number of points of the winding tree it was made for. */
export interface InsideWorkspace {
  readonly near: SolidAngleSum;
  readonly closest: ClosestWorkspace;
  /** Of the rays that decide where the sum does not; made at the first such point. */
  rays: RayWorkspace | null;
  /** The triangles of the surface. */
  readonly accepts: TriangleFilter;
  /** Winding number and its error bound; NaN on the surface. */
  winding: number;
  windingError: number;
  nodesVisited: number;
  trianglesTested: number;
}

/** Returns a workspace for `insideInto`. */
export function createInsideWorkspace({ tree, surface }: WindingTree): InsideWorkspace {
  return {
    near: createSolidAngleSum(),
    closest: createClosestWorkspace(tree),
    rays: null,
    accepts: maskFilter(surface.chosen),
    winding: Number.NaN,
    windingError: Number.NaN,
    nodesVisited: 0,
    trianglesTested: 0,
  };
}
