/**
 * Convex bodies: `hull` (convex hulls), `pair` (two of them), `fit` (primitive shapes) and `penetration` (push-out of meshes of any shape).
 * `collider` has bodies that stand for a mesh, and their rating; `decompose` makes them.
 */
export { groupPoints, type TriangleGroup, triangleGroups } from './triangle-groups.ts';
export { convexHull, type ConvexHull } from './hull/convex-hull.ts';
export { hullMeasures } from './hull/hull-measures.ts';
export { hullTriangles } from './hull/hull-triangles.ts';
export { type GroupHull, meshHulls } from './hull/mesh-hulls.ts';
export { withFeatures, type PreparedHull } from './pair/hull-features.ts';
export { convexPairAxes, testConvexPair, type ConvexPairResult } from './pair/test-convex-pair.ts';
export type { AxisFeature, ListedAxis } from './pair/separating-axis.ts';
export { type MarginReport, withMargin } from './pair/with-margin.ts';
export { judgeMethods, type MethodVerdict } from './pair/judge-methods.ts';
export type { ShadowTest } from './pair/shadow-test.ts';
export { fitShapes, type GroupFit } from './fit/fit-shapes.ts';
export type { FittedShape } from './fit/fitted-shape.ts';
export { type NoLowerBound, noLowerBoundReasons } from './penetration/depth-lower-bound.ts';
export { meshesOverlap, meshPenetration, type PenetrationResult } from './penetration/mesh-penetration.ts';
export { gridCells } from './collider/rate-collider.ts';
export { type ColliderEdit, editNames } from './decompose/edit-collider.ts';
export type { ColliderRating } from './collider/rate-collider.ts';
export type { BodyRecord } from './decompose/decompose-mesh.ts';
export type { DivideConvex, Dividers } from './decompose/dividers.ts';
export { colliderIds, type SkippedCollider } from './decompose/compare-colliders.ts';
export { type EngineName, engineLimits, engineNames } from './decompose/engine-limits.ts';
