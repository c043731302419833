import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { pointBoxDistanceSq } from '../../shape/sphere-box.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import { countWord, linkWord, aabbWords } from '../../tree/kinds/aabb/node-aabb.ts';
import { leafFlag, type Tree } from '../../tree/layout.ts';
import { plainBits, readRun } from '../../tree/leaf-order.ts';
import { childCount, leafCount, leafFirst } from '../../tree/nodes.ts';
import { checkClosestQuery } from './check.ts';
import { closestKernel, reachOf } from './kernel.ts';
import { pushChildren } from './push-children.ts';
import { closestOfTriangle } from './record.ts';
import { volumeDistanceSq } from './volume.ts';
import { type ClosestWorkspace } from './workspace.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { considerClosest } from './consider.ts';
import { settleClosest } from './settle.ts';
import { paddedRadius } from '../sphere/volume.ts';

/**
 * Runs a closest-point query without allocation and returns the closest triangle, `noTriangleIndex` if none is within
 * `maxDistance` (touching counts). Writes distance and closest point to the workspace. The triangle is that of exact arithmetic,
 * of equally close ones the lowest. Distance and position are accurate to 1e-12 of the distance to its farthest vertex, up to the
 * rounding of coordinates; mostly far better.
 *
 * `startAt` is any triangle, for instance the last result (hit cache, catalogue T16). Its distance culls nodes from the root on.
 * It changes only the number of nodes visited.
 *
 * With a filter only the triangles that it accepts exist, and the query does not run in WebAssembly.
 *
 * Visits the nearer child first (Ericson, Real-Time Collision Detection, 2005, 6.3). Hot: bench `closest`.
 * @throws InspectorError `invalid-argument` for a non-finite point, a maximum distance below 0 or NaN, a tree of another mesh, and
 * a workspace made for a shallower tree.
 */
export function closestPointInto(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  maxDistance: number,
  workspace: ClosestWorkspace,
  startAt: number = noTriangleIndex,
  accepts: TriangleFilter = null,
): number {
  const triangle = closestTriangleInto(tree, mesh, point, maxDistance, workspace, startAt, accepts);
  if (triangle !== noTriangleIndex && workspace.distance === Infinity) writePosition(workspace, mesh, triangle, point);
  return triangle;
}

/**
 * As `closestPointInto`, for callers that need no exact distance: where the search does not give it, `workspace.distance` stays infinite and
 * the position is not written. Near the surface the exact one takes most of the time of a query.
 */
export function closestTriangleInto(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  maxDistance: number,
  workspace: ClosestWorkspace,
  startAt: number = noTriangleIndex,
  accepts: TriangleFilter = null,
): number {
  checkClosestQuery(point, maxDistance);
  checkTreeFits(tree, mesh);
  workspace.accepts = accepts;
  workspace.candidates = 0;
  workspace.upper = Infinity;
  workspace.nodesVisited = 0;
  workspace.trianglesTested = 0;
  workspace.distance = Infinity;
  workspace.triangle = noTriangleIndex;
  if (tree.nodeCount === 0) return noTriangleIndex;
  if (startAt >= 0 && startAt < tree.meshTriangles && isFiniteTriangle(mesh, startAt) && (accepts === null || accepts(startAt))) {
    workspace.trianglesTested++;
    considerClosest(workspace, mesh, startAt, point[0], point[1], point[2], reachOf(tree.bounds, point), maxDistance);
  }
  const state =
    tree.loaded === null || accepts !== null ? 'left' : closestKernel(workspace, tree.loaded, mesh, point, maxDistance, tree.bounds);
  if (state === 'decided') return workspace.triangle;
  if (state === 'left') descend(workspace, tree, mesh, point, maxDistance);
  const triangle = settleClosest(workspace, mesh, point, maxDistance);
  workspace.triangle = triangle;
  return triangle;
}

function descend(workspace: ClosestWorkspace, tree: Tree, mesh: TriangleMesh, point: Vec3, maxDistance: number): void {
  checkStackFits(tree, workspace.stack);
  const reach = reachOf(tree.bounds, point);
  if (tree.isReadInPlace) descendBoxes(workspace, tree, mesh, point, reach, maxDistance);
  else descendAny(workspace, tree, mesh, point, reach, maxDistance);
}

