/**
 * The public door of the library, by name. Defaults are the fast ones. Inside the product, rooms are imported from their own index.
 */

export { meshReader, type MeshReader } from './library/mesh-reader.ts';
export { readMesh, type ReadMeshOptions } from './library/read-mesh.ts';
export type { DecodeDraco, DracoMesh, DracoAttributeRequest, ImportedMesh } from './import/importer.ts';
export { importOptions, type ImportOptions } from './options/import-options.ts';
export { formats, type FormatName } from './import/formats.ts';
export type { MeshPart, TriangleMesh } from './mesh/triangle-mesh.ts';
export type { SourceSpace } from './mesh/source-space.ts';
export type { Finding, FindingCode, Severity } from './finding.ts';

export { buildTree, openTree, refitTree, type BuildTreeOptions } from './library/build-tree.ts';
export { buildOptions, type BuildOptions } from './options/build-options.ts';
export { checkTree } from './tree/check-tree.ts';
export type { TreeViolation } from './tree/tree-rules.ts';
export { treeStatistics, type TreeStatistics } from './tree/statistics.ts';
export type { Tree, TreeKind } from './tree/layout.ts';

export {
  boxOverlap,
  closestPoint,
  insideMany,
  nearestTriangles,
  overlap,
  planeOverlap,
  pointInside,
  pushOut,
  raycast,
  segmentCast,
  signedDistance,
  sphereOverlap,
  sweepShape,
  windingNumber,
  type ClosestPointOptions,
  type RayQuery,
} from './library/queries.ts';
export { closestPointMany, raycastMany } from './library/many-queries.ts';
export type { Points } from './query/batch/closest-point-many.ts';
export { overlapMany, type ShapeBatch, type Spheres } from './query/batch/overlap-many.ts';
export { createQueryThreads, type QueryThreads } from './library/query-threads.ts';
export type { FromQueryThread, QueryThread, ToQueryThread } from './query/batch/batch-work.ts';
export { serveQueries } from './query/batch/serve-queries.ts';
export type { Rays } from './query/batch/raycast-many.ts';
export type { ClosestPointsResult, InsideManyResult, OverlapsResult, RaysResult } from './query/batch/result.ts';
export { insideCodes } from './query/inside/query.ts';
export { filterOptions, type FilterOptions, type PartFilterOptions } from './options/filter-options.ts';
export type { ShapeOverlap } from './query/overlap-descent.ts';
export type { BoxSolid } from './shape/box-solid.ts';
export type { ClosestResult, ClosestPoint } from './query/closest/closest.ts';
export type { InsideResult } from './query/inside/inside.ts';
export type { NearestResult } from './query/nearest/nearest.ts';
export type { InsideOptions } from './options/inside-options.ts';
export type { Ray, RayResult } from './query/ray/ray.ts';
export type { RayHit } from './query/ray/record.ts';
export type { PushOutResult, PushOutStep } from './query/sphere/push-out.ts';
export type { Sphere, SphereResult } from './query/sphere/sphere.ts';
export type { SphereTouch } from './query/sphere/query.ts';
export type { ShapeSweep, SweepContact, SweepResult, SweptShape } from './sweep/convex/sweep-shape.ts';
export { sweepCodes, sweepMany, type Sweeps, type SweepsResult } from './sweep/convex/sweep-many.ts';
export { sweepOptions, type SweepOptions } from './options/sweep-options.ts';
export type { Segment, SegmentHit, SegmentResult } from './query/segment/segment.ts';
export { prepareFrustum } from './query/frustum/frustum.ts';
export { prepareHull, type PointHull } from './query/hull/hull.ts';
export type { QueryShape } from './query/shape-overlap.ts';
export type { Plane } from './query/plane/plane.ts';
export { planeOptions, type PlaneOptions } from './options/plane-options.ts';
export { segmentPolygon, type PolygonHit } from './query/polygon/polygon.ts';
export { planeSection, type SectionCurves, type SectionPlane, type SectionRange } from './query/section/section.ts';

