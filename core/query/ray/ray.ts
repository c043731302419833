import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import { rayOptions, type RayOptions } from '../../options/ray-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { raycastInto } from './into.ts';
import { numbersOfHit } from './leaf.ts';
import type { Ray, RayResult } from './query.ts';
import { compareHits, rayHit, type RayHit } from './record.ts';
import { createRayWorkspace, type RayWorkspace } from './workspace.ts';

export type { Ray, RayResult, RayStats } from './query.ts';
export type { RayHit } from './record.ts';

/**
 * Returns the triangles that a ray hits (catalogue Q1). Options that are left out have their defaults.
 *
 * Hits and numbers are those of exact arithmetic on the f64 vertices, the origin and the normalised direction. Distances and
 * barycentric weights are the nearest f64 values, so any other correct method returns the same bits. All limits are closed:
 * edges, vertices, the origin and the max distance count, so no ray passes through a closed mesh. A ray in the plane of a
 * triangle misses it. Triangles without area and hits beyond the largest f64 are missed too.
 *
 * Pass a workspace that was made for this tree to save its allocation, and a filter to consider some of the triangles only.
 * @throws InspectorError `invalid-argument` for a zero or non-finite direction, a non-finite origin, a max distance below 0 or NaN,
 * a tree of another mesh, and unknown options.
 */
export function raycast(
  tree: Tree,
  mesh: TriangleMesh,
  ray: Ray,
  options: Partial<RayOptions> = {},
  workspace: RayWorkspace = createRayWorkspace(tree),
  accepts: TriangleFilter = null,
): RayResult {
  const checked = checkValues(rayOptions, options);
  const count = raycastInto(tree, mesh, ray, checked, workspace, noTriangleIndex, accepts);
  const hits: RayHit[] = [];
  for (let i = 0; i < count; i++) hits.push(recordOf(mesh, workspace, i, checked));
  return resultOf(hits, workspace);
}

/** Hits that need exact arithmetic take tens of microseconds each. */
const hitsPerStep = 256;

/** Runs `raycast` in short steps, for callers that must stay responsive while a ray has very many hits. Until the last step, nothing else may use the workspace. */
export function* raycastSteps(
  tree: Tree,
  mesh: TriangleMesh,
  ray: Ray,
  options: Partial<RayOptions> = {},
  workspace: RayWorkspace = createRayWorkspace(tree),
  accepts: TriangleFilter = null,
): Generator<void, RayResult, void> {
  const checked = checkValues(rayOptions, options);
  const count = raycastInto(tree, mesh, ray, checked, workspace, noTriangleIndex, accepts);
  const hits: RayHit[] = [];
  while (hits.length < count) {
    hits.push(recordOf(mesh, workspace, hits.length, checked));
    if (hits.length % hitsPerStep === 0) yield;
  }
  return resultOf(hits, workspace);
}

function recordOf(mesh: TriangleMesh, workspace: RayWorkspace, i: number, { cull }: RayOptions): RayHit {
  const triangle = workspace.hitTriangles[i]!;
  const { distance, barycentric } = numbersOfHit(workspace, mesh, triangle, cull);
  return rayHit(mesh, triangle, distance, barycentric);
}

function resultOf(hits: RayHit[], { nodesVisited, trianglesTested }: RayWorkspace): RayResult {
  if (hits.length > 1) hits.sort(compareHits);
  return { hits, stats: { nodesVisited, trianglesTested } };
}
