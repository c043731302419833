import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import { openTree } from '../tree/open-tree.ts';

/** The bytes of a mesh and its tree, which are viewed in place. */
export interface TreedBytes {
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly tree: ArrayBuffer | SharedArrayBuffer;
}

/** @throws InspectorError `invalid-bytes`. */
export function openTreed({ mesh, tree }: TreedBytes): TreedMesh {
  return { mesh: openMeshBytes(mesh), tree: openTree(tree) };
}
