import { normalizeInto } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { sameCorners, triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { rayMisses, rayTriangle, rayUnsure } from '../../shape/ray-triangle.ts';
import { rayTriangleExact, type ExactRayHit } from '../../shape/ray-triangle-exact.ts';
import type { Tree } from '../../tree/layout.ts';
import { plainBits, readRun } from '../../tree/leaf-order.ts';
import { leafCount, leafFirst } from '../../tree/nodes.ts';
import type { RayWorkspace } from './workspace.ts';

/** A limit that ends the search: no box is entered before 0. */
const nothingMore = -1;

/** `testRun` on the triangles of a leaf of any tree. Hot. */
export function testLeaf(
  workspace: RayWorkspace,
  tree: Tree,
  mesh: TriangleMesh,
  leaf: number,
  options: RayOptions,
  limit: number,
): number {
  const first = leafFirst(tree, leaf);
  const end = first + leafCount(tree, leaf);
  if (tree.orderBits === plainBits) return testRun(workspace, mesh, tree.leafOrder, first, end, options, limit);
  let newLimit = limit;
  for (let at = first; at < end; at += workspace.run.length) {
    newLimit = testRun(workspace, mesh, workspace.run, 0, readRun(tree, at, end, workspace.run), options, newLimit);
  }
  return newLimit;
}

/**
 * Tests the triangles at positions [first, end) of the leaf order and keeps the hits that the mode asks for. Gives the
 * new limit: hits beyond it are not wanted. Hot.
 *
 * Plain f64 comes with a bound on its error. Only where that leaves a question open (on an edge, at the origin or the far
 * end, between two hits that are nearly equal) the exact test is asked, so it costs nothing on most rays.
 */
export function testRun(
  workspace: RayWorkspace,
  mesh: TriangleMesh,
  order: Uint32Array,
  first: number,
  end: number,
  options: RayOptions,
  limit: number,
): number {
  const { positions, indices } = mesh;
  const { ray, tested } = workspace;
  const { mode, cull } = options;
  let newLimit = limit;
  workspace.trianglesTested += end - first;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    const corner = 3 * triangle;
    const answer = rayTriangle(ray, positions, 3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2], cull, tested);
    if (answer === rayMisses) continue;
    let distance = tested[0];
    let error = tested[1];
    if (answer === rayUnsure || distance + error > ray.far) {
      const hit = exactHit(workspace, mesh, triangle, cull);
      if (hit === null) continue;
      distance = hit.distance;
      error = 0;
    }
    if (distance - error > newLimit) continue;
    if (mode === 'first') {
      keepNearer(workspace, mesh, triangle, distance, error, cull);
      newLimit = workspace.hitDistances[0]! + workspace.hitError;
    } else {
      workspace.hitTriangles[workspace.hitCount] = triangle;
      workspace.hitDistances[workspace.hitCount++] = distance;
      if (mode === 'any') return nothingMore;
    }
  }
  return newLimit;
}

/**
 * Replaces the best hit by another one if that is less in (distance, triangle), the distances being the f64 nearest to
 * the true ones. An `error` of 0 marks such a distance. Bounds on errors are generous enough to cover its half unit.
 */
export function keepNearer(
  workspace: RayWorkspace,
  mesh: TriangleMesh,
  triangle: number,
  distance: number,
  error: number,
  cull: boolean,
): void {
  const { hitTriangles, hitDistances } = workspace;
  let newDistance = distance;
  let newError = error;
  if (workspace.hitCount > 0 && !(distance < hitDistances[0]! - error - workspace.hitError)) {
    if (distance > hitDistances[0]! + error + workspace.hitError) return;
    // A copy of the best hit is as far away, and needs no exact arithmetic.
    if (sameCorners(mesh, triangle, hitTriangles[0]!)) {
      hitTriangles[0] = Math.min(triangle, hitTriangles[0]!);
      return;
    }
    if (workspace.hitError > 0) {
      hitDistances[0] = exactHit(workspace, mesh, hitTriangles[0]!, cull)!.distance;
      workspace.hitError = 0;
    }
    if (error > 0) {
      newDistance = exactHit(workspace, mesh, triangle, cull)!.distance;
      newError = 0;
    }
    const isLess = newDistance < hitDistances[0]! || (newDistance === hitDistances[0]! && triangle < hitTriangles[0]!);
    if (!isLess) return;
  }
  workspace.hitCount = 1;
  hitTriangles[0] = triangle;
  hitDistances[0] = newDistance;
  workspace.hitError = newError;
}

/**
 * The exact test of the ray that the workspace is set up for. Copies of one triangle are decided once: exact arithmetic
 * would take minutes to say the same of a million of them.
 */
export function exactHit(workspace: RayWorkspace, mesh: TriangleMesh, triangle: number, cull: boolean): ExactRayHit | null {
  const { lastExact } = workspace;
  if (lastExact !== null && sameCorners(mesh, triangle, lastExact.triangle)) return lastExact.hit;
  setupAsked(workspace);
  const { origin, direction, far } = workspace.ray;
  const [a, b, c] = triangleVertices(mesh, triangle);
  const hit = rayTriangleExact([origin[0], origin[1], origin[2]], [direction[0], direction[1], direction[2]], far, cull, a, b, c);
  workspace.lastExact = { triangle, hit };
  return hit;
}

/** The kernel computes with a setup of its own, so that of the workspace is filled in only where exact arithmetic asks for it. */
function setupAsked(workspace: RayWorkspace): void {
  const { asked, ray } = workspace;
  if (asked === null) return;
  workspace.asked = null;
  const { origin, direction, far } = asked;
  for (let k = 0; k < 3; k++) ray.origin[k] = origin[k]!;
  normalizeInto(direction[0], direction[1], direction[2], ray.direction);
  ray.far = far;
}
