/** The one public door of the library: everything that leaves `core`, by name. */

export { formatError, formatLocation as formatPlace, InspectorError, inspectorErrorCodes, toErrorData } from './error.ts';
export type { InspectorErrorCode, InspectorErrorData, SourceLocation as Place, LocationElement as PlaceElement } from './error.ts';
export { findingCodes, maxLocations as maxPlaces } from './finding.ts';
export type { Finding, FindingCode, Severity } from './finding.ts';
export type { IgnoredFinding } from './ignored-finding.ts';
export { noProgress } from './progress.ts';
export type { Progress } from './progress.ts';
export type { Vec3 } from './math/vec3.ts';
export { checkTransform, identityPlacement, identityTransform, transformOf, transformPoints } from './math/transform.ts';
export type { Placement, Transform } from './math/transform.ts';

export { formatNames, formats } from './import/formats.ts';
export type { Format, FormatName } from './import/formats.ts';
export type { DecodeDraco, DracoMesh, DracoWish, ImportContext, ImportedMesh, SceneChoice } from './import/importer.ts';
export { importMesh } from './import/import-mesh.ts';
export type { ByteSource } from './import/source/byte-source.ts';
export { interpretSpace } from './import/interpret-space.ts';

export { boundsCenter, meshBounds } from './mesh/bounds.ts';
export type { Bounds } from './mesh/bounds.ts';
export { openMeshAnimation, openMeshBytes, writeMeshBytes } from './mesh/mesh-bytes.ts';
export { poseAt } from './mesh/animation/pose-at.ts';
export type { AnimatedNode, Channel, ChannelPath, Clip, SceneAnimation, VertexRun, VertexSkin } from './mesh/animation/scene-animation.ts';
export { isClosed } from './mesh/is-closed.ts';
export { isFiniteTriangle, partOfTriangle, triangleCount, vertexCount } from './mesh/triangle-mesh.ts';
export type { MeshPart, TriangleMesh } from './mesh/triangle-mesh.ts';
export { lengthUnits, metresOf, signedAxes, unitName, unknownSpace } from './mesh/source-space.ts';
export type { Handedness, LengthUnit, SignedAxis, SourceSpace } from './mesh/source-space.ts';
export { triangleVertices } from './mesh/triangle-vertices.ts';

export { boxOptions } from './options/box-options.ts';
export type { BoxOptions } from './options/box-options.ts';
export { buildOptions, quickTree } from './options/build-options.ts';
export type { BuildOptions } from './options/build-options.ts';
export { checkOptions } from './options/check-options.ts';
export type { CheckOptions } from './options/check-options.ts';
export { healthOptions } from './options/health-options.ts';
export type { HealthOptions } from './options/health-options.ts';
export { importOptions } from './options/import-options.ts';
export type { ImportOptions } from './options/import-options.ts';
export { checkValues, defaultValues } from './options/option.ts';
export type { Option, OptionTable, OptionValues } from './options/option.ts';
export { pairOptions } from './options/pair-options.ts';
export type { PairOptions } from './options/pair-options.ts';
export { rayOptions } from './options/ray-options.ts';
export type { RayOptions } from './options/ray-options.ts';
export { refitOptions } from './options/refit-options.ts';
export type { RefitOptions } from './options/refit-options.ts';
export { spaceOptions } from './options/space-options.ts';
export type { SpaceOptions } from './options/space-options.ts';
export { sphereOptions } from './options/sphere-options.ts';
export type { SphereOptions } from './options/sphere-options.ts';
export { verifyOptions } from './options/verify-options.ts';
export type { VerifyOptions } from './options/verify-options.ts';

