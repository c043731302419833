import type { SceneOptions } from '../options/scene-options.ts';
import type { Progress } from '../progress.ts';
import type { SceneDocument } from './document/scene-document.ts';
import type { NarrowThread } from './narrow/narrow-messages.ts';
import { createSceneStepper, type SceneMeshes, type SceneStep } from './scene-stepper.ts';

/** The steps of a scene. */
export interface SceneRun {
  readonly steps: readonly SceneStep[];
  /** (2·n) the pairs of the first step as i < j, ascending. */
  readonly firstPairs: Uint32Array;
  /** (2·n) those whose surfaces share a point; `null` without the narrow phase. */
  readonly firstOverlaps: Uint32Array | null;
}

/**
 * Runs a scene step by step: moves the instances, updates their boxes, and finds the pairs of boxes, then of surfaces.
 * @param meshes the meshes of the document, in its order
 * @param startThread see `createNarrowPhase`
 * @throws InspectorError as `createSceneStepper` and `SceneStepper.run`; whatever `progress` throws.
 */
export async function runScene(
  meshes: readonly SceneMeshes[],
  scene: SceneDocument,
  options: SceneOptions,
  progress: Progress,
  startThread: () => NarrowThread,
): Promise<SceneRun> {
  const stepper = createSceneStepper(meshes, scene, options, startThread);
  let firstPairs: Uint32Array = new Uint32Array(0);
  let firstOverlaps: Uint32Array | null = null;
  const steps: SceneStep[] = [];
  try {
    for (let step = 0; step < options.steps; step++) {
      const { facts, pairs, narrow } = await stepper.run(step, step === 0, (fraction) => progress((step + fraction) / options.steps));
      steps.push(facts);
      if (step === 0) [firstPairs, firstOverlaps] = [pairs!, narrow?.overlaps ?? null];
    }
  } finally {
    stepper.end();
  }
  return { steps, firstPairs, firstOverlaps };
}
