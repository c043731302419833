import { InspectorError } from '../error.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Tree } from './layout.ts';
import { wideWidth } from '../kernel/index.ts';

/**
 * Refuses a mesh that a tree was surely not built for. Hot: it allocates only to throw.
 * @throws InspectorError `invalid-argument` when the tree was built for a mesh with another number of triangles.
 */
export function checkTreeFits(tree: Tree, mesh: TriangleMesh): void {
  if (tree.meshTriangles === triangleCount(mesh)) return;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The tree was built for ${tree.meshTriangles} triangles, but the mesh has ${triangleCount(mesh)}`,
    fix: 'Build the tree of this mesh',
    location: {},
  });
}

/**
 * Refuses a stack of nodes that a descent of the tree could overflow: in a typed array that is silent. Hot.
 * @throws InspectorError `invalid-argument`.
 */
export function checkStackFits(tree: Tree, stack: Uint32Array): void {
  if (stack.length >= stackLength(tree)) return;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The workspace was made for a tree less deep than this one, which has depth ${tree.depth}`,
    fix: 'Make the workspace for the deepest tree that it is used with',
    location: {},
  });
}

/** Nodes that can wait during a descent: all children at each level, of which one is entered, and the root. */
export function stackLength(tree: Tree): number {
  switch (tree.layout) {
    case 'binary':
    case 'leaf-free':
      return tree.depth + 2;
    case 'wide':
      return (wideWidth - 1) * tree.depth + 2;
  }
}
