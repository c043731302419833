import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { pointBoxDistanceSq } from '../../shape/sphere-box.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import { countWord, linkWord, nodeWords } from '../../tree/kinds/aabb/node-aabb.ts';
import { leafFlag, type Tree } from '../../tree/layout.ts';
import { plainBits, readRun } from '../../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import { checkPoint } from './check.ts';
import { closestKernel, reachOf } from './kernel.ts';
import { closestOfTriangle } from './record.ts';
import { volumeDistanceSq } from './volume.ts';
import { noTriangle, type ClosestWorkspace } from './workspace.ts';
import { considerClosest } from './consider.ts';
import { settleClosest } from './settle.ts';
import { paddedRadius } from '../sphere/volume.ts';

/**
 * Q5 without allocation, as far as plain f64 decides: gives the triangle closest to a point, `noTriangle` where none is within
 * `within` (touching counts), and leaves its distance and closest point in the workspace. The triangle is that of exact
 * arithmetic, of equally close ones the lowest; distance and position are right to 1e-12 of the distance to its farthest vertex,
 * but for the rounding of coordinates, mostly far better.
 *
 * `startAt` is any triangle, for instance the last answer (T16, the hit cache of GD-AABB): its distance culls from the first
 * box on. It changes nothing but how many boxes are visited.
 *
 * Descends into the nearer child first (Ericson, Real-Time Collision Detection, 2005, 6.3). Hot: bench `closest`.
 * @throws InspectorError `invalid-argument` for a point that is not finite, `within` below 0 or NaN, a tree of another mesh, and
 * a workspace made for a tree less deep.
 */
export function closestPointInto(
  workspace: ClosestWorkspace,
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  within: number,
  startAt: number = noTriangle,
): number {
  checkPoint(point, within);
  checkTreeFits(tree, mesh);
  workspace.candidates = 0;
  workspace.upper = Infinity;
  workspace.nodesVisited = 0;
  workspace.trianglesTested = 0;
  workspace.distance = Infinity;
  workspace.triangle = noTriangle;
  if (tree.nodeCount === 0) return noTriangle;
  if (startAt >= 0 && startAt < tree.meshTriangles && isFiniteTriangle(mesh, startAt)) {
    workspace.trianglesTested++;
    considerClosest(workspace, mesh, startAt, point[0], point[1], point[2], reachOf(tree.bounds, point), within);
  }
  const answered = tree.loaded === null ? 'left' : closestKernel(workspace, tree.loaded, mesh, point, within, tree.bounds);
  if (answered === 'decided') return workspace.triangle;
  if (answered === 'left') descend(workspace, tree, mesh, point, within);
  const triangle = settleClosest(workspace, mesh, point, within);
  workspace.triangle = triangle;
  if (triangle !== noTriangle) writePosition(workspace, mesh, triangle, point);
  return triangle;
}

function descend(workspace: ClosestWorkspace, tree: Tree, mesh: TriangleMesh, point: Vec3, within: number): void {
  checkStackFits(tree, workspace.stack);
  const reach = reachOf(tree.bounds, point);
  if (tree.isReadInPlace) descendBoxes(workspace, tree, mesh, point, reach, within);
  else descendAny(workspace, tree, mesh, point, reach, within);
}

function writePosition(workspace: ClosestWorkspace, mesh: TriangleMesh, triangle: number, point: Vec3): void {
  const { positions, indices } = mesh;
  const { closest, position } = workspace;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  closestPointTriangle(point[0], point[1], point[2], positions, a, b, c, closest);
  if (closest[3] === 1) {
    // Zeros are positive: WebAssembly does not know the sign of those of the mesh.
    for (let k = 0; k < 3; k++) position[k] = point[k]! + closest[k] + 0;
    workspace.distance = Math.sqrt(closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2]);
    return;
  }
  const exact = closestOfTriangle(mesh, triangle, point, closest);
  position.set(exact.point);
  workspace.distance = exact.distance;
}

