import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { boxOptions, type BoxOptions } from '../../options/box-options.ts';
import { checkValues } from '../../options/option.ts';
import { setupBox, type BoxSolid } from '../../shape/box-solid.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { createShapeWorkspace, overlappingTriangles, type OverlapTest, type ShapeOverlap } from '../overlap-descent.ts';
import { decideCandidates } from '../solid-kernel.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkBoxQuery } from './check.ts';
import { overlapsTriangle } from './exact.ts';
import { boxOverlapKernel } from './kernel.ts';
import { boxReachesNode } from './volume.ts';
import type { BoxWorkspace } from './workspace.ts';

/**
 * Returns all triangles that overlap a closed box: touching counts (catalogue Q4). The set is that of exact arithmetic on the f64 vertices
 * and the numbers of the box. Triangles without area act as segments or points, and so do flat boxes.
 *
 * Nodes are culled by the AABB around their volume, whatever the kind of the tree. A tree loaded into WebAssembly (`loadTree`) returns the
 * same triangles. Mode `any` stops at the first triangle found, which depends on the tree.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a min corner above the max corner, and unknown options. Also
 * for a tree of another mesh, and a workspace made for a shallower tree.
 */
export function boxOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  solid: BoxSolid,
  options: Partial<BoxOptions> = {},
  workspace?: BoxWorkspace,
  accepts: TriangleFilter = null,
): ShapeOverlap {
  const isAny = checkValues(boxOptions, options).mode === 'any';
  checkBoxQuery(solid);
  checkTreeFits(tree, mesh);
  const box = setupBox(solid);
  const scratch = workspace?.scratch ?? new Float64Array(18);
  if (tree.loaded !== null && accepts === null) {
    const decide = isAny ? (triangle: number): boolean => overlapsTriangle(mesh, triangle, box, scratch) : null;
    const candidates = boxOverlapKernel(tree, tree.loaded, box, decide);
    if (candidates !== null) return decideCandidates(candidates, (triangle) => overlapsTriangle(mesh, triangle, box, scratch));
  }
  const test: OverlapTest = {
    reachesNode: (nodeBox, origin) => boxReachesNode(box, nodeBox, origin),
    overlapsTriangle: (triangle) => overlapsTriangle(mesh, triangle, box, scratch),
  };
  return overlappingTriangles(tree, workspace ?? createShapeWorkspace(tree), test, isAny, accepts);
}
