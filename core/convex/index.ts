/** Convex bodies: `hull` (convex hulls), `pair` (two of them), `fit` (primitive shapes), `penetration` (push-out of meshes of any shape) and `decompose`. */
export { type TriangleGroup, triangleGroups } from './triangle-groups.ts';
export { convexHull, type ConvexHull } from './hull/convex-hull.ts';
export { hullTriangles } from './hull/hull-triangles.ts';
export { type GroupHull, meshHulls } from './hull/mesh-hulls.ts';
export { testConvexPair, type ConvexPairResult } from './pair/test-convex-pair.ts';
export type { ShadowTest } from './pair/shadow-test.ts';
export { fitShapes, type GroupFit } from './fit/fit-shapes.ts';
export type { FittedShape } from './fit/fitted-shape.ts';
export type { PenetrationResult } from './penetration/mesh-penetration.ts';
export { gridCells } from './decompose/compare-solids.ts';
export type { DivideConvex } from './decompose/decompose-mesh.ts';
