import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../options/build-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildTree as buildTreeBytes } from '../tree/build-tree.ts';
import { fastByDefault } from '../tree/fastest-tree.ts';
import { openTree as viewTree } from '../tree/open-tree.ts';
import type { Tree } from '../tree/layout.ts';
import { refitTree as refitTreeBytes } from '../tree/refit/refit-tree.ts';
import { loadTree } from '../tree/kinds/wide/load-tree.ts';
import { wholeMesh } from './whole-mesh.ts';

export interface BuildTreeOptions extends Partial<BuildOptions> {
  readonly progress?: Progress;
}

/**
 * Builds the tree of a mesh, ready for queries. Without a kind it is the fastest one: `wide` in WebAssembly, or `aabb` where
 * WebAssembly SIMD is missing. `tree.bytes` is the whole tree: keep it, send it, and view it again with `openTree`.
 * @throws InspectorError `invalid-argument` for options out of range, `index-out-of-range` with the triangle, `too-large`; whatever `progress` throws.
 */
export function buildTree(mesh: TriangleMesh, options: BuildTreeOptions = {}): Tree {
  const { progress = noProgress, ...given } = options;
  return loadTree(viewTree(buildTreeBytes(wholeMesh(mesh), fastByDefault(given), progress)), mesh);
}

/**
 * Views the bytes of a tree of this mesh, ready for queries. The bytes are trusted: `checkTree` proves those from elsewhere.
 * @throws InspectorError `invalid-bytes`; `invalid-argument` for a tree of another mesh, `index-out-of-range` with the triangle.
 */
export function openTree(bytes: ArrayBuffer | SharedArrayBuffer, mesh: TriangleMesh): Tree {
  return loadTree(viewTree(bytes), wholeMesh(mesh));
}

/**
 * Returns the tree refitted to moved vertices: same topology, new bounding volumes. `mesh` has the triangles that the tree was
 * built for, in the same order.
 * @throws InspectorError `invalid-argument` for a mesh with other triangles, `index-out-of-range` with the triangle.
 */
export function refitTree(tree: Tree, mesh: TriangleMesh): Tree {
  return loadTree(viewTree(refitTreeBytes(tree, wholeMesh(mesh))), mesh);
}
