import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import { planeOptions, type PlaneOptions } from '../../options/plane-options.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import { checkPlaneQuery } from './check.ts';
import type { Plane, PlaneResult } from './query.ts';
import { sideOfSlab, slabOf, type Slab } from './side.ts';
import { slabReachesNode } from './volume.ts';
import { createPlaneWorkspace, type PlaneWorkspace } from './workspace.ts';

export type { Plane, PlaneResult, PlaneStats } from './query.ts';

/**
 * Returns all triangles that overlap a plane, or with a thickness the closed slab around it: touching counts, and so do triangles in the
 * plane (catalogue Q4). The set is that of exact arithmetic on the f64 vertices and the numbers of the plane.
 *
 * Nodes are culled by the AABB around their volume, whatever the kind of the tree. Mode `any` stops at the first triangle found, which
 * depends on the tree.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a normal of length 0, and unknown options. Also for a tree of
 * another mesh, and a workspace made for a shallower tree.
 */
export function planeOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  plane: Plane,
  options: Partial<PlaneOptions> = {},
  workspace?: PlaneWorkspace,
): PlaneResult {
  const { thickness, mode } = checkValues(planeOptions, options);
  checkPlaneQuery(plane);
  checkTreeFits(tree, mesh);
  const own = workspace ?? createPlaneWorkspace(tree);
  checkStackFits(tree, own.stack);
  return descend(own, tree, mesh, slabOf(plane, thickness), mode === 'any');
}

function descend({ stack, nodeBox }: PlaneWorkspace, tree: Tree, mesh: TriangleMesh, slab: Slab, isAny: boolean): PlaneResult {
  const found: number[] = [];
  let nodesVisited = 0;
  let trianglesTested = 0;
  let top = 0;
  const push = (node: number): void => {
    if (hasVolume(tree, node)) {
      nodesVisited++;
      readNodeBox(tree, node, nodeBox);
      if (!slabReachesNode(slab, nodeBox, tree.origin)) return;
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
      if (overlapsTriangle(mesh, triangle, slab)) found.push(triangle);
    }
  }
  return { triangles: Uint32Array.from(found).sort(), stats: { nodesVisited, trianglesTested } };
}

/** A triangle is apart from a slab exactly if its corners are all above it or all under it. */
function overlapsTriangle({ positions, indices }: TriangleMesh, triangle: number, slab: Slab): boolean {
  let sum = 0;
  for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
    const at = 3 * indices[i];
    const side = sideOfSlab(slab, positions[at], positions[at + 1], positions[at + 2]);
    if (side === 0) return true;
    sum += side;
  }
  return Math.abs(sum) < 3;
}
