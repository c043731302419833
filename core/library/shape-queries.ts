import { minus } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BoxOptions } from '../options/box-options.ts';
import type { FilterOptions } from '../options/filter-options.ts';
import type { OverlapOptions } from '../options/overlap-options.ts';
import type { PlaneOptions } from '../options/plane-options.ts';
import type { RayOptions } from '../options/ray-options.ts';
import type { SweepOptions } from '../options/sweep-options.ts';
import { boxOverlap as findBoxOverlap } from '../query/box/box.ts';
import type { ShapeOverlap } from '../query/overlap-descent.ts';
import { planeOverlap as findPlaneOverlap, type Plane } from '../query/plane/plane.ts';
import { segmentCast as castSegment, type Segment, type SegmentResult } from '../query/segment/segment.ts';
import { overlap as findOverlap, shapeViewpoint, type QueryShape } from '../query/shape-overlap.ts';
import { solidCenter, type BoxSolid } from '../shape/box-solid.ts';
import { sweepViewpoint } from '../sweep/convex/sweep-filter.ts';
import { sweepShape as findContact, type ShapeSweep, type SweepResult } from '../sweep/convex/sweep-shape.ts';
import type { Tree } from '../tree/layout.ts';
import { allTriangles, queryFilter } from './query-filter.ts';

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
  return castSegment(tree, mesh, segment, options, undefined, accepts);
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
  return findBoxOverlap(
    tree,
    mesh,
    solid,
    options,
    undefined,
    queryFilter(mesh, filter, () => ({ point: solidCenter(solid) })),
  );
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
  return findOverlap(
    tree,
    mesh,
    shape,
    options,
    queryFilter(mesh, filter, () => shapeViewpoint(shape)),
  );
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
  return findPlaneOverlap(tree, mesh, plane, options, undefined, accepts);
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
  return findContact(tree, mesh, sweep, options, undefined, accepts);
}
