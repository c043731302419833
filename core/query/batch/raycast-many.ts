import { invalidArgument } from '../../error.ts';
import { anyHitMode, batchLeftToHost, firstHitMode, renewViews, unsigned } from '../../kernel/index.ts';
import { normalizeInto, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import type { FilterOptions } from '../../options/filter-options.ts';
import { rayOptions, type RayOptions } from '../../options/ray-options.ts';
import { type RayDistanceScratch, roundedRayDistance } from '../../shape/ray-distance-rounded.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { checkRayQuery } from '../ray/check.ts';
import { raycastInto } from '../ray/into.ts';
import { createBatchJudge } from '../ray/kernel.ts';
import { exactHit } from '../ray/leaf.ts';
import type { Ray } from '../ray/query.ts';
import { createRayWorkspace, type RayWorkspace } from '../ray/workspace.ts';
import { atQuery, checkLength, part, pointCount, type Numbers } from './check.ts';
import { raysOf } from './loaded-batch.ts';
import { manyFilters } from './many-filters.ts';
import type { RaysResult } from './result.ts';

/** Rays of a batch. */
export interface Rays {
  /** (3·N) */
  readonly origins: Numbers;
  /** (3·N) of any length except 0. */
  readonly directions: Numbers;
  /** (N) in mesh units; infinite by default. */
  readonly maxDistances?: Numbers;
}

/**
 * Returns the first or any hit of many rays: triangles and distances, bit for bit those of `raycast`. With mode `any` the hit may be another one
 * than that of `raycast`. Where the tree is loaded, a call into WebAssembly casts thousands of rays. A filter leaves out parts, and sides as each ray
 * sees them; then no WebAssembly runs.
 * @throws InspectorError `invalid-argument` as `raycast`, with the number of the ray; for arrays of other lengths, and mode `all`.
 */
export function raycastMany(
  tree: Tree,
  mesh: TriangleMesh,
  rays: Rays,
  options: Partial<RayOptions> = {},
  filter: Partial<FilterOptions> = {},
  workspace: RayWorkspace = createRayWorkspace(tree),
): RaysResult {
  const checked = checkValues(rayOptions, options);
  checkTreeFits(tree, mesh);
  const count = rayCount(rays, checked);
  const triangles = new Int32Array(count);
  const distances = new Float64Array(count);
  const filters = manyFilters(mesh, filter);
  const batch: Batch = {
    tree,
    mesh,
    rays,
    options: checked,
    filters,
    workspace,
    scratch: workspace.scratch,
    direction: new Float64Array(3),
    triangles,
    distances,
  };
  if (tree.loaded === null || filters !== null) for (let i = 0; i < count; i++) castAlone(batch, i);
  else for (let from = 0; from < count; ) from = castLoaded(batch, tree.loaded, from, count);
  return { triangles, distances };
}

/** Returns the number of rays. @throws InspectorError as `raycastMany`. */
export function checkRays(rays: Rays, options: Partial<RayOptions>): number {
  const count = rayCount(rays, options);
  for (let i = 0; i < count; i++) checkRay(rays, i);
  return count;
}

/** As `checkRays`, without their values. */
function rayCount(rays: Rays, options: Partial<RayOptions>): number {
  if (checkValues(rayOptions, options).mode === 'all')
    throw invalidArgument('Many rays have no mode "all"', 'Use the mode "first" or "any", or cast one ray at a time');
  const count = pointCount('origins', rays.origins);
  checkLength('directions', rays.directions, 3 * count);
  if (rays.maxDistances !== undefined) checkLength('maxDistances', rays.maxDistances, count);
  return count;
}

interface Batch {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly rays: Rays;
  readonly options: RayOptions;
  readonly filters: ReturnType<typeof manyFilters>;
  readonly workspace: RayWorkspace;
  readonly scratch: RayDistanceScratch;
  /** (3) */
  readonly direction: Float64Array;
  readonly triangles: Int32Array;
  readonly distances: Float64Array;
}

function rayAt({ origins, directions, maxDistances }: Rays, i: number): Ray {
  return {
    origin: vectorAt(origins, i),
    direction: vectorAt(directions, i),
    far: maxDistances === undefined ? Infinity : maxDistances[i]!,
  };
}

function vectorAt(numbers: Numbers, i: number): Vec3 {
  return [numbers[3 * i]!, numbers[3 * i + 1]!, numbers[3 * i + 2]!];
}

function checkRay(rays: Rays, i: number): void {
  const { origins, directions, maxDistances } = rays;
  const at = 3 * i;
  const x = directions[at]!;
  const y = directions[at + 1]!;
  const z = directions[at + 2]!;
  const sum = origins[at]! + origins[at + 1]! + origins[at + 2]! + x + y + z;
  // Nearly all rays are finite: the full check names what is wrong with the others.
  if (sum - sum === 0 && (x !== 0 || y !== 0 || z !== 0) && (maxDistances === undefined || maxDistances[i]! >= 0)) return;
  try {
    checkRayQuery(rayAt(rays, i));
  } catch (error) {
    atQuery('Ray', i, error);
  }
}

/** @throws InspectorError `invalid-argument` for an invalid ray. */
function castAlone(batch: Batch, i: number): void {
  const { tree, mesh, rays, options, filters, workspace, triangles, distances } = batch;
  checkRay(rays, i);
  triangles[i] = noTriangleIndex;
  distances[i] = Infinity;
  const ray = rayAt(rays, i);
  const accepts = filters === null ? null : filters({ direction: ray.direction });
  if (raycastInto(tree, mesh, ray, options, workspace, noTriangleIndex, accepts) > 0) triangles[i] = workspace.hitTriangles[0]!;
  writeDistance(batch, i);
}

/** Casts rays [from, count) in WebAssembly, as many as there is room for, and returns the first one that is left. */
function castLoaded(batch: Batch, loaded: LoadedTree, from: number, count: number): number {
  const { tree, rays, mesh, options, workspace, triangles, distances } = batch;
  const { origins, directions, maxDistances } = rays;
  const { kernel } = loaded;
  const lists = raysOf(loaded, tree, count - from);
  const end = Math.min(count, from + lists.room);
  const { f64 } = loaded;
  f64.set(part(origins, 3 * from, 3 * end), lists.origins);
  f64.set(part(directions, 3 * from, 3 * end), lists.directions);
  if (maxDistances === undefined) f64.fill(Infinity, lists.limits, lists.limits + end - from);
  else f64.set(part(maxDistances, from, end), lists.limits);
  loaded.judge = createBatchJudge(
    workspace,
    mesh,
    options.cull,
    () => unsigned(kernel.batchAt),
    (number) => rayAt(rays, from + number),
  );
  const left = kernel.castRays(end - from, options.mode === 'any' ? anyHitMode : firstHitMode, options.cull ? 1 : 0);
  renewViews(loaded);
  // A ray without a hit has `noTriangleIndex` and an infinite distance in the kernel too.
  triangles.set(new Int32Array(loaded.u32.buffer, lists.triangles, end - from), from);
  distances.set(loaded.f64.subarray(lists.distances, lists.distances + end - from), from);
  if (left > 0) finishBatch(batch, from, end);
  return end;
}

/** Casts and measures the rays of [from, end) that the kernel left: invalid ones are among them. */
function finishBatch(batch: Batch, from: number, end: number): void {
  const { triangles, distances } = batch;
  for (let i = from; i < end; i++) {
    if (triangles[i] === batchLeftToHost) castAlone(batch, i);
    else if (Number.isNaN(distances[i])) writeDistance(batch, i);
  }
}

/** Writes the exact distance of a hit, rounded. */
function writeDistance({ mesh, rays, options, workspace, scratch, direction, triangles, distances }: Batch, i: number): void {
  const triangle = triangles[i]!;
  if (triangle === noTriangleIndex) return;
  const { origins, directions } = rays;
  const { positions, indices } = mesh;
  const at = 3 * i;
  normalizeInto(directions[at]!, directions[at + 1]!, directions[at + 2]!, direction);
  const a = 3 * indices[3 * triangle];
  const b = 3 * indices[3 * triangle + 1];
  const c = 3 * indices[3 * triangle + 2];
  const distance = roundedRayDistance(scratch, origins[at]!, origins[at + 1]!, origins[at + 2]!, direction, positions, a, b, c);
  if (distance === distance) {
    distances[i] = distance;
    return;
  }
  workspace.query = rayAt(rays, i);
  workspace.lastExact = null;
  // The query has hit this triangle, so the exact test hits it too.
  distances[i] = exactHit(workspace, mesh, triangle, options.cull)!.distance;
}
