import { InspectorError } from '../error.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { AabbTree } from '../tree/layout.ts';

/** A mesh with the tree that was built for it. */
export interface TreedMesh {
  readonly mesh: TriangleMesh;
  readonly tree: AabbTree;
}

/** @throws InspectorError `invalid-argument` when the tree was built for a mesh with another number of triangles. */
export function checkTreedMesh({ mesh, tree }: TreedMesh): void {
  if (tree.meshTriangles === triangleCount(mesh)) return;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The tree was built for ${tree.meshTriangles} triangles, but the mesh has ${triangleCount(mesh)}`,
    cure: 'Build the tree of this mesh',
    place: {},
  });
}
