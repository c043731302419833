/** Convex bodies: `hull` (convex hulls). */
export { type TriangleGroup, triangleGroups } from './triangle-groups.ts';
export { convexHull, type ConvexHull } from './hull/convex-hull.ts';
export { hullTriangles } from './hull/hull-triangles.ts';
export { type GroupHull, meshHulls } from './hull/mesh-hulls.ts';
