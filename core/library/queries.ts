import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Vec3 } from '../math/vec3.ts';
import { partFilterOptions, type FilterOptions, type PartFilterOptions } from '../options/filter-options.ts';
import { checkValues } from '../options/option.ts';
import type { RayOptions } from '../options/ray-options.ts';
import type { SphereOptions } from '../options/sphere-options.ts';
import type { InsideOptions } from '../options/inside-options.ts';
import type { Numbers } from '../query/batch/check.ts';
import { insideMany as findInsideMany } from '../query/batch/inside-many.ts';
import type { InsideManyResult } from '../query/batch/result.ts';
import { closestPoint as findClosestPoint, type ClosestResult } from '../query/closest/closest.ts';
import { pointWinding, type InsideResult } from '../query/inside/inside.ts';
import type { WindingTree } from '../query/inside/winding-tree.ts';
import { signedDistance as signedDistanceOf } from '../query/inside/signed-distance.ts';
import { nearestTriangles as findNearest, type NearestResult } from '../query/nearest/nearest.ts';
import { raycast as castRay, type Ray, type RayResult } from '../query/ray/ray.ts';
import { pushOut as findPushOut, type PushOutResult } from '../query/sphere/push-out.ts';
import { sphereOverlap as findSphereOverlap, type Sphere, type SphereResult } from '../query/sphere/sphere.ts';
import type { Tree } from '../tree/layout.ts';
import { isKnownClosed, windingOf } from './derived.ts';
import { allTriangles, queryFilter } from './query-filter.ts';

const allParts: Partial<PartFilterOptions> = {};

/** A ray; without `far` it is endless. */
export type RayQuery = Omit<Ray, 'far'> & Partial<Pick<Ray, 'far'>>;

/**
 * Returns the hits of a ray, nearest first (Q1): the first, any or all of them, two-sided or culled. Exact: the same for every tree. With a filter,
 * only triangles of some parts or sides exist; so it is with all queries here.
 * @throws InspectorError `invalid-argument` for a ray that is not finite, a tree of another mesh, or a name that selects no part.
 */
export function raycast(
  tree: Tree,
  mesh: TriangleMesh,
  ray: RayQuery,
  options: Partial<RayOptions> = {},
  filter: Partial<FilterOptions> = allTriangles,
): RayResult {
  const accepts = queryFilter(mesh, filter, () => ({ direction: ray.direction }));
  return castRay(tree, mesh, { far: Infinity, ...ray }, options, undefined, accepts);
}

/**
 * Returns every triangle that a sphere overlaps, with feature, depth and direction (Q3).
 * @throws InspectorError `invalid-argument` for a sphere that is not finite, or a tree of another mesh.
 */
export function sphereOverlap(tree: Tree, mesh: TriangleMesh, sphere: Sphere, filter: Partial<FilterOptions> = allTriangles): SphereResult {
  const accepts = queryFilter(mesh, filter, () => ({ point: sphere.center }));
  return findSphereOverlap(tree, mesh, sphere, { isClosed: isKnownClosed(mesh) }, undefined, accepts);
}

/**
 * Returns the vector that moves a sphere out of the mesh, and the overlap that is left (Q3).
 * @throws InspectorError `invalid-argument`, as `sphereOverlap`.
 */
export function pushOut(
  tree: Tree,
  mesh: TriangleMesh,
  sphere: Sphere,
  options: Partial<SphereOptions> = {},
  filter: Partial<FilterOptions> = allTriangles,
): PushOutResult {
  const accepts = queryFilter(mesh, filter, () => ({ point: sphere.center }));
  return findPushOut(tree, mesh, sphere, { isClosed: isKnownClosed(mesh), ...options, accepts });
}

export interface ClosestPointOptions {
  /** Maximum distance in mesh units; infinite by default. */
  readonly within?: number;
}

/**
 * Returns the point of the mesh that is closest to a point, or `null` beyond `within` (Q5).
 * @throws InspectorError `invalid-argument` for a point that is not finite, or a tree of another mesh.
 */
export function closestPoint(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  { within = Infinity }: ClosestPointOptions = {},
  filter: Partial<FilterOptions> = allTriangles,
): ClosestResult {
  const accepts = queryFilter(mesh, filter, () => ({ point }));
  return findClosestPoint(tree, mesh, point, { maxDistance: within }, undefined, accepts);
}

/**
 * Returns the `count` triangles that are nearest to a point, by distance (Q5), within a maximum distance if one is given.
 * @throws InspectorError `invalid-argument`, as `closestPoint`, and for a count that is not a whole number of 1 or more.
 */
export function nearestTriangles(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  count: number,
  { within = Infinity }: ClosestPointOptions = {},
  filter: Partial<FilterOptions> = allTriangles,
): NearestResult {
  const accepts = queryFilter(mesh, filter, () => ({ point }));
  return findNearest(tree, mesh, point, count, { maxDistance: within }, accepts);
}

/**
 * Returns whether a point is inside a mesh, outside, or `on` its surface, by `windingNumber` (Q5). `null` where that does not decide.
 * @throws InspectorError `invalid-argument`, as `closestPoint`.
 */
export function pointInside(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  filter: Partial<PartFilterOptions> = allParts,
): boolean | 'on' | null {
  return windingNumber(tree, mesh, point, {}, filter).inside;
}

/**
 * Returns how often the surface winds about a point, with an error bound (Q5); also for open and self-intersecting meshes. The first call for
 * a tree prepares it, which takes about as long as building it. With a filter, the chosen parts are the surface; the tree is prepared again for
 * each other list of parts.
 * @throws InspectorError `invalid-argument`, as `closestPoint`, and for an accuracy out of range.
 */
export function windingNumber(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  options: Partial<InsideOptions> = {},
  filter: Partial<PartFilterOptions> = allParts,
): InsideResult {
  return pointWinding(filteredWinding(tree, mesh, filter), point, options);
}

/**
 * Returns the distance of a point to the mesh or some of its parts, negative inside (Q5). `null` without triangles, or where `pointInside` is `null`.
 * @throws InspectorError `invalid-argument`, as `closestPoint`.
 */
export function signedDistance(tree: Tree, mesh: TriangleMesh, point: Vec3, filter: Partial<PartFilterOptions> = allParts): number | null {
  const { closest } = closestPoint(tree, mesh, point, {}, checkValues(partFilterOptions, filter));
  return signedDistanceOf(closest, pointInside(tree, mesh, point, filter));
}

/**
 * Returns whether many points are inside, with their winding numbers, bit for bit those of `windingNumber` (Q5).
 * @throws InspectorError `invalid-argument` as `windingNumber`, with the number of the point, and for an array of another length.
 */
export function insideMany(
  tree: Tree,
  mesh: TriangleMesh,
  points: { readonly points: Numbers },
  options: Partial<InsideOptions> = {},
  filter: Partial<PartFilterOptions> = allParts,
): InsideManyResult {
  return findInsideMany(filteredWinding(tree, mesh, filter), points, options);
}

function filteredWinding(tree: Tree, mesh: TriangleMesh, filter: Partial<PartFilterOptions>): WindingTree {
  return windingOf(tree, mesh, filter === allParts ? '' : checkValues(partFilterOptions, filter).parts);
}
