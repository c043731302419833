/** Solid-leaf BSP trees, their convex cells, and the portals between them. */
export { type BspPicture, bspPicture, polygonAt, type PolygonList } from './bsp-picture.ts';
export {
  type BspCellReport,
  type BspPointReport,
  type BspReport,
  bspReport,
  bspReportOf,
  type BuiltBsp,
  buildBspCells,
} from './bsp-report.ts';
export { type BspTree, bspBytes } from './bsp-tree.ts';
export { bspRay, type BspRayHit, type BspRayResult } from './bsp-ray.ts';
export { buildBsp } from './build-bsp.ts';
export { type BspCells, bspCells } from './cells.ts';
export { openEdges } from './open-edges.ts';
export { type CellTriangles, createCellTriangles } from './cell-triangles.ts';
export { type CellVisit, followPoint, type FollowedPoint } from './follow.ts';
export { leavesAt, pointSide, type PointSide } from './point-side.ts';
export { type CellLinks, cellLinks, type CellRoute, leakFrom, routeTo } from './route.ts';
export { createVisibleSets, type VisibleSet, type VisibleSets } from './visible-set.ts';
