// The whole kernel. In these files `@ts-ignore: decorator` precedes each decorator: AssemblyScript allows them on functions, TypeScript does not.
export { allocate, growOnce } from './arena';
export { growByVertices, isF32, reserveMesh, useIndices } from './mesh';
export { setFrame } from './frame';
export { setGrid } from './builders/primitives';
export {
  addPrimitives, beginBuild, blockCount, builtNodes, clusterPrimitives, leafCount, levels, nodeCount, order, placePrimitives, reservePrimitives, restartPrimitives, sortPrimitives, stepBuild,
} from './builders/builder';
export { beginFinish, builtBlocks, finishNodes, isExact, table, tableLength } from './builders/finish';
export { addRecords, reserveRecords, whole } from './divide/records';
export { reserveSorted, sortAxis } from './divide/split-sweep';
export { dividedOrder, setLimits } from './divide/limits';
export { beginDivision, stepDivision } from './divide/divide';
export { measureCurve, reserveCurve, sortAlongCurve } from './divide/curve';
export { reserveClusters } from './divide/clusters';
export { mergeAlongCurve } from './divide/merge-along-curve';
export { beginNeighbours, mergeNeighbours } from './divide/merge-neighbours';
export { beginReinsertion, chooseLargest, reinsert } from './divide/reinsert';
export { beginFlattening, stepFlattening } from './divide/flatten';
export { beginCurveNodes, stepCurveNodes } from './divide/write-along-curve';
export { beginDividedNodes, dividedDepth, dividedLeafCount, dividedNodeCount, dividedNodes } from './divide/divided-nodes';
export { reserveStack, setExact, setTree } from './tree';
export { setBounds } from './ray/ray';
export { reserveResult, result } from './result';
export { castRay, castSegment, countCrossings } from './ray/traverse';
export { touchSphere } from './distance/sphere';
export { findClosest, findNearest } from './distance/closest';
export { reserveSweep } from './sweep/decide-sweep';
export { setSweepBounds } from './sweep/path';
export { beginSweep, nextSwept } from './sweep/sweep-boxes';
export { sweepSphere } from './sweep/sweep-sphere';
export { reserveClosest } from './distance/decide-closest';
export { setSideA, setSideB } from './pair/sides';
export { placement, setPlacement } from './pair/placement';
export { reservePair } from './pair/reserve';
export { found, sortPairs } from './pair/found-pairs';
export { beginPairs, stepPairs, waitingPart } from './pair/walk';
export { beginNearest, nearestNodePairs, stepNearest } from './pair/nearest';
export { nearestTrianglePairs } from './pair/nearest-leaves';
export { makeSlabs, slabsA } from './pair/slabs';
export { hitCount, hits } from './hits';
export { batch, findClosestOfBatch, reserveBatch } from './batch/batch';
export { batchAt, castRays } from './batch/cast-rays';
export { rays, rayRoom, reserveRays } from './batch/ray-memory';
export { areMovedF32, beginBounds, beginRefit, boundMoved, longestSide, setMoved } from './refit/moved';
export { refitBoxes } from './refit/refit-boxes';
export { beginRefitWide, isRefitExact, refitWide } from './refit/refit-wide';
export { reserveSolid, solid, touchSolid } from './box/touch-solid';
export { reserveLive } from './self/live';
export { setCurve } from './self/sort-live';
export { makeLevels } from './self/levels';
export { narrowTests, separatePairs } from './self/may-concern';
export { beginSelf, boxPairs, divideSelf, isVisiting, reserveSelfPairs, selfEntries, selfPairs, stepSelf, trianglePairs, visitEntries } from './self/self-pairs';
export { findGridPairs, gridPairCount, gridTests } from './grid/grid-pairs';
export { boxes, levelOf, levels as gridLevels, maxPairs, pairs, reserveCells, reserveGrid } from './grid/grid-tables';
export { sortByCell } from './grid/sort-by-cell';
export { findStars, releaseStar, reserveStar } from './self/stars';
export {
  around, aroundFirst, componentOf, corners, edgeFirst, edgeSides, edgeVertices, figures, flats, reserveTables,
  heights, longestEdges, nearPoints, pieceFlags, pieceOf, sideEdges, simple, states, flipped, used, welded, withArea,
} from './study/tables';
export { measureForms, middleEdge } from './study/forms';
export { findNearPoints } from './study/near-points';
export { findPieces } from './study/pieces';
export { weld } from './study/weld';
export { beginEdges, findCornersAround, makeEdges } from './study/edges';
export { findComponents } from './study/components';
export { boundTriangles, countRest, integrate, markFlat, measure, sumVertices } from './study/measures';
