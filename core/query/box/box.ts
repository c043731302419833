import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { boxOptions, type BoxOptions } from '../../options/box-options.ts';
import { checkValues } from '../../options/option.ts';
import { setupBox, type BoxSetup, type BoxSolid } from '../../shape/box-solid.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import { checkBoxQuery } from './check.ts';
import { overlapsTriangle } from './exact.ts';
import { boxOverlapKernel, type BoxCandidates } from './kernel.ts';
import type { BoxResult } from './query.ts';
import { boxReachesNode } from './volume.ts';
import { createBoxWorkspace, type BoxWorkspace } from './workspace.ts';

export type { BoxResult, BoxStats } from './query.ts';

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
): BoxResult {
  const isAny = checkValues(boxOptions, options).mode === 'any';
  checkBoxQuery(solid);
  checkTreeFits(tree, mesh);
  const box = setupBox(solid);
  const scratch = workspace?.scratch ?? new Float64Array(18);
  if (tree.loaded !== null) {
    const decide = isAny ? (triangle: number): boolean => overlapsTriangle(mesh, triangle, box, scratch) : null;
    const candidates = boxOverlapKernel(tree, tree.loaded, box, decide);
    if (candidates !== null) return decideCandidates(mesh, box, candidates, scratch);
  }
  const own = workspace ?? createBoxWorkspace(tree);
  checkStackFits(tree, own.stack);
  return descend(own, tree, mesh, box, isAny);
}

/** Keeps the candidates of the kernel that overlap the box. */
function decideCandidates(mesh: TriangleMesh, box: BoxSetup, candidates: BoxCandidates, scratch: Float64Array): BoxResult {
  const { count, triangle, isSure, stats } = candidates;
  const found = new Uint32Array(count);
  let kept = 0;
  for (let i = 0; i < count; i++) if (isSure(i) || overlapsTriangle(mesh, triangle(i), box, scratch)) found[kept++] = triangle(i);
  return { triangles: found.slice(0, kept).sort(), stats };
}

function descend({ stack, nodeBox, scratch }: BoxWorkspace, tree: Tree, mesh: TriangleMesh, box: BoxSetup, isAny: boolean): BoxResult {
  const found: number[] = [];
  let nodesVisited = 0;
  let trianglesTested = 0;
  let top = 0;
  const push = (node: number): void => {
    if (hasVolume(tree, node)) {
      nodesVisited++;
      readNodeBox(tree, node, nodeBox);
      if (!boxReachesNode(box, nodeBox, tree.origin)) return;
    }
    stack[top++] = node;
  };
  if (tree.nodeCount > 0) push(0);
  while (top > 0 && !(isAny && found.length > 0)) {
    const node = stack[--top];
    const children = childCount(tree, node);
    for (let i = children - 1; i >= 0; i--) push(childAt(tree, node, i));
    if (children > 0) continue;
    const first = leafFirst(tree, node);
    const end = first + leafCount(tree, node);
    for (let at = first; at < end && !(isAny && found.length > 0); at++) {
      const triangle = triangleAt(tree, at);
      trianglesTested++;
      if (overlapsTriangle(mesh, triangle, box, scratch)) found.push(triangle);
    }
  }
  return { triangles: Uint32Array.from(found).sort(), stats: { nodesVisited, trianglesTested } };
}
