/**
 * The tree builder alone, for several instances that share one memory, each on a thread of its own. An instance exports all its addresses and
 * counts; `core/kernel/shared-kernel.ts` copies them to the other instances.
 */
export { allocate } from './arena';
export { growByVertices, indices, isF32, positions, reserveMesh, vertices } from './mesh';
export { originX, originY, originZ, scale, setFrame } from './frame';
export { gridSteps, gridX, gridY, gridZ, setGrid } from './builders/primitives';
export {
  addPrimitives, beginBuild, blockCount, builtNodes, halveFrom, keys, leafCount, leafTriangles, minSide, levels, listBytes, lists, maxLevels, nodeCount, order, reservePrimitives,
  restartPrimitives, setWritten, spareKeys, written,
} from './builders/builder';
export { clusterBytes, clusterLists, listBytes as recordListBytes, lists as recordLists, sorted } from './builders/lists';
export { builtBlocks, isExact, table, tableLength, totals } from './builders/finish';
export { itemCount, items, joinItems, settledBlocks, settledEntries, settledNodes, settleItems, stepTop } from './builders/parts';
export { beginScatter, claimed, claims, endPhase, joinClusters, reserveTasks, runCount, runs, starts, tables, takeTask, tallyRuns, tasksOf, triangles } from './builders/tasks';