export { contacts, distance, intersect, overlaps, transformOf } from './library/pairs.ts';
export { createPairThreads, type PairThreads } from './library/pair-threads.ts';
export type { FromPairThread, PairThread, ToPairThread } from './library/pair-work.ts';
export { servePairs } from './library/serve-pairs.ts';
export type { TransformParts, Transform } from './math/transform.ts';
export type { Vec3 } from './math/vec3.ts';
export { contactAt, type Contact, type Contacts } from './pair/contact/contacts.ts';
export { checkMotionProof, type MotionClaim, type ProofCheck } from './sweep/certificate/check-motion-proof.ts';
export { meshMotion, type MotionResult, type MotionSettings } from './sweep/motion/mesh-motion.ts';
export { motionPath, motionPose, type MotionPath, type MotionRequest } from './sweep/motion/path.ts';
export { firstTests, type FirstTest, type FirstTests } from './sweep/volume/first-tests.ts';
export { sweptBox, sweptHull, type SweptHull } from './sweep/volume/swept-volume.ts';
export { walk, type WalkResult } from './sweep/walk/walk.ts';
export { parseWalk, walkText } from './sweep/walk/walk-file.ts';
export type { Walk, WalkBody, WalkContact, WalkInput, WalkStep } from './sweep/walk/walk-request.ts';
export { walkOptions, type WalkOptions } from './options/walk-options.ts';
export type { DistanceResult, DistanceWitness } from './pair/distance/distance.ts';
export type { OverlapResult, PairsResult } from './pair/pairs/pairs.ts';
export type { TreedMesh } from './pair/treed-mesh.ts';

export { createBroadPhase, runScene, type BoxBroadPhase, type BroadPhaseOptions } from './library/scenes.ts';
export type { PairFilter } from './scene/broad/pair-filter.ts';
export { parseScene } from './scene/document/parse-scene.ts';
export type { SceneDocument, SceneInstance, SceneMotion } from './scene/document/scene-document.ts';
export { sceneText } from './scene/document/scene-text.ts';
export { sceneOptions, type SceneOptions } from './options/scene-options.ts';
export type { SceneRun } from './scene/run-scene.ts';
export type { NarrowFacts, SceneStep } from './scene/scene-stepper.ts';

export { decompose, deviation, enclose, fit, hullDistance, hullPushOut, hulls, penetration, separation } from './library/convex.ts';
export { convexHull, type ConvexHull } from './convex/hull/convex-hull.ts';
export type { GroupHull } from './convex/hull/mesh-hulls.ts';
export type { ConvexDistance } from './convex/pair/convex-distance.ts';
export type { HullPushOut } from './convex/pair/convex-push-out.ts';
export type { ConvexPairResult } from './convex/pair/test-convex-pair.ts';
export type { PenetrationResult } from './convex/penetration/mesh-penetration.ts';
export type { FittedShape, ShapeKind } from './convex/fit/fitted-shape.ts';
export type { GroupFit } from './convex/fit/fit-shapes.ts';
export type { Decomposition } from './convex/decompose/decompose-mesh.ts';
export type { DivideConvex, Dividers } from './convex/decompose/dividers.ts';
export type { MeshDeviation } from './pair/deviation/mesh-deviation.ts';
export type { HullOptions } from './options/hull-options.ts';
export type { FitOptions } from './options/fit-options.ts';
export type { DecomposeOptions } from './options/decompose-options.ts';
export type { DeviationOptions } from './options/deviation-options.ts';

export { checkMesh } from './library/check-mesh.ts';
export type { HealthFacts, HealthFinding, HealthReport } from './health/report/check-health.ts';
export { healthOptions, type HealthOptions } from './options/health-options.ts';
export { repairMesh } from './library/repair-mesh.ts';
export type { RepairedMesh, RepairStep } from './health/repair/repair-mesh.ts';
export type { GivenRepairs, RepairName } from './health/repair/repair.ts';
export type { SurfaceChange } from './health/repair/surface-change.ts';
export { repairOptions, type RepairOptions } from './options/repair-options.ts';

export { bake, readBoxwood, type BakeContents } from './library/bake.ts';
export { exportMesh, type ExportMeshOptions } from './library/export-mesh.ts';
export { exportOptions, type ExportOptions } from './options/export-options.ts';
export { type BakeFormatName } from './bake/bake-format.ts';
export { bakeFormats } from './bake/bake-formats.ts';
export type { Baked } from './bake/bake-input.ts';
export type { ImportedBake } from './bake/import-boxwood.ts';
export { verifyBaked, type Verification, type VerifyRequest } from './bake/verify/verify-baked.ts';

export { formatError, InspectorError, type InspectorErrorCode, type InspectorErrorData, type SourceLocation } from './error.ts';
export type { Progress } from './progress.ts';
