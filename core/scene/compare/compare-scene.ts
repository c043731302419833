import { openMeshBytes } from '../../mesh/mesh-bytes.ts';
import type { SceneOptions } from '../../options/scene-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { openTree } from '../../tree/open-tree.ts';
import { createWorldBoxes, updateWorldBoxes } from '../boxes/world-boxes.ts';
import { sortedBoxPairs } from '../broad/box-pairs.ts';
import { createBroadPhase } from '../broad/create-broad-phase.ts';
import { pairFilter } from '../broad/pair-filter.ts';
import { packScene } from '../document/packed-scene.ts';
import type { SceneDocument } from '../document/scene-document.ts';
import { createScenePoses, moveToStep } from '../motion/scene-poses.ts';
import { type BroadRow, compareBroadPhases } from './compare-broad-phases.ts';
import { type Clock, compareLeafStorage, type LeafRow } from './compare-leaf-storage.ts';
import { compareSets, type SetsRow } from './compare-sets.ts';

/** A mesh with the trees of the comparison. */
export interface ComparedMesh {
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly withLeaves: ArrayBuffer | SharedArrayBuffer;
  readonly leafFree: ArrayBuffer | SharedArrayBuffer;
}

/** The article's figures 2 and 3, measured on a scene, and the tests that sets of their own save. */
export interface SceneComparison {
  /** Steps of `broad`: fewer than requested where their boxes take too much memory. */
  readonly steps: number;
  readonly broad: readonly BroadRow[];
  readonly leaves: readonly LeafRow[];
  /** What the times of `leaves` are: processor time where the host measures it, else elapsed time. */
  readonly leafClock: 'processor' | 'elapsed';
  /** `null` if all instances are in one set. */
  readonly sets: SetsRow | null;
}

/** Memory of the boxes of all steps; more steps are left out. */
const maxBoxBytes = 2 ** 29;

/**
 * Compares the broad phases and the storage of leaves on a scene.
 * @param processorTime returns the processor time of the thread or the process; `null` if the host does not measure it
 * @throws InspectorError as `runScene`.
 */
export function compareScene(
  meshes: readonly ComparedMesh[],
  scene: SceneDocument,
  { segments, steps }: Pick<SceneOptions, 'segments' | 'steps'>,
  progress: Progress,
  processorTime: Clock | null = null,
): SceneComparison {
  const opened = meshes.map(({ mesh }) => openMeshBytes(mesh));
  const { instances } = scene;
  const poses = createScenePoses(packScene(scene));
  const world = createWorldBoxes(opened, poses);
  const matrices = poses.matrices.slice();
  const kept = Math.max(1, Math.min(steps, Math.floor(maxBoxBytes / Math.max(1, world.boxes.byteLength))));
  const stepBoxes = Array.from({ length: kept }, (_, step) => {
    moveToStep(poses, step);
    updateWorldBoxes(world, poses);
    return world.boxes.slice();
  });
  const [first] = stepBoxes;
  const broad = compareBroadPhases(instances, stepBoxes, segments, (fraction) => progress(0.6 * fraction));
  const phase = createBroadPhase({ method: 'sap', sort: 'shell', segments }, instances.length, pairFilter(instances));
  const pairs = sortedBoxPairs(phase.update(first, noProgress).found, instances.length, () => progress(0.6));
  const trees = opened.map((mesh, i) => ({
    withLeaves: { mesh, tree: openTree(meshes[i].withLeaves) },
    leafFree: { mesh, tree: openTree(meshes[i].leafFree) },
  }));
  const meshOf = Uint32Array.from(instances, ({ mesh }) => mesh);
  const clock = processorTime ?? (() => performance.now());
  const leaves = compareLeafStorage(trees, meshOf, matrices, pairs, (fraction) => progress(0.6 + 0.35 * fraction), clock);
  return {
    steps: kept,
    broad,
    leaves,
    leafClock: processorTime === null ? 'elapsed' : 'processor',
    sets: compareSets(instances, first, () => progress(0.95)),
  };
}
