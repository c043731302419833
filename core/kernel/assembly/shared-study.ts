/**
 * The study of a mesh alone, for several instances that share one memory, each on a thread of its own. The instance of the leading thread loads the mesh
 * and reserves the tables. A helper sorts all triangles, marks those without area, measures forms, and finds components and pieces. It also finds simple
 * stars and makes the levels of boxes; the leading thread joins these two where it would wait. All walk over near pairs. Each has a region of its own for scratch memory.
 */
export { allocate, useRegion } from './arena';
export { indices, isF32, positions, reserveMesh, vertices } from './mesh';
export { originX, originY, originZ, scale, setFrame } from './frame';
export { live, liveCount, reserveLive } from './self/live';
export { setCurve, sortAll } from './self/sort-live';
export { beginLevels, levelBlocks, counts, finishLevels, levelCount, levelKeys, levels, makeLevels, writeBlocks } from './self/levels';
export { narrowTests, separatePairs } from './self/may-concern';
export {
  beginSelf, boxPairs, divideSelf, isVisiting, reserveSelfPairs, selfEntries, selfPairs, stepSelf, trianglePairs, visitEntries,
} from './self/self-pairs';
export { findStars, releaseStar, reserveStar } from './self/stars';
export {
  around, aroundFirst, componentOf, corners, edgeFirst, edgeSides, edgeVertices, figures, flats, reserveFigures, reserveTables,
  heights, longestEdges, nearPoints, pieceFlags, pieceOf, sideEdges, simple, states, flipped, links, pieceBalances, triangles, used, welded, withArea,
} from './study/tables';
export { measureForms, middleEdge } from './study/forms';
export { findNearPoints } from './study/near-points';
export { findPieces } from './study/pieces';
export { weld } from './study/weld';
export { beginEdges, findCornersAround, makeEdges } from './study/edges';
export { findComponents } from './study/components';
export { boundTriangles, countRest, integrate, markFlat, measure, sumVertices } from './study/measures';
