import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { length } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import type { BoxSolid } from '../../shape/box-solid.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { planeTest } from '../plane/plane.ts';
import type { Plane } from '../plane/query.ts';
import type { Ray } from '../ray/query.ts';
import type { Segment } from '../segment/query.ts';
import type { QueryShape } from '../shape-overlap.ts';
import type { Sphere } from '../sphere/query.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { closestTest } from './closest-test.ts';
import { overlapTest, type OverlapShape } from './overlap-test.ts';
import { rayTest } from './ray-test.ts';
import { nearestTest } from './nearest-test.ts';
import { decide, defaultMaxSteps } from './recorder.ts';
import { tracedSegment } from './segment-test.ts';
import { shapeTest } from './shape-test.ts';
import { sphereTest } from './sphere-test.ts';
import { traceInside } from './trace-inside.ts';
import type { Trace } from './trace.ts';
import { traceWalk, type TracedTest } from './walk.ts';

/** A query that can be traced. A `shape` is any other query that uses `overlappingTriangles`. */
export type TraceQuery =
  | { readonly kind: 'ray'; readonly ray: Ray; readonly options: RayOptions }
  | { readonly kind: 'segment'; readonly segment: Segment; readonly options: RayOptions }
  | { readonly kind: 'sphere'; readonly sphere: Sphere; readonly mode: 'any' | 'all' }
  | { readonly kind: 'closest'; readonly point: Vec3; readonly maxDistance: number }
  | { readonly kind: 'nearest'; readonly point: Vec3; readonly count: number; readonly maxDistance: number }
  | { readonly kind: 'within'; readonly point: Vec3; readonly distance: number }
  /** `parts` names the parts that are the surface (`windingSurface`); all without it. */
  | { readonly kind: 'inside'; readonly point: Vec3; readonly accuracy: number; readonly parts?: string }
  | { readonly kind: 'box'; readonly box: BoxSolid; readonly mode: 'any' | 'all' }
  | { readonly kind: 'plane'; readonly plane: Plane; readonly thickness: number; readonly mode: 'any' | 'all' }
  | { readonly kind: 'overlap'; readonly shape: QueryShape; readonly mode: 'any' | 'all' }
  | { readonly kind: 'shape'; readonly shape: OverlapShape; readonly mode: 'any' | 'all' };

/**
 * Runs a query on a tree of any kind and records its traversal. The trace is that of the JavaScript descent, also for a tree that is loaded
 * into WebAssembly. Result and counts are those of the query; with mode `any` a ray or sphere query counts the whole last leaf.
 *
 * It is a walk of its own, so that queries which are not traced pay nothing. `accepts` chooses triangles as in the query (`traceFilter`).
 * @throws InspectorError `invalid-argument` as the query, for a limit below 1, and for a filter of an inside query, which has a list of parts.
 */
export function traceQuery(
  tree: Tree,
  mesh: TriangleMesh,
  query: TraceQuery,
  maxSteps: number = defaultMaxSteps,
  accepts: TriangleFilter = null,
): Trace {
  checkTreeFits(tree, mesh);
  if (query.kind === 'inside') {
    if (accepts !== null) throw invalidArgument('A trace of an inside query has no filter', 'Name its parts in the query');
    return traceInside(tree, mesh, query.point, query.accuracy, maxSteps, query.parts);
  }
  return traceWalk(tree, testOf(tree, mesh, query, accepts), maxSteps);
}

function testOf(
  tree: Tree,
  mesh: TriangleMesh,
  query: Exclude<TraceQuery, { readonly kind: 'inside' }>,
  accepts: TriangleFilter,
): TracedTest {
  switch (query.kind) {
    case 'ray':
      return rayTest(tree, mesh, query.ray, query.options, accepts);
    case 'segment':
      return tracedSegment(tree, mesh, query.segment, query.options, accepts);
    case 'sphere':
      return sphereTest(tree, mesh, query.sphere, query.mode === 'any', accepts);
    case 'closest':
      return closestTest(tree, mesh, query.point, query.maxDistance, accepts);
    case 'nearest':
      return nearestTest(tree, mesh, query.point, query.count, query.maxDistance, accepts);
    case 'within':
      return sphereTest(tree, mesh, { center: query.point, radius: query.distance }, false, accepts);
    case 'box':
      return overlapTest(tree, shapeTest(tree, mesh, { kind: 'box', solid: query.box }), query.mode === 'any', accepts);
    case 'plane':
      return overlapTest(tree, tracedPlane(mesh, query.plane, query.thickness), query.mode === 'any', accepts);
    case 'overlap':
      return overlapTest(tree, shapeTest(tree, mesh, query.shape), query.mode === 'any', accepts);
    case 'shape':
      return overlapTest(tree, query.shape, query.mode === 'any', accepts);
  }
}

function tracedPlane(mesh: TriangleMesh, plane: Plane, thickness: number): OverlapShape {
  const size = length(plane.normal);
  return {
    ...planeTest(mesh, plane, thickness),
    around: null,
    explain: (nodeBox, origin, decision) => {
      let height = 0;
      let extent = 0;
      for (let k = 0; k < 3; k++) {
        height += plane.normal[k]! * ((nodeBox[k] + nodeBox[k + 3]) / 2 + origin[k]! - plane.point[k]!);
        extent += (Math.abs(plane.normal[k]!) * (nodeBox[k + 3] - nodeBox[k])) / 2;
      }
      decide(decision, 'away', (Math.abs(height) - extent) / size, thickness / 2);
    },
  };
}
