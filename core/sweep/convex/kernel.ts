import {
  hitNumbers,
  hitWords,
  renewViews,
  resultBoxesWord,
  resultHitsWord,
  resultTrianglesWord,
  resultTriangleWord,
  startsInside,
  sweepHit,
  sweepLoNumber,
  sweepMiss,
  sweepProofNumber,
} from '../../kernel/index.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TriangleFilter } from '../../query/triangle-filter.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import { considerTriangle, createFoundTriangles, firstTriangleOf, type FirstTriangle } from './found.ts';
import { readLocalCorners } from './triangle-time.ts';
import type { SweepSetup } from './setup.ts';
import type { TriangleWork } from './workspace.ts';

/** Returns whether a shape is the points within a radius of one point, for which the kernel has a search of its own. */
export function isSphere({ points, radius }: SweepSetup): boolean {
  return points.length === 3 && radius > 0;
}

/**
 * Runs the search for the first triangle in WebAssembly, with the operations of `triangleTime`. Where plain f64 does not decide, the triangles
 * that may be touched first are tested here. Returns `left` and does nothing for a sweep that f32 does not fit. Hot: bench `sweep`.
 */
export function firstOfSphere(
  work: TriangleWork,
  loaded: LoadedTree,
  mesh: TriangleMesh,
  maxInterval: number,
): FirstTriangle | 'left' | null {
  const { sweep, motion, radius } = work.setup;
  const { from } = sweep;
  const outcome = loaded.kernel.sweepSphere(from[0], from[1], from[2], motion[0], motion[1], motion[2], radius, maxInterval);
  if (outcome < 0 && outcome !== sweepMiss && outcome !== sweepHit && outcome !== startsInside) return 'left';
  renewViews(loaded);
  const { f64, u32, resultU32, resultF64 } = loaded;
  work.nodesVisited = u32[resultU32 + resultBoxesWord];
  work.trianglesTested = u32[resultU32 + resultTrianglesWord];
  if (outcome === sweepMiss) return null;
  if (outcome >= 0) return firstOfHits(work, loaded, mesh, maxInterval, outcome);
  const triangle = u32[resultU32 + resultTriangleWord];
  readLocalCorners(work, mesh, triangle);
  for (let k = 0; k < 3; k++) work.proof[k] = f64[resultF64 + sweepProofNumber + k];
  return {
    triangle,
    startsInside: outcome === startsInside,
    time: f64[resultF64],
    lo: f64[resultF64 + sweepLoNumber],
    hi: f64[resultF64 + 1],
  };
}

/**
 * Descends the tree in WebAssembly for any shape, with the box around it, and tests the triangles of leaves here as they come. Returns `left` and does
 * nothing for a sweep that f32 does not fit. Hot.
 */
export function firstByLeaves(
  work: TriangleWork,
  loaded: LoadedTree,
  mesh: TriangleMesh,
  maxInterval: number,
  accepts: TriangleFilter,
): FirstTriangle | 'left' | null {
  const { sweep, motion, around } = work.setup;
  const { from } = sweep;
  const [x, y, z] = from;
  const { kernel } = loaded;
  const box = [around[0], around[1], around[2], around[3], around[4], around[5]] as const;
  if (kernel.beginSweep(x, y, z, motion[0], motion[1], motion[2], ...box) < 0) return 'left';
  const found = createFoundTriangles();
  for (;;) {
    const count = kernel.nextSwept(found.limit);
    if (count < 0) return 'left';
    renewViews(loaded);
    const { u32, resultU32 } = loaded;
    work.nodesVisited = u32[resultU32 + resultBoxesWord];
    work.trianglesTested = u32[resultU32 + resultTrianglesWord];
    if (count === 0) return firstTriangleOf(found, work, mesh, maxInterval);
    const words = u32[resultU32 + resultHitsWord] / 4;
    for (let i = 0; i < count; i++) {
      const triangle = u32[words + hitWords * i];
      if (accepts === null || accepts(triangle)) considerTriangle(found, work, mesh, triangle, maxInterval);
    }
  }
}

/** Tests the hits of the kernel, the one with the shortest length first: most others are then known to be later after a step. */
function firstOfHits(
  work: TriangleWork,
  { f64, u32, resultU32 }: LoadedTree,
  mesh: TriangleMesh,
  maxInterval: number,
  count: number,
): FirstTriangle | null {
  const words = u32[resultU32 + resultHitsWord] / 4;
  const numbers = words / 2 + 1;
  let nearest = 0;
  for (let i = 1; i < count; i++) if (f64[numbers + hitNumbers * i] < f64[numbers + hitNumbers * nearest]) nearest = i;
  const found = createFoundTriangles();
  considerTriangle(found, work, mesh, u32[words + hitWords * nearest], maxInterval);
  for (let i = 0; i < count; i++) if (i !== nearest) considerTriangle(found, work, mesh, u32[words + hitWords * i], maxInterval);
  return firstTriangleOf(found, work, mesh, maxInterval);
}
