import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';

/** Scratch memory of `planeOverlap`. It can be reused for any number of queries, on trees no deeper than the one it was made for. */
export interface PlaneWorkspace {
  /** Stack of nodes. */
  readonly stack: Uint32Array;
  /** (6) box of a node: min, max. */
  readonly nodeBox: Float32Array;
}

/** Returns a workspace for `planeOverlap` on a tree. */
export function createPlaneWorkspace(tree: Tree): PlaneWorkspace {
  return { stack: new Uint32Array(stackLength(tree)), nodeBox: new Float32Array(6) };
}