/** For a tree of any kind that has nodes. Hot. */
function descendAny(workspace: ClosestWorkspace, tree: Tree, mesh: TriangleMesh, point: Vec3, reach: number, within: number): void {
  const { stack, entries, box } = workspace;
  const x = point[0] - tree.origin[0];
  const y = point[1] - tree.origin[1];
  const z = point[2] - tree.origin[2];
  let volumesTested = 1;
  let top = 0;
  stack[top] = 0;
  entries[top++] = volumeDistanceSq(tree, 0, x, y, z, box);
  while (top > 0) {
    const entry = entries[--top];
    // Never `<=`: where squares overflow, both sides are infinite or no number, and nothing may be culled.
    if (entry > limitSq(workspace, within, x, y, z)) continue;
    const node = stack[top];
    const children = childCount(tree, node);
    if (children === 0) {
      testLeaf(workspace, tree, mesh, node, point, reach, within);
      continue;
    }
    const from = top;
    for (let i = children - 1; i >= 0; i--) {
      const child = childAt(tree, node, i);
      const has = hasVolume(tree, child);
      if (has) volumesTested++;
      const itsEntry = has ? volumeDistanceSq(tree, child, x, y, z, box) : entry;
      // The nearest on top: among eight children at most, by insertion.
      let at = top++;
      for (; at > from && entries[at - 1] < itsEntry; at--) {
        entries[at] = entries[at - 1];
        stack[at] = stack[at - 1];
      }
      entries[at] = itsEntry;
      stack[at] = child;
    }
  }
  workspace.nodesVisited = volumesTested;
}

/** Squared distances beyond it are farther than what is wanted. Hot. */
function limitSq({ upper }: ClosestWorkspace, within: number, x: number, y: number, z: number): number {
  const padded = paddedRadius(Math.min(upper, within), x, y, z);
  return padded * padded + 1e-290;
}

function testLeaf(
  workspace: ClosestWorkspace,
  tree: Tree,
  mesh: TriangleMesh,
  leaf: number,
  point: Vec3,
  reach: number,
  within: number,
): void {
  const first = leafFirst(tree, leaf);
  const end = first + leafCount(tree, leaf);
  if (tree.orderBits === plainBits) return testRun(workspace, mesh, tree.leafOrder, first, end, point, reach, within);
  const { run } = workspace;
  for (let at = first; at < end; at += run.length) testRun(workspace, mesh, run, 0, readRun(tree, at, end, run), point, reach, within);
}

/** Considers the triangles at positions [first, end) of the leaf order. Hot. */
function testRun(
  workspace: ClosestWorkspace,
  mesh: TriangleMesh,
  order: Uint32Array,
  first: number,
  end: number,
  point: Vec3,
  reach: number,
  within: number,
): void {
  workspace.trianglesTested += end - first;
  for (let i = first; i < end; i++) considerClosest(workspace, mesh, order[i], point[0], point[1], point[2], reach, within);
}

/** `descendAny` written out for kind `aabb`. Hot. */
function descendBoxes(workspace: ClosestWorkspace, tree: Tree, mesh: TriangleMesh, point: Vec3, reach: number, within: number): void {
  const { nodesF32, nodesU32, leafOrder, origin } = tree;
  const { stack, entries } = workspace;
  const x = point[0] - origin[0];
  const y = point[1] - origin[1];
  const z = point[2] - origin[2];
  let boxesTested = 1;
  let top = 0;
  let node = 0;
  let entry = pointBoxDistanceSq(nodesF32, 0, x, y, z);
  let limit = limitSq(workspace, within, x, y, z);
  for (;;) {
    if (!(entry > limit)) {
      const at = node * nodeWords;
      const word = nodesU32[at + countWord];
      const link = nodesU32[at + linkWord];
      if (word < leafFlag) {
        boxesTested += 2;
        const left = pointBoxDistanceSq(nodesF32, at + nodeWords, x, y, z);
        const right = pointBoxDistanceSq(nodesF32, link * nodeWords, x, y, z);
        const isLeftFirst = left <= right;
        const later = isLeftFirst ? right : left;
        if (!(later > limit)) {
          stack[top] = isLeftFirst ? link : node + 1;
          entries[top++] = later;
        }
        node = isLeftFirst ? node + 1 : link;
        entry = isLeftFirst ? left : right;
        continue;
      }
      testRun(workspace, mesh, leafOrder, link, link + (word - leafFlag), point, reach, within);
      limit = limitSq(workspace, within, x, y, z);
    }
    if (top === 0) break;
    entry = entries[--top];
    node = stack[top];
  }
  workspace.nodesVisited = boxesTested;
}
