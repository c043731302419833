import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { allocateShared, sharedCopy } from '../../shared-copy.ts';
import { WorkPool } from '../../work-pool.ts';
import type { WorldBoxes } from '../boxes/world-boxes.ts';
import type { ScenePoses } from '../motion/scene-poses.ts';
import { createBoundingSpheres, spheresTouch, updateBoundingSpheres } from './bounding-spheres.ts';
import { narrowPlan, predictedCost } from './narrow-batches.ts';
import { type NarrowScene, type NarrowStep, type NarrowThread, pairResult } from './narrow-messages.ts';
import { createPairTester } from './pair-tester.ts';

/** Decides exactly which pairs of boxes are pairs of surfaces (catalogue B3). */
export interface NarrowPhase {
  /** Tests pairs (2·p) of instances at the step of the poses. @throws as `WorkPool.run`. */
  readonly run: (pairs: Uint32Array, progress: Progress) => Promise<NarrowResult>;
  readonly end: () => void;
}

/** How far each pair came. */
export interface NarrowResult {
  /** (2·n) pairs whose bounding spheres touch, in the order of the given ones. */
  readonly near: Uint32Array;
  /** (2·n) pairs whose surfaces share a point, in the order of the given ones. */
  readonly overlaps: Uint32Array;
  /** Pairs of convex parts that separating axes decided; the others were tested tree against tree. */
  readonly byAxes: number;
  /** (2·n) pairs that no test decided: their matrices differ too much in scale. */
  readonly undecided: Uint32Array;
  /** Threads that ended and were replaced, so far. */
  readonly lost: number;
}

/**
 * Returns the narrow phase of a scene: bounding spheres first, then the exact test of the surfaces: separating axes for
 * convex parts, tree against tree for others and near contact. With two threads
 * and more, pairs are spread over threads that share the memory of meshes and trees; the result is the same.
 * @param startThread starts a thread that runs `serveNarrow`; not called for one thread
 * @throws InspectorError `invalid-bytes`.
 */
export function createNarrowPhase(
  { meshes: bytes, meshOf }: NarrowScene,
  meshes: readonly TriangleMesh[],
  world: WorldBoxes,
  poses: ScenePoses,
  threads: number,
  startThread: () => NarrowThread,
): NarrowPhase {
  const spheres = createBoundingSpheres(world.points, poses);
  const triangles = meshes.map(({ indices }) => indices.length / 3);
  const scene = {
    meshes: threads > 1 ? bytes.map(({ mesh, tree }) => ({ mesh: sharedCopy(mesh), tree: sharedCopy(tree) })) : bytes,
    meshOf,
  };
  const pool = threads > 1 ? new WorkPool(scene, threads, startThread) : null;
  const tester = pool === null ? createPairTester(scene) : null;
  const matrices = threads > 1 ? new Float64Array(allocateShared(poses.matrices.byteLength)) : poses.matrices;
  return {
    run: async (pairs, progress) => {
      updateBoundingSpheres(spheres, poses);
      if (pool !== null) matrices.set(poses.matrices);
      const near = nearPairs(pairs, (i, j) => spheresTouch(spheres, i, j));
      const costs = new Float64Array(near.length / 2);
      for (let k = 0; k < costs.length; k++) {
        const [i, j] = [near[2 * k], near[2 * k + 1]];
        costs[k] = predictedCost(world.boxes, i, j, triangles[meshOf[i]], triangles[meshOf[j]]);
      }
      const { order, batches } = narrowPlan(costs, threads);
      const step = stepOf(matrices, near, order, pool !== null);
      if (tester !== null) {
        batches.forEach((batch, k) => {
          progress(k / batches.length);
          tester.testBatch(step, batch);
        });
      } else await pool!.run(step, batches, progress);
      const overlaps = nearPairs(near, (_, __, k) => (step.results[k] & pairResult.overlap) !== 0);
      const undecided = nearPairs(near, (_, __, k) => step.results[k] === pairResult.undecided);
      return { near, overlaps, undecided, byAxes: countByAxes(step.results), lost: pool?.lost ?? 0 };
    },
    end: () => pool?.end(),
  };
}

function stepOf(matrices: Float64Array, pairs: Uint32Array, order: Uint32Array, isShared: boolean): NarrowStep {
  if (!isShared) return { matrices, pairs, order, results: new Uint8Array(order.length) };
  const step = {
    matrices,
    pairs: new Uint32Array(allocateShared(pairs.byteLength)),
    order: new Uint32Array(allocateShared(order.byteLength)),
    results: new Uint8Array(allocateShared(order.length)),
  };
  step.pairs.set(pairs);
  step.order.set(order);
  return step;
}

function countByAxes(results: Uint8Array): number {
  let count = 0;
  for (const result of results) if ((result & pairResult.byAxes) !== 0) count++;
  return count;
}

/** Returns the pairs that pass a test, in their order. */
function nearPairs(pairs: Uint32Array, passes: (i: number, j: number, k: number) => boolean): Uint32Array {
  const kept = new Uint32Array(pairs.length);
  let words = 0;
  for (let k = 0; k < pairs.length / 2; k++) {
    if (!passes(pairs[2 * k], pairs[2 * k + 1], k)) continue;
    kept[words++] = pairs[2 * k];
    kept[words++] = pairs[2 * k + 1];
  }
  return kept.slice(0, words);
}
