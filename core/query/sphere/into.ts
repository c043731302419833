import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { pointBoxDistanceSq } from '../../shape/sphere-box.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import { countWord, linkWord, aabbWords } from '../../tree/kinds/aabb/node-aabb.ts';
import { leafFlag, type Tree } from '../../tree/layout.ts';
import { plainBits, readRun } from '../../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import { checkSphereQuery } from './check.ts';
import { touchesTriangle } from './exact.ts';
import { sphereOverlapKernel } from './kernel.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { paddedRadius, sphereReachesVolume } from './volume.ts';
import type { SphereWorkspace } from './workspace.ts';
import type { Sphere } from './query.ts';

/**
 * Runs a sphere query without allocation, writes the touching triangles to the workspace, unsorted, and returns their number.
 * The set is exact. With mode `any` it stops at the first triangle. Hot: bench `sphere`.
 *
 * `startAt` is any triangle, for instance the last result (hit cache, catalogue T16). With mode `any` no node is visited if the
 * sphere touches it; otherwise it has no effect.
 * @throws InspectorError `invalid-argument` as `checkSphereQuery`, for a tree of another mesh, and for a workspace made for a
 * shallower tree.
 */
export function sphereOverlapInto(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  mode: 'any' | 'all',
  workspace: SphereWorkspace,
  startAt: number = noTriangleIndex,
  accepts: TriangleFilter = null,
): number {
  checkSphereQuery(sphere);
  checkTreeFits(tree, mesh);
  workspace.count = 0;
  workspace.accepts = accepts;
  workspace.nodesVisited = 0;
  workspace.trianglesTested = 0;
  if (tree.nodeCount === 0) return 0;
  if (mode === 'any' && startAt >= 0 && startAt < tree.meshTriangles && isFiniteTriangle(mesh, startAt)) {
    workspace.run[0] = startAt;
    testRun(workspace, mesh, workspace.run, 0, 1, sphere);
    if (workspace.count > 0) return workspace.count;
  }
  if (tree.loaded !== null && accepts === null) {
    const count = sphereOverlapKernel(workspace, tree.loaded, mesh, sphere, mode);
    if (count >= 0) return count;
  }
  checkStackFits(tree, workspace.stack);
  return tree.isReadInPlace ? descendBoxes(workspace, tree, mesh, sphere, mode) : descendAny(workspace, tree, mesh, sphere, mode);
}

/** Descends a tree of any kind that has nodes; returns the number of triangles. Hot. */
function descendAny(workspace: SphereWorkspace, tree: Tree, mesh: TriangleMesh, sphere: Sphere, mode: 'any' | 'all'): number {
  const { stack, box } = workspace;
  const [x, y, z] = [sphere.center[0] - tree.origin[0], sphere.center[1] - tree.origin[1], sphere.center[2] - tree.origin[2]];
  const reach = paddedRadius(sphere.radius, x, y, z);
  let nodesVisited = 1;
  let top = 0;
  if (sphereReachesVolume(tree, 0, x, y, z, reach, box)) stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const children = childCount(tree, node);
    if (children === 0) {
      testLeaf(workspace, tree, mesh, node, sphere);
      if (mode === 'any' && workspace.count > 0) break;
    }
    for (let i = children - 1; i >= 0; i--) {
      const child = childAt(tree, node, i);
      if (hasVolume(tree, child)) {
        nodesVisited++;
        if (!sphereReachesVolume(tree, child, x, y, z, reach, box)) continue;
      }
      stack[top++] = child;
    }
  }
  workspace.nodesVisited = nodesVisited;
  return workspace.count;
}

function testLeaf(workspace: SphereWorkspace, tree: Tree, mesh: TriangleMesh, leaf: number, sphere: Sphere): void {
  const first = leafFirst(tree, leaf);
  const end = first + leafCount(tree, leaf);
  if (tree.orderBits === plainBits) return testRun(workspace, mesh, tree.leafOrder, first, end, sphere);
  const { run } = workspace;
  for (let at = first; at < end; at += run.length) testRun(workspace, mesh, run, 0, readRun(tree, at, end, run), sphere);
}

/** `descendAny` specialised for kind `aabb`. Hot. */
function descendBoxes(workspace: SphereWorkspace, tree: Tree, mesh: TriangleMesh, sphere: Sphere, mode: 'any' | 'all'): number {
  const { nodesF32, nodesU32, leafOrder, origin } = tree;
  const { stack } = workspace;
  const { center, radius } = sphere;
  const x = center[0] - origin[0];
  const y = center[1] - origin[1];
  const z = center[2] - origin[2];
  const reach = paddedRadius(radius, x, y, z);
  const reachSq = reach * reach + 1e-290;
  let nodesVisited = 1;
  let top = 0;
  // Not `<=`: where squares overflow, both sides are infinite and nothing may be culled.
  if (!(pointBoxDistanceSq(nodesF32, 0, x, y, z) > reachSq)) stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const at = node * aabbWords;
    const word = nodesU32[at + countWord];
    const link = nodesU32[at + linkWord];
    if (word < leafFlag) {
      nodesVisited += 2;
      if (!(pointBoxDistanceSq(nodesF32, link * aabbWords, x, y, z) > reachSq)) stack[top++] = link;
      if (!(pointBoxDistanceSq(nodesF32, at + aabbWords, x, y, z) > reachSq)) stack[top++] = node + 1;
    } else {
      testRun(workspace, mesh, leafOrder, link, link + (word - leafFlag), sphere);
      if (mode === 'any' && workspace.count > 0) break;
    }
  }
  workspace.nodesVisited = nodesVisited;
  return workspace.count;
}

/** Tests the triangles at positions [first, end) of the leaf order and keeps those that touch. Hot. */
function testRun(workspace: SphereWorkspace, mesh: TriangleMesh, order: Uint32Array, first: number, end: number, sphere: Sphere): void {
  const { closest, triangles, accepts } = workspace;
  workspace.trianglesTested += end - first;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    if (accepts !== null && !accepts(triangle)) {
      workspace.trianglesTested--;
      continue;
    }
    if (touchesTriangle(mesh, triangle, sphere, closest)) triangles[workspace.count++] = triangle;
  }
}
