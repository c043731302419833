import { InspectorError, invalidArgument } from '../error.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Tree } from './layout.ts';
import { wideWidth } from '../kernel/index.ts';

/**
 * Throws for a mesh that has another number of triangles than the tree. Hot: allocates only to throw.
 * @throws InspectorError `invalid-argument` when the tree was built for a mesh with another number of triangles.
 */
export function checkTreeFits(tree: Tree, mesh: TriangleMesh): void {
  if (tree.meshTriangles === triangleCount(mesh)) return;
  if ((tree.meshTriangles as number | undefined) === undefined) throw invalidArgument('This is not a tree', 'Build one with buildTree');
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The tree was built for ${tree.meshTriangles} triangles, but the mesh has ${triangleCount(mesh)}`,
    fix: 'Build the tree of this mesh',
    location: {},
  });
}

/**
 * Throws for a traversal stack that is too short for the tree; typed arrays overflow silently. Hot.
 * @throws InspectorError `invalid-argument`.
 */
export function checkStackFits(tree: Tree, stack: Uint32Array): void {
  if (stack.length >= stackLength(tree)) return;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The workspace is too small for this tree of depth ${tree.depth}`,
    fix: 'Create the workspace for the deepest tree that you use it with',
    location: {},
  });
}

/** Returns the length of a traversal stack: the root, and at each level all children but the one that is visited. */
export function stackLength(tree: Tree): number {
  switch (tree.layout) {
    case 'binary':
    case 'leaf-free':
      return tree.depth + 2;
    case 'wide':
      return (wideWidth - 1) * tree.depth + 2;
  }
}