function writePosition(workspace: ClosestWorkspace, mesh: TriangleMesh, triangle: number, point: Vec3): void {
  const { positions, indices } = mesh;
  const { closest, position } = workspace;
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  closestPointTriangle(point[0], point[1], point[2], positions, a, b, c, closest);
  if (closest[3] === 1) {
    // Adding 0 makes -0 a 0, as in WebAssembly.
    for (let k = 0; k < 3; k++) position[k] = point[k]! + closest[k] + 0;
    workspace.distance = Math.sqrt(closest[0] * closest[0] + closest[1] * closest[1] + closest[2] * closest[2]);
    return;
  }
  const exact = closestOfTriangle(mesh, triangle, point, closest);
  position.set(exact.point);
  workspace.distance = exact.distance;
}

/** Descends a tree of any kind that has nodes. Hot. */
function descendAny(workspace: ClosestWorkspace, tree: Tree, mesh: TriangleMesh, point: Vec3, reach: number, maxDistance: number): void {
  const { stack, entries, box } = workspace;
  const x = point[0] - tree.origin[0];
  const y = point[1] - tree.origin[1];
  const z = point[2] - tree.origin[2];
  let top = 0;
  workspace.nodesVisited = 1;
  stack[top] = 0;
  entries[top++] = volumeDistanceSq(tree, 0, x, y, z, box);
  while (top > 0) {
    const entry = entries[--top];
    // Not `<=`: where squares overflow, both sides are infinite or NaN, and nothing may be culled.
    if (entry > limitSq(workspace, maxDistance, x, y, z)) continue;
    const node = stack[top];
    if (childCount(tree, node) > 0) top = pushChildren(workspace, tree, node, entry, x, y, z, top);
    else testLeaf(workspace, tree, mesh, node, point, reach, maxDistance);
  }
}

/** Returns the squared distance beyond which nodes are culled. Hot. */
function limitSq({ upper }: ClosestWorkspace, maxDistance: number, x: number, y: number, z: number): number {
  const padded = paddedRadius(Math.min(upper, maxDistance), x, y, z);
  return padded * padded + 1e-290;
}

function testLeaf(
  workspace: ClosestWorkspace,
  tree: Tree,
  mesh: TriangleMesh,
  leaf: number,
  point: Vec3,
  reach: number,
  maxDistance: number,
): void {
  const first = leafFirst(tree, leaf);
  const end = first + leafCount(tree, leaf);
  if (tree.orderBits === plainBits) return testRun(workspace, mesh, tree.leafOrder, first, end, point, reach, maxDistance);
  const { run } = workspace;
  for (let at = first; at < end; at += run.length) testRun(workspace, mesh, run, 0, readRun(tree, at, end, run), point, reach, maxDistance);
}

/** Tests the triangles at positions [first, end) of the leaf order. Hot. */
function testRun(
  workspace: ClosestWorkspace,
  mesh: TriangleMesh,
  order: Uint32Array,
  first: number,
  end: number,
  point: Vec3,
  reach: number,
  maxDistance: number,
): void {
  const { accepts } = workspace;
  workspace.trianglesTested += end - first;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    if (accepts !== null && !accepts(triangle)) {
      workspace.trianglesTested--;
      continue;
    }
    considerClosest(workspace, mesh, triangle, point[0], point[1], point[2], reach, maxDistance);
  }
}

/** `descendAny` specialised for kind `aabb`. Hot. */
function descendBoxes(workspace: ClosestWorkspace, tree: Tree, mesh: TriangleMesh, point: Vec3, reach: number, maxDistance: number): void {
  const { nodesF32, nodesU32, leafOrder, origin } = tree;
  const { stack, entries } = workspace;
  const x = point[0] - origin[0];
  const y = point[1] - origin[1];
  const z = point[2] - origin[2];
  let nodesVisited = 1;
  let top = 0;
  let node = 0;
  let entry = pointBoxDistanceSq(nodesF32, 0, x, y, z);
  let limit = limitSq(workspace, maxDistance, x, y, z);
  for (;;) {
    if (!(entry > limit)) {
      const at = node * aabbWords;
      const word = nodesU32[at + countWord];
      const link = nodesU32[at + linkWord];
      if (word < leafFlag) {
        nodesVisited += 2;
        const left = pointBoxDistanceSq(nodesF32, at + aabbWords, x, y, z);
        const right = pointBoxDistanceSq(nodesF32, link * aabbWords, x, y, z);
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
      testRun(workspace, mesh, leafOrder, link, link + (word - leafFlag), point, reach, maxDistance);
      limit = limitSq(workspace, maxDistance, x, y, z);
    }
    if (top === 0) break;
    entry = entries[--top];
    node = stack[top];
  }
  workspace.nodesVisited = nodesVisited;
}