export { buildTold, buildTree } from './tree/build-tree.ts';
export type { BuiltTree } from './tree/build-tree.ts';
export type { Engine } from './tree/engine.ts';
export { buildTreeTogether } from './tree/build-tree-together.ts';
export { createBuildCrew } from './tree/kinds/wide/crew/build-crew.ts';
export type { BuildCrew, CrewThread, FromBuilder, ToBuilder } from './tree/kinds/wide/crew/build-crew.ts';
export { serveBuild } from './tree/kinds/wide/crew/serve-build.ts';
export { loadTree } from './tree/kinds/wide/load-tree.ts';
export { checkTree, treeRules } from './tree/check-tree.ts';
export type { TreeRule, TreeViolation } from './tree/check-tree.ts';
export { triangleAt, trianglesOfRun } from './tree/leaf-order.ts';
export { openTree } from './tree/layout.ts';
export type { SplitName, Tree, TreeKind, TreeLayout } from './tree/layout.ts';
export { childAt, childCount, childrenOf, isLeaf, leafCount, leafFirst, splitAxis } from './tree/nodes.ts';
export { nodeBox, readNodeBox } from './tree/node-box.ts';
export { nodeDepth, nodePath, trianglePath } from './tree/node-path.ts';
export { nodeRange } from './tree/node-range.ts';
export type { NodeRange } from './tree/node-range.ts';
export { nodesAtLevel } from './tree/nodes-at-level.ts';
export { refitQuality } from './tree/refit/refit-quality.ts';
export type { RefitQuality } from './tree/refit/refit-quality.ts';
export { loadRefit } from './tree/refit/load-refit.ts';
export type { LoadedRefit } from './tree/refit/load-refit.ts';
export { refitTree } from './tree/refit/refit-tree.ts';
export { treeOptions } from './tree/tree-options.ts';
export { treeStatistics } from './tree/statistics.ts';
export type { TreeStatistics } from './tree/statistics.ts';
export { subtreeCosts } from './tree/subtree-costs.ts';

export { raycastBruteForce } from './query/ray/brute-force.ts';
export { raycast } from './query/ray/ray.ts';
export type { Ray, RayAnswer, RayStats } from './query/ray/ray.ts';
export type { RayHit } from './query/ray/record.ts';
export { createRayWorkspace } from './query/ray/workspace.ts';
export type { RayWorkspace } from './query/ray/workspace.ts';
export { raycastInto } from './query/ray/into.ts';
export { boxOverlapBruteForce } from './query/box/brute-force.ts';
export { boxOverlap } from './query/box/box.ts';
export type { BoxAnswer, BoxStats } from './query/box/box.ts';
export type { BoxSolid } from './shape/box-solid.ts';
export { closestPointBruteForce } from './query/closest/brute-force.ts';
export { closestPoint, pointInside } from './query/closest/closest.ts';
export type { ClosestAnswer, ClosestPoint, ClosestStats } from './query/closest/closest.ts';
export { closestPointInto } from './query/closest/into.ts';
export { createClosestWorkspace, noTriangle } from './query/closest/workspace.ts';
export type { ClosestWorkspace } from './query/closest/workspace.ts';
export { sphereOverlapBruteForce } from './query/sphere/brute-force.ts';
export { pushOut } from './query/sphere/push-out.ts';
export type { PushOut, PushOutStep } from './query/sphere/push-out.ts';
export { sphereOverlap } from './query/sphere/sphere.ts';
export type { Sphere, SphereAnswer, SphereStats, SphereTouch, SurfaceFacts } from './query/sphere/sphere.ts';
export { sphereOverlapInto } from './query/sphere/into.ts';
export { createSphereWorkspace } from './query/sphere/workspace.ts';
export type { SphereWorkspace } from './query/sphere/workspace.ts';

export { pairsBruteForce } from './pair/pairs/brute-force.ts';
export {
  contactLines,
  endsOfLine,
  lineCount,
  lineEndCounts,
  lineOfEachContact,
  loopCount,
  noLine,
  noLineEnd,
  outlineCount,
} from './pair/contact/contact-curves.ts';
export type { ContactLines } from './pair/contact/contact-curves.ts';
export { lineEndKinds, lineEndTexts } from './pair/contact/curve-ends.ts';
export type { LineEndKind } from './pair/contact/curve-ends.ts';
export { lineKinds } from './pair/contact/segment-kinds.ts';
export type { LineKind } from './pair/contact/segment-kinds.ts';
export { contactAt, contactCount, contacts } from './pair/contact/contacts.ts';
export type { Contact, Contacts } from './pair/contact/contacts.ts';
export { meshDistanceBruteForce } from './pair/distance/brute-force.ts';
export { loadPair } from './pair/loaded/load-pair.ts';
export { loadPairTogether, type LoadedTogether } from './pair/loaded/load-pair-together.ts';
export type { LoadedPair, LoadPairOptions } from './pair/loaded/load-pair.ts';
export { meshDistance } from './pair/distance/distance.ts';
export type { DistanceAnswer, DistanceWitness } from './pair/distance/distance.ts';
export { pairs, surfacesMeet } from './pair/pairs/pairs.ts';
export type { OverlapAnswer, PairAnswer } from './pair/pairs/pairs.ts';
export type { TreedMesh } from './pair/treed-mesh.ts';
export type { PairStats } from './pair/pairs/walk.ts';
export { contactKinds } from './shape/triangle-triangle-contact.ts';
export type { ContactKind } from './shape/triangle-triangle-contact.ts';

