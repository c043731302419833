import type { Tree } from '../../tree/layout.ts';
import { createShapeWorkspace, type ShapeWorkspace } from '../overlap-descent.ts';

/** Scratch memory of `boxOverlap`. It can be reused for any number of queries, on trees no deeper than the one it was made for. */
export interface BoxWorkspace extends ShapeWorkspace {
  /** (18) scratch of `boxTriangle`. */
  readonly scratch: Float64Array;
}

/** Returns a workspace for `boxOverlap` on a tree. */
export function createBoxWorkspace(tree: Tree): BoxWorkspace {
  return { ...createShapeWorkspace(tree), scratch: new Float64Array(18) };
}
