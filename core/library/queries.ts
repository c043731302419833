import { invalidArgument } from '../error.ts';
import { minus, type Vec3 } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BoxOptions } from '../options/box-options.ts';
import { partFilterOptions, type FilterOptions, type PartFilterOptions } from '../options/filter-options.ts';
import type { InsideOptions } from '../options/inside-options.ts';
import { checkValues } from '../options/option.ts';
import type { OverlapOptions } from '../options/overlap-options.ts';
import type { PlaneOptions } from '../options/plane-options.ts';
import type { RayOptions } from '../options/ray-options.ts';
import type { SphereOptions } from '../options/sphere-options.ts';
import type { SweepOptions } from '../options/sweep-options.ts';
import type { Numbers } from '../query/batch/check.ts';
import { insideMany as findInsideMany } from '../query/batch/inside-many.ts';
import type { InsideManyResult } from '../query/batch/result.ts';
import { boxOverlap as findBoxOverlap } from '../query/box/box.ts';
import { closestPoint as findClosestPoint, type ClosestResult } from '../query/closest/closest.ts';
import { pointWinding, type InsideResult } from '../query/inside/inside.ts';
import { signedDistance as signedDistanceOf } from '../query/inside/signed-distance.ts';
import type { WindingTree } from '../query/inside/winding-tree.ts';
import { nearestTriangles as findNearest, type NearestResult } from '../query/nearest/nearest.ts';
import type { ShapeOverlap } from '../query/overlap-descent.ts';
import { planeOverlap as findPlaneOverlap, type Plane } from '../query/plane/plane.ts';
import { raycast as castRay, type Ray, type RayResult } from '../query/ray/ray.ts';
import { segmentCast as castSegment, type Segment, type SegmentResult } from '../query/segment/segment.ts';
import { overlap as findOverlap, shapeViewpoint, type QueryShape } from '../query/shape-overlap.ts';
import { pushOut as findPushOut, type PushOutResult } from '../query/sphere/push-out.ts';
import { sphereOverlap as findSphereOverlap, type Sphere, type SphereResult } from '../query/sphere/sphere.ts';
import { solidCenter, type BoxSolid } from '../shape/box-solid.ts';
import { sweepViewpoint } from '../sweep/convex/sweep-filter.ts';
import { sweepShape as findContact, type ShapeSweep, type SweepResult } from '../sweep/convex/sweep-shape.ts';
import type { Tree } from '../tree/layout.ts';
import {
  boxWorkspaceOf,
  closestWorkspaceOf,
  insideTestOf,
  isKnownClosed,
  rayWorkspaceOf,
  shapeWorkspaceOf,
  sphereWorkspaceOf,
  sweepWorkspaceOf,
  windingOf,
} from './derived.ts';
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
  if (ray?.origin == null || ray.direction == null)
    throw invalidArgument('The ray has no origin or no direction', 'Give { origin: [x, y, z], direction: [x, y, z] }');
  const accepts = queryFilter(mesh, filter, () => ({ direction: ray.direction }));
  return castRay(tree, mesh, { far: Infinity, ...ray }, options, rayWorkspaceOf(tree), accepts);
}

/**
 * Returns the triangles that a segment hits (Q2), both ends included, with the options of a ray. Exact: the same for every tree.
 * @throws InspectorError `invalid-argument` for ends that are not finite or equal, unknown options, and a tree of another mesh.
 */
export function segmentCast(
  tree: Tree,
  mesh: TriangleMesh,
  segment: Segment,
  options: Partial<RayOptions> = {},
  filter: Partial<FilterOptions> = allTriangles,
): SegmentResult {
  const accepts = queryFilter(mesh, filter, () => ({ direction: minus(segment.to, segment.from) }));
  return castSegment(tree, mesh, segment, options, shapeWorkspaceOf(tree), accepts);
}

/**
 * Returns every triangle that a sphere overlaps, with feature, depth and direction (Q3).
 * @throws InspectorError `invalid-argument` for a sphere that is not finite, or a tree of another mesh.
 */
export function sphereOverlap(tree: Tree, mesh: TriangleMesh, sphere: Sphere, filter: Partial<FilterOptions> = allTriangles): SphereResult {
  const accepts = queryFilter(mesh, filter, () => ({ point: sphere.center }));
  const isClosed = isKnownClosed(mesh);
  return findSphereOverlap(
    tree,
    mesh,
    sphere,
    { isClosed },
    sphereWorkspaceOf(tree),
    accepts,
    isClosed ? insideTestOf(tree, mesh) : undefined,
  );
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
  return findPushOut(tree, mesh, sphere, { isClosed: isKnownClosed(mesh), ...options, accepts }, sphereWorkspaceOf(tree));
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
  return findClosestPoint(tree, mesh, point, { maxDistance: within }, closestWorkspaceOf(tree), accepts);
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

/**
 * Returns all triangles that overlap a closed box: touching counts (Q4). Exact. Mode `any` stops at the first triangle found.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a min corner above the max corner, unknown options, and a tree of
 * another mesh.
 */
export function boxOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  solid: BoxSolid,
  options: Partial<BoxOptions> = {},
  filter: Partial<FilterOptions> = allTriangles,
): ShapeOverlap {
  const accepts = queryFilter(mesh, filter, () => ({ point: solidCenter(solid) }));
  return findBoxOverlap(tree, mesh, solid, options, boxWorkspaceOf(tree), accepts);
}

/**
 * Returns all triangles that overlap a capsule, triangle, frustum, convex hull or box, exactly: touching counts (Q4). Mode `any` stops at the first
 * triangle found.
 * @throws InspectorError `invalid-argument` for an invalid shape, unknown options, and a tree of another mesh.
 */
export function overlap(
  tree: Tree,
  mesh: TriangleMesh,
  shape: QueryShape,
  options: Partial<OverlapOptions> = {},
  filter: Partial<FilterOptions> = allTriangles,
): ShapeOverlap {
  const accepts = queryFilter(mesh, filter, () => shapeViewpoint(shape));
  return findOverlap(tree, mesh, shape, options, accepts);
}

/**
 * Returns all triangles that overlap a plane, or with a thickness the closed slab around it (Q4). Exact.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a normal of length 0, unknown options, and a tree of another mesh.
 */
export function planeOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  plane: Plane,
  options: Partial<PlaneOptions> = {},
  filter: Partial<FilterOptions> = allTriangles,
): ShapeOverlap {
  const { normal } = plane;
  const accepts = queryFilter(mesh, filter, () => ({ direction: [0 - normal[0], 0 - normal[1], 0 - normal[2]] }));
  return findPlaneOverlap(tree, mesh, plane, options, shapeWorkspaceOf(tree), accepts);
}

/**
 * Returns the first contact of a convex shape that moves along a straight line, with an interval of time that is proven (Q6). It is never late and
 * never missed. Touching counts. Surfaces count, volumes do not.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a tolerance below 0, and a tree of another mesh.
 */
export function sweepShape(
  tree: Tree,
  mesh: TriangleMesh,
  sweep: ShapeSweep,
  options: Partial<SweepOptions> = {},
  filter: Partial<FilterOptions> = allTriangles,
): SweepResult {
  const accepts = queryFilter(mesh, filter, () => sweepViewpoint(sweep));
  return findContact(tree, mesh, sweep, options, sweepWorkspaceOf(tree), accepts);
}

function filteredWinding(tree: Tree, mesh: TriangleMesh, filter: Partial<PartFilterOptions>): WindingTree {
  return windingOf(tree, mesh, filter === allParts ? '' : checkValues(partFilterOptions, filter).parts);
}
