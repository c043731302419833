import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { SceneOptions } from '../options/scene-options.ts';
import type { Progress } from '../progress.ts';
import { createWorldBoxes, updateWorldBoxes } from './boxes/world-boxes.ts';
import { sortedBoxPairs } from './broad/box-pairs.ts';
import type { SweepFacts, TreeFacts } from './broad/broad-phase.ts';
import { createBroadPhase } from './broad/create-broad-phase.ts';
import { pairFilter } from './broad/pair-filter.ts';
import type { SceneDocument } from './document/scene-document.ts';
import { createScenePoses, moveToStep } from './motion/scene-poses.ts';

/** One step of a scene. */
export interface SceneStep {
  /** Pairs of boxes that overlap or touch. */
  readonly pairs: number;
  /** See `BroadStep`. */
  readonly swaps: number | null;
  readonly tests: number;
  /** Time of the broad phase alone. */
  readonly milliseconds: number;
  readonly sweep: SweepFacts | null;
  readonly tree: TreeFacts | null;
}

/** The steps of a scene. */
export interface SceneRun {
  readonly steps: readonly SceneStep[];
  /** (2·n) the pairs of the first step as i < j, ascending. */
  readonly firstPairs: Uint32Array;
}

/**
 * Runs a scene step by step: moves the instances, updates their boxes, and finds the pairs of boxes.
 * @param meshes the meshes of the document, in its order
 * @throws InspectorError as `createWorldBoxes`; `too-large` for too many pairs; whatever `progress` throws.
 */
export function runScene(meshes: readonly TriangleMesh[], scene: SceneDocument, options: SceneOptions, progress: Progress): SceneRun {
  const count = scene.instances.length;
  const poses = createScenePoses(scene.instances);
  const world = createWorldBoxes(meshes, poses);
  const phase = createBroadPhase(options, count, pairFilter(scene.instances));
  let firstPairs: Uint32Array = new Uint32Array(0);
  const steps: SceneStep[] = [];
  for (let step = 0; step < options.steps; step++) {
    const part = (fraction: number): void => progress((step + fraction) / options.steps);
    if (step > 0) {
      moveToStep(poses, step);
      updateWorldBoxes(world, poses);
    }
    const start = performance.now();
    const { found, tests, swaps, sweep, tree } = phase.update(world.boxes, part);
    const milliseconds = performance.now() - start;
    steps.push({ pairs: found.words / 2, swaps, tests, milliseconds, sweep, tree });
    if (step === 0) firstPairs = sortedBoxPairs(found, count, () => part(1));
  }
  return { steps, firstPairs };
}
