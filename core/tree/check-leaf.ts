import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Report } from './tree-rules.ts';
import { treeKinds } from './kinds/kinds.ts';
import type { Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { greatestDepth } from './greatest-depth.ts';

/**
 * Checks the number of triangles of a leaf, and that they lie in the volumes of `holders`. `first` and `end` are positions in
 * the leaf order, `end` inside it.
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
    report('leaf-size', node, `${end - first} triangles, the option allows ${leafTriangles}`);
  }
}

/** What was found on the way through all nodes. */
export interface Totals {
  /** Triangles of all leaves. */
  readonly position: number;
  readonly leaves: number;
  readonly deepest: number;
}

/** Compares what was found with what the header says. */
export function checkTotals(tree: Tree, { position, leaves, deepest }: Totals, report: Report): void {
  if (position !== tree.triangles) report('leaf-run', null, `the leaves end at ${position} of ${tree.triangles} triangles`);
  if (leaves !== tree.leafCount) report('header', null, `${leaves} leaves, the header says ${tree.leafCount}`);
  if (deepest !== tree.depth) report('header', null, `depth ${deepest}, the header says ${tree.depth}`);
  if (tree.maxDepth > 0 && deepest > tree.maxDepth) report('depth', null, `depth ${deepest}, the option allows ${tree.maxDepth}`);
  if (deepest > greatestDepth(tree.triangles))
    report('depth', null, `depth ${deepest}, ${tree.triangles} triangles go no deeper than ${greatestDepth(tree.triangles)}`);
}

/** The longest side of the exact box of the triangles at positions [first, end). */
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
