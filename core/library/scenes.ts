import { invalidArgument } from '../error.ts';
import { writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkValues } from '../options/option.ts';
import { sceneOptions, type SceneOptions } from '../options/scene-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { sortedBoxPairs } from '../scene/broad/box-pairs.ts';
import { checkBoxes } from '../scene/broad/check-boxes.ts';
import { createBroadPhase as createPhase } from '../scene/broad/create-broad-phase.ts';
import type { PairFilter } from '../scene/broad/pair-filter.ts';
import type { SceneDocument } from '../scene/document/scene-document.ts';
import { runScene as runSteps, type SceneRun } from '../scene/run-scene.ts';
import type { SceneMeshes } from '../scene/scene-stepper.ts';
import { buildTree } from './build-tree.ts';
import { wholeMesh } from './whole-mesh.ts';

export interface BroadPhaseOptions extends Pick<SceneOptions, 'method' | 'sort' | 'segments'> {
  /** Which boxes may be a pair; `null` for all. */
  readonly filter: PairFilter | null;
}

/** Finds the pairs among a fixed number of boxes again and again, and keeps what helps the next time. */
export interface BoxBroadPhase {
  /**
   * Returns (2·n) the pairs of closed boxes that share a point, as i < j, ascending.
   * @param boxes (6·n) min x, y, z, max x, y, z of each
   * @throws InspectorError `invalid-argument` with the number of a box that is not finite, or whose min is above its max; `too-large` for
   * too many pairs.
   */
  readonly pairs: (boxes: Float64Array) => Uint32Array;
}

/**
 * Returns a broad phase for `count` boxes (B1, B2, B4). All methods find the same pairs; `grid` is the fastest on many boxes, and the default.
 * @throws InspectorError `invalid-argument` for options out of range, a wrong number of boxes, and a filter of another size.
 */
export function createBroadPhase(count: number, options: Partial<BroadPhaseOptions> = {}): BoxBroadPhase {
  const { filter = null, ...given } = options;
  if (!Number.isInteger(count) || count < 0) throw invalidArgument(`The number of boxes is ${count}`, 'Give a whole number of 0 or more');
  if (filter !== null && [filter.moving, filter.layers, filter.masks].some(({ length }) => length !== count))
    throw invalidArgument(`The filter is not one of ${count} boxes`, 'Give three arrays with one number for each box');
  const phase = createPhase(checkedOptions({ method: 'grid', ...given }), count, filter);
  return {
    pairs(boxes) {
      checkBoxes(boxes);
      if (boxes.length !== 6 * count)
        throw invalidArgument(`${boxes.length / 6} boxes are not ${count}`, 'Give as many boxes as at the start');
      return sortedBoxPairs(phase.update(boxes, noProgress).found, count, noProgress);
    },
  };
}

/**
 * Moves the instances of a scene step by step, and finds their pairs (B1 to B4): of boxes, and with `narrow` of surfaces, in this thread.
 * @param meshes the meshes of the document, in its order
 * @throws InspectorError (rejects) `invalid-argument` for another number of meshes or options out of range, and as `buildTree` for a mesh.
 * `no-triangles`, `malformed`, `too-large` with the place in the scene; whatever `progress` throws.
 */
export async function runScene(
  scene: SceneDocument,
  meshes: readonly TriangleMesh[],
  options: Partial<Omit<SceneOptions, 'threads'>> = {},
  progress: Progress = noProgress,
): Promise<SceneRun> {
  if (meshes.length !== scene.meshes.length)
    throw invalidArgument(
      `${meshes.length} meshes are not the ${scene.meshes.length} of the scene`,
      'Give the meshes that the scene names, in its order',
    );
  const checked = checkedOptions({ ...options, threads: 1 });
  const held = meshes.map(wholeMesh).map(
    (mesh): SceneMeshes => ({
      mesh: writeMeshBytes(mesh, (byteLength) => new ArrayBuffer(byteLength)),
      tree: checked.narrow ? buildTree(mesh).bytes : null,
    }),
  );
  return runSteps(held, scene, checked, progress, () => {
    throw new Error('One thread starts no other');
  });
}

function checkedOptions(given: Partial<SceneOptions>): SceneOptions {
  return checkValues(sceneOptions, given);
}
