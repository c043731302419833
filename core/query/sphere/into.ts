import { InspectorError } from '../../error.ts';
import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { closestPointTriangleExact, isWithin } from '../../shape/closest-point-triangle-exact.ts';
import { pointBoxDistanceSq } from '../../shape/sphere-box.ts';
import { sphereMisses, sphereTriangle, sphereUnsure } from '../../shape/sphere-triangle.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import { countWord, linkWord, nodeWords } from '../../tree/kinds/aabb/node-aabb.ts';
import { leafFlag, type Tree } from '../../tree/layout.ts';
import { plainBits, readRun } from '../../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import {
  answerBoxesWord,
  answerHitsWord,
  answerTrianglesWord,
  hitWords,
  kernelOutOfMemory,
  renewViews,
  type LoadedTree,
  type TouchJudge,
} from '../../tree/kinds/wide/loaded-tree.ts';
import { checkSphere } from './check.ts';
import { noTriangle } from '../closest/workspace.ts';
import { paddedRadius, sphereReachesVolume } from './volume.ts';
import type { SphereWorkspace } from './workspace.ts';
import type { Sphere } from './sphere.ts';

/**
 * Q3 without allocation, as far as plain f64 decides: leaves the touching triangles in the workspace, in no particular
 * order, and gives their number. The set is exact. With `mode` any it stops at the first. Hot: bench `sphere`.
 *
 * `startAt` is any triangle, for instance the last answer (T16, the hit cache of GD-AABB): with `mode` any no box is visited where
 * the sphere touches it. Otherwise it is of no account.
 * @throws InspectorError `invalid-argument` as `checkSphere`, for a tree of another mesh, and a workspace made for a tree
 * less deep.
 */
export function sphereOverlapInto(
  workspace: SphereWorkspace,
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  mode: 'any' | 'all',
  startAt: number = noTriangle,
): number {
  checkSphere(sphere);
  checkTreeFits(tree, mesh);
  workspace.count = 0;
  workspace.nodesVisited = 0;
  workspace.trianglesTested = 0;
  if (tree.nodeCount === 0) return 0;
  if (mode === 'any' && startAt >= 0 && startAt < tree.meshTriangles && isFiniteTriangle(mesh, startAt)) {
    workspace.run[0] = startAt;
    testRun(workspace, mesh, workspace.run, 0, 1, sphere);
    if (workspace.count > 0) return workspace.count;
  }
  if (tree.loaded !== null) {
    const count = sphereOverlapKernel(workspace, tree.loaded, mesh, sphere, mode);
    if (count >= 0) return count;
  }
  checkStackFits(tree, workspace.stack);
  return tree.isReadInPlace ? descendBoxes(workspace, tree, mesh, sphere, mode) : descendAny(workspace, tree, mesh, sphere, mode);
}

/** For a tree of any kind that has nodes. Hot. */
function descendAny(workspace: SphereWorkspace, tree: Tree, mesh: TriangleMesh, sphere: Sphere, mode: 'any' | 'all'): number {
  const { stack, box } = workspace;
  const [x, y, z] = [sphere.center[0] - tree.origin[0], sphere.center[1] - tree.origin[1], sphere.center[2] - tree.origin[2]];
  const reach = paddedRadius(sphere.radius, x, y, z);
  let volumesTested = 1;
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
        volumesTested++;
        if (!sphereReachesVolume(tree, child, x, y, z, reach, box)) continue;
      }
      stack[top++] = child;
    }
  }
  workspace.nodesVisited = volumesTested;
  return workspace.count;
}

function testLeaf(workspace: SphereWorkspace, tree: Tree, mesh: TriangleMesh, leaf: number, sphere: Sphere): void {
  const first = leafFirst(tree, leaf);
  const end = first + leafCount(tree, leaf);
  if (tree.orderBits === plainBits) return testRun(workspace, mesh, tree.leafOrder, first, end, sphere);
  const { run } = workspace;
  for (let at = first; at < end; at += run.length) testRun(workspace, mesh, run, 0, readRun(tree, at, end, run), sphere);
}

