/**
 * The queries of one tree alone, for several instances that share one memory, each on a thread of its own. Nodes, blocks and vertices are in it once;
 * each instance reserves its own scratch memory.
 */
export { allocate } from './arena';
export { reserveMesh, useMesh } from './mesh';
export { setFrame } from './frame';
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
export { batch, findClosestOfBatch, reserveBatch } from './batch/batch';
export { batchAt, castRays } from './batch/cast-rays';
export { rays, rayRoom, reserveRays } from './batch/ray-memory';
export { reserveSolid, solid, touchSolid } from './box/touch-solid';
