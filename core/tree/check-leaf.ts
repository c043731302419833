import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Report } from './tree-rules.ts';
import { treeKinds } from './kinds/kinds.ts';
import type { Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { maxTreeDepth } from './max-tree-depth.ts';

/**
 * Checks the number of triangles of a leaf, and that they lie in the volumes of the nodes `holders`. `first` and `end` are
 * valid positions in the leaf order.
 */
export function checkLeaf(
  tree: Tree,
  mesh: TriangleMesh,
  node: number,
  first: number,
  end: number,
  depth: number,
  holders: readonly number[],
  report: Report,
): void {
  const { leafTriangles, maxDepth, minExtent } = tree;
  const { checkHoldsTriangle } = treeKinds[tree.kind];
  const triangles = triangleCount(mesh);
  for (let i = first; i < end; i++) {
    const triangle = triangleAt(tree, i);
    if (triangle < triangles) for (const holder of holders) checkHoldsTriangle(tree, mesh, holder, triangle, report);
  }
  const mayBeLarge = (maxDepth > 0 && depth === maxDepth) || (minExtent > 0 && longestSide(tree, mesh, first, end) <= minExtent);
  if (end - first > leafTriangles && !mayBeLarge) {
    report('leaf-size', node, `${end - first} triangles, but the option leafTriangles is ${leafTriangles}`);
  }
}

/** Totals of a pass over all nodes. */
export interface Totals {
  /** Number of triangles of all leaves. */
  readonly position: number;
  readonly leaves: number;
  readonly deepest: number;
}

/** Compares the totals with the header. */
export function checkTotals(tree: Tree, { position, leaves, deepest }: Totals, report: Report): void {
  if (position !== tree.triangles) report('leaf-run', null, `the leaves end at ${position} of ${tree.triangles} triangles`);
  if (leaves !== tree.leafCount) report('header', null, `${leaves} leaves, but ${tree.leafCount} in the header`);
  if (deepest !== tree.depth) report('header', null, `depth ${deepest}, but ${tree.depth} in the header`);
  if (tree.maxDepth > 0 && deepest > tree.maxDepth) report('depth', null, `depth ${deepest}, but the option maxDepth is ${tree.maxDepth}`);
  if (deepest > maxTreeDepth(tree.triangles))
    report('depth', null, `depth ${deepest}, but the maximum for ${tree.triangles} triangles is ${maxTreeDepth(tree.triangles)}`);
}

/** Returns the longest side of the exact box of the triangles at positions [first, end). */
function longestSide(tree: Tree, mesh: TriangleMesh, first: number, end: number): number {
  const { positions, indices } = mesh;
  const triangles = triangleCount(mesh);
  let side = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = first; i < end; i++) {
      const triangle = triangleAt(tree, i);
      if (triangle >= triangles) continue;
      for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
        min = Math.min(min, positions[3 * indices[corner] + axis]);
        max = Math.max(max, positions[3 * indices[corner] + axis]);
      }
    }
    side = Math.max(side, max - min);
  }
  return side;
}