/** `descendAny` written out for kind `aabb`. Hot. */
function descendBoxes(workspace: SphereWorkspace, tree: Tree, mesh: TriangleMesh, sphere: Sphere, mode: 'any' | 'all'): number {
  const { nodesF32, nodesU32, leafOrder, origin } = tree;
  const { stack } = workspace;
  const { center, radius } = sphere;
  const x = center[0] - origin[0];
  const y = center[1] - origin[1];
  const z = center[2] - origin[2];
  const reach = paddedRadius(radius, x, y, z);
  const reachSq = reach * reach + 1e-290;
  let boxesTested = 1;
  let top = 0;
  // Never `<=`: where squares overflow, both sides are infinite and nothing may be culled.
  if (!(pointBoxDistanceSq(nodesF32, 0, x, y, z) > reachSq)) stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const at = node * nodeWords;
    const word = nodesU32[at + countWord];
    const link = nodesU32[at + linkWord];
    if (word < leafFlag) {
      boxesTested += 2;
      if (!(pointBoxDistanceSq(nodesF32, link * nodeWords, x, y, z) > reachSq)) stack[top++] = link;
      if (!(pointBoxDistanceSq(nodesF32, at + nodeWords, x, y, z) > reachSq)) stack[top++] = node + 1;
    } else {
      testRun(workspace, mesh, leafOrder, link, link + (word - leafFlag), sphere);
      if (mode === 'any' && workspace.count > 0) break;
    }
  }
  workspace.nodesVisited = boxesTested;
  return workspace.count;
}

/** Keeps those that touch among the triangles at positions [first, end) of the leaf order. Hot. */
function testRun(workspace: SphereWorkspace, mesh: TriangleMesh, order: Uint32Array, first: number, end: number, sphere: Sphere): void {
  const { closest, triangles } = workspace;
  workspace.trianglesTested += end - first;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    if (touchesTriangle(mesh, triangle, sphere, closest)) triangles[workspace.count++] = triangle;
  }
}

/** Exact. `closest` (4) is scratch. Hot. */
function touchesTriangle(mesh: TriangleMesh, triangle: number, sphere: Sphere, closest: Float64Array): boolean {
  const { positions, indices } = mesh;
  const { center, radius } = sphere;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const answer = sphereTriangle(center[0], center[1], center[2], radius, positions, a, b, c, closest);
  return answer !== sphereMisses && (answer !== sphereUnsure || touchesExactly(mesh, triangle, sphere));
}

function touchesExactly(mesh: TriangleMesh, triangle: number, { center, radius }: Sphere): boolean {
  const [a, b, c] = triangleVertices(mesh, triangle);
  return isWithin(closestPointTriangleExact(center, a, b, c), radius);
}

/**
 * The same by WebAssembly, which rules out and in by f32 with bounds on every rounding, and asks back about what is left. -1, and
 * nothing done, for spheres that are too large or too far away for f32. Hot.
 * @throws InspectorError `too-large` for more touches than memory.
 */
function sphereOverlapKernel(
  workspace: SphereWorkspace,
  loaded: LoadedTree,
  mesh: TriangleMesh,
  sphere: Sphere,
  mode: 'any' | 'all',
): number {
  const { center, radius } = sphere;
  const { triangles } = workspace;
  workspace.asked = sphere;
  workspace.mesh = mesh;
  loaded.touchJudge = workspace.judge ??= createJudge(workspace);
  const count = loaded.kernel.touchSphere(center[0], center[1], center[2], radius, mode === 'any' ? 1 : 0);
  if (count < 0) return count === kernelOutOfMemory ? tooManyTouches() : count;
  renewViews(loaded);
  const { u32, answerU32 } = loaded;
  workspace.nodesVisited = u32[answerU32 + answerBoxesWord];
  workspace.trianglesTested = u32[answerU32 + answerTrianglesWord];
  workspace.count = count;
  const hits = u32[answerU32 + answerHitsWord] / 4;
  for (let i = 0; i < count; i++) triangles[i] = u32[hits + hitWords * i];
  return count;
}

function createJudge(workspace: SphereWorkspace): TouchJudge {
  return (triangle) => touchesTriangle(workspace.mesh!, triangle, workspace.asked!, workspace.closest);
}

function tooManyTouches(): never {
  throw new InspectorError({
    code: 'too-large',
    message: 'There is not enough memory for all the triangles that this sphere touches',
    fix: 'Make the sphere smaller',
    location: {},
  });
}
