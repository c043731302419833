import { normalizeInto, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { sameCorners, triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { roundedRayDistance } from '../../shape/ray-distance-rounded.ts';
import { rayMisses, rayTriangle, rayUnsure } from '../../shape/ray-triangle.ts';
import { rayTriangleExact, type ExactRayHit } from '../../shape/ray-triangle-exact.ts';
import { roundedRayWeights } from '../../shape/ray-weights-rounded.ts';
import type { Tree } from '../../tree/layout.ts';
import { plainBits, readRun } from '../../tree/leaf-order.ts';
import { leafCount, leafFirst } from '../../tree/nodes.ts';
import type { RayWorkspace } from './workspace.ts';

/** A limit that ends the search: no node is entered before 0. */
const stopLimit = -1;

/** Runs `testRun` on the triangles of a leaf of any tree; returns the new limit. Hot. */
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
 * Tests the triangles at positions [first, end) of the leaf order and keeps the hits that the mode wants. Returns the new
 * limit: hits beyond it are not wanted. Hot.
 *
 * The plain f64 test has an error bound. The exact test runs only where that bound does not decide: on an edge, at the origin
 * or the far end, and between two nearly equal hits. Most rays never need it.
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
  const { ray, tested, accepts } = workspace;
  const { mode, cull } = options;
  let newLimit = limit;
  workspace.trianglesTested += end - first;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    const corner = 3 * triangle;
    const result = rayTriangle(ray, positions, 3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2], cull, tested);
    if (result === rayMisses || (accepts !== null && !accepts(triangle))) continue;
    let distance = tested[0];
    let error = tested[1];
    if (result === rayUnsure || distance + error > ray.far) {
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
      if (mode === 'any') return stopLimit;
    }
  }
  return newLimit;
}

/**
 * Replaces the best hit by another hit if that one is smaller in (distance, triangle). Distances compare as the f64 nearest to
 * the true values; an `error` of 0 marks such a distance. Error bounds are large enough to include its last half unit.
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
    // A copy of the best triangle has the same distance: no exact arithmetic is needed.
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
    const isNearer = newDistance < hitDistances[0]! || (newDistance === hitDistances[0]! && triangle < hitTriangles[0]!);
    if (!isNearer) return;
  }
  workspace.hitCount = 1;
  hitTriangles[0] = triangle;
  hitDistances[0] = newDistance;
  workspace.hitError = newError;
}

/**
 * Returns the exact hit of the workspace's ray on a triangle; `null` for a miss. The last result is kept for copies of the same
 * triangle: for a million copies exact arithmetic would take minutes.
 */
export function exactHit(workspace: RayWorkspace, mesh: TriangleMesh, triangle: number, cull: boolean): ExactRayHit | null {
  const { lastExact } = workspace;
  if (lastExact !== null && sameCorners(mesh, triangle, lastExact.triangle)) return lastExact.hit;
  setupPendingRay(workspace);
  const { origin, direction, far } = workspace.ray;
  const [a, b, c] = triangleVertices(mesh, triangle);
  const hit = rayTriangleExact([origin[0], origin[1], origin[2]], [direction[0], direction[1], direction[2]], far, cull, a, b, c);
  workspace.lastExact = { triangle, hit };
  return hit;
}

/** As `exactHit`, for a triangle that the ray hits. Double-double arithmetic takes a twentieth of the time, and decides all but ties and edges. */
export function numbersOfHit(workspace: RayWorkspace, mesh: TriangleMesh, triangle: number, cull: boolean): ExactRayHit {
  const { lastExact, scratch, ray } = workspace;
  if (lastExact !== null && sameCorners(mesh, triangle, lastExact.triangle)) return lastExact.hit!;
  setupPendingRay(workspace);
  const { positions, indices } = mesh;
  const [x, y, z] = ray.origin as unknown as Vec3; // three of three
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const distance = roundedRayDistance(scratch, x, y, z, ray.direction, positions, a, b, c);
  const barycentric = Number.isNaN(distance) ? null : roundedRayWeights(scratch, x, y, z, ray.direction, positions, a, b, c);
  // The query has hit this triangle, so the exact test hits it too.
  if (barycentric === null) return exactHit(workspace, mesh, triangle, cull)!;
  const hit = { distance, barycentric };
  workspace.lastExact = { triangle, hit };
  return hit;
}

/** Sets up the ray of a kernel query. The kernel has its own setup, so the workspace needs one only for exact arithmetic. */
function setupPendingRay(workspace: RayWorkspace): void {
  const { query: pending, ray } = workspace;
  if (pending === null) return;
  workspace.query = null;
  const { origin, direction, far } = pending;
  for (let k = 0; k < 3; k++) ray.origin[k] = origin[k]!;
  normalizeInto(direction[0], direction[1], direction[2], ray.direction);
  ray.far = far;
}
