import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';

/** Scratch memory of `boxOverlap`. It can be reused for any number of queries, on trees no deeper than the one it was made for. */
export interface BoxWorkspace {
  /** Stack of nodes. */
  readonly stack: Uint32Array;
  /** (6) box of a node: min, max. */
  readonly nodeBox: Float32Array;
  /** (18) scratch of `boxTriangle`. */
  readonly scratch: Float64Array;
}

/** Returns a workspace for `boxOverlap` on a tree. */
export function createBoxWorkspace(tree: Tree): BoxWorkspace {
  return { stack: new Uint32Array(stackLength(tree)), nodeBox: new Float32Array(6), scratch: new Float64Array(18) };
}