export { selfIntersectionsBruteForce } from './health/study/brute-force.ts';
export { ignoredFor, ignoredForOtherContent, ignoreListText, parseIgnoreList } from './health/report/ignore-list.ts';
export type { IgnoredOfFile, IgnoreList, IgnoreSource } from './health/report/ignore-list.ts';
export { ignoredOf, ignoring, openCount, unmatchedIgnored } from './health/report/ignored.ts';
export type { Ignorable, IgnoredOf } from './health/report/ignored.ts';
export { budgetFor, overBudget, parseBudget } from './health/report/budget.ts';
export type { Allowance, Budget, OverBudget, Spent } from './health/report/budget.ts';
export { checkHealth } from './health/report/check-health.ts';
export type { ColliderReport, HealthFacts, HealthFinding, HealthReport } from './health/report/check-health.ts';
export type { Elements } from './health/report/placed-found.ts';
export { elementWords, healthCodes } from './health/health-check.ts';
export type { Counted, ElementKind, HealthCheck, HealthCode, Measures } from './health/health-check.ts';
export { healthChecks } from './health/health-checks.ts';

export { bake } from './bake/bake.ts';
export { bakeFormatNames, bakeFormatOf, bakeFormats } from './bake/bake-formats.ts';
export type { BakeFormat, BakeFormatName } from './bake/bake-formats.ts';
export type { Baked, BakeInput } from './bake/bake-input.ts';
export type { BakeNote, BakeNoteCode } from './bake/bake-note.ts';
export type { BakeSource } from './bake/boxwood/contents.ts';
export { importBoxwood } from './bake/import-boxwood.ts';
export { importThreeMeshBvh } from './bake/three-mesh-bvh/import-three-mesh-bvh.ts';
export type { ImportedBake } from './bake/import-boxwood.ts';
export type { BakedFrom } from './bake/verify/difference.ts';
export { verifyBaked } from './bake/verify/verify-baked.ts';
export type { Verification, VerifyRequest } from './bake/verify/verify-baked.ts';

export { runJob } from './job/run-job.ts';
export type { JobHost, StartedCrew } from './job/job-host.ts';
export type { BuildJobResult } from './job/build-job.ts';
export type {
  BakeJobResult,
  HeldTree,
  ImportJobResult,
  JobKind,
  JobRequest,
  JobResult,
  OpenedFormat,
  ResultOf,
  VerifyJobResult,
} from './job/job.ts';
export { compareReport, treeReport } from './job/tree-report.ts';
export type { CheckJobRequest, CheckJobResult } from './job/check-job.ts';
export type { CompareJobRequest, CompareJobResult } from './job/compare-job.ts';
export { compareKinds, everyVariant } from './job/compare-kinds.ts';
export type { KindRecord, QueryCost, CompareVariant } from './job/compare-kinds.ts';
export { querySorts } from './job/count-queries.ts';
export type { QueryCounts, QuerySort } from './job/count-queries.ts';
export { defaultCounts, seededTasks } from './job/compare-tasks.ts';
export type { CompareCounts, CompareTasks } from './job/compare-tasks.ts';
export { treeTightness } from './tree/volume-measure.ts';
export type { Tightness } from './tree/volume-measure.ts';
export type { PairJobRequest, PairJobResult, TreedBytes } from './job/pair-job.ts';
