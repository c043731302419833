/**
 * Queries of one mesh. Each query has a folder with the same file names:
 * - `<query>.ts` public function `(tree, mesh, query, options?, workspace?)`;
 * - `query.ts` the query, its options and its result, as plain data;
 * - `check.ts` validation of the query;
 * - `workspace.ts` scratch memory and results, reusable for any number of queries;
 * - `into.ts` the same query without allocation, `(tree, mesh, query, option, workspace, startAt?)`;
 * - `kernel.ts` the query in WebAssembly, for trees loaded by `loadTree`;
 * - `volume.ts` tests of the query against a node's volume;
 * - `record.ts` the record of one triangle that was found;
 * - `brute-force.ts` the test oracle, without a tree.
 *
 * `batch` runs many queries of a kind on typed arrays. `overlap-descent.ts` is the one descent of the overlap queries.
 */
export type { FromQueryThread, QueryThread, ToQueryThread } from './batch/batch-work.ts';
export { closestPointMany, type Points } from './batch/closest-point-many.ts';
export { insideMany } from './batch/inside-many.ts';
export { overlapMany, type ShapeBatch, type Spheres } from './batch/overlap-many.ts';
export { raycastMany, type Rays } from './batch/raycast-many.ts';
export type { ClosestPointsResult, InsideManyResult, OverlapsResult, RaysResult } from './batch/result.ts';
export { serveQueries } from './batch/serve-queries.ts';
export { boxOverlap } from './box/box.ts';
export { boxOverlapBruteForce } from './box/brute-force.ts';
export { boxTouch, type BoxTouch } from './box/record.ts';
export { createBoxWorkspace, type BoxWorkspace } from './box/workspace.ts';
export { capsuleOverlap, type Capsule, type CapsuleTouch } from './capsule/capsule.ts';
export { capsuleTouch } from './capsule/record.ts';
export { createCapsuleWorkspace, type CapsuleWorkspace } from './capsule/workspace.ts';
export { closestPointBruteForce } from './closest/brute-force.ts';
export { closestPoint, pointInside, type ClosestOptions, type ClosestPoint, type ClosestResult } from './closest/closest.ts';
export { closestPointInto } from './closest/into.ts';
export { createClosestWorkspace, type ClosestWorkspace } from './closest/workspace.ts';
export { windingBruteForce } from './inside/brute-force.ts';
export { type InsideResult, type InsideStats, pointWinding } from './inside/inside.ts';
export { insideInto } from './inside/into.ts';
export { insideOfCode } from './inside/query.ts';
export { signedDistanceSlice, type SliceGrid } from './inside/distance-slice.ts';
export { signedDistance } from './inside/signed-distance.ts';
export { type WindingSurface, windingSurface } from './inside/surface.ts';
export { createWindingTree, type WindingTree } from './inside/winding-tree.ts';
export { createInsideWorkspace, type InsideWorkspace } from './inside/workspace.ts';
export { frustumOverlap, prepareFrustum } from './frustum/frustum.ts';
export { type Frustum, frustumEye } from './frustum/half-spaces.ts';
export { hullOverlap, prepareHull, type PointHull } from './hull/hull.ts';
export { isInsideClosedMesh } from './inside-closed-mesh.ts';
export { nearestBruteForce } from './nearest/brute-force.ts';
export { nearestRecord, type NearestOptions, type NearestResult, nearestTriangles } from './nearest/nearest.ts';
export { noTriangleIndex } from './no-triangle.ts';
export {
  createShapeWorkspace,
  overlappingTriangles,
  type OverlapStats,
  type OverlapTest,
  type ShapeWorkspace,
  type ShapeOverlap,
} from './overlap-descent.ts';
export { planeOverlapBruteForce } from './plane/brute-force.ts';
export { type Plane, planeOverlap } from './plane/plane.ts';
export { triangleOverlap, type QueryTriangle } from './triangle/triangle.ts';
export { triangleFilter, triangleFilters, type TriangleFilter, type Viewpoint } from './triangle-filter.ts';
export { pushShapeOut, type PushShape, type ShapePushOutResult, type ShapePushOutStep } from './push-out/push-shape-out.ts';
export { shapeTouch, type ShapeTouch } from './push-out/shape-touch.ts';
export { type PolygonHit, segmentPolygon } from './polygon/polygon.ts';
export { raycastBruteForce } from './ray/brute-force.ts';
export { createRayCostWorkspace, rayCostInto, type RayCost, type RayCostWorkspace } from './ray/cost.ts';
export { raycastInto } from './ray/into.ts';
export { raycast, raycastSteps, type Ray, type RayHit, type RayResult, type RayStats } from './ray/ray.ts';
export { createRayWorkspace, type RayWorkspace } from './ray/workspace.ts';
export { planeSectionBruteForce, type ExactSegment } from './section/brute-force.ts';
export { planeSection, type SectionCurves, type SectionPlane, type SectionRange } from './section/section.ts';
export { type Segment, segmentCast, type SegmentHit, type SegmentResult } from './segment/segment.ts';
export { overlap, type QueryShape, shapeViewpoint } from './shape-overlap.ts';
export { sphereOverlapArticle, type ArticleTouch } from './sphere/article.ts';
export { sphereOverlapBruteForce } from './sphere/brute-force.ts';
export { sphereOverlapInto } from './sphere/into.ts';
export { pushOut, type PushOutResult, type PushOutSettings, type PushOutStep } from './sphere/push-out.ts';
export { sphereOverlap, type Sphere, type SphereResult, type SphereStats, type SphereTouch, type SurfaceFacts } from './sphere/sphere.ts';
export { createSphereWorkspace, type SphereWorkspace } from './sphere/workspace.ts';
export { sphereTouch } from './sphere/record.ts';
export { stackAfter, statesAfter, nodeStates, replayTrace, type Replayed, type StackEntry } from './trace/replay.ts';
export { defaultMaxSteps } from './trace/recorder.ts';
export {
  actionCodes,
  actionOf,
  isTriangleStep,
  noStep,
  reasonOf,
  traceActions,
  traceReasons,
  type Trace,
  type TraceAction,
  type TraceReason,
} from './trace/trace.ts';
export type { OverlapShape } from './trace/overlap-test.ts';
export { traceFilter } from './trace/trace-filter.ts';
export { traceQuery, type TraceQuery } from './trace/trace-query.ts';
export { traceRow, type TraceRow } from './trace/trace-row.ts';
export { explainTriangle, indexTrace, type TraceIndex, type TriangleVerdict } from './trace/why.ts';
export { plainFormat, reasonText, stepText, verdictText, type TraceFormat, type TraceKind } from './trace/words.ts';
