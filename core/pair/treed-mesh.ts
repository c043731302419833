import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../tree/check-tree-fits.ts';
import type { Tree } from '../tree/layout.ts';

/** A mesh with the tree that was built for it. */
export interface TreedMesh {
  readonly mesh: TriangleMesh;
  readonly tree: Tree;
}

/** Checks that a tree fits its mesh. @throws InspectorError `invalid-argument` for a tree of a mesh with another number of triangles. */
export function checkTreedMesh({ mesh, tree }: TreedMesh): void {
  checkTreeFits(tree, mesh);
}
