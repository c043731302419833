import { InspectorError } from '../error.ts';
import type { SceneOptions } from '../options/scene-options.ts';
import type { Progress } from '../progress.ts';
import { packScene } from './document/packed-scene.ts';
import type { SceneDocument } from './document/scene-document.ts';
import type { NarrowThread } from './narrow/narrow-messages.ts';
import { createSceneStepper, type SceneMeshes, type SceneStep } from './scene-stepper.ts';

/** The pairs of a step. */
export interface StepPairs {
  /** (2·n) pairs of boxes as i < j, ascending. */
  readonly pairs: Uint32Array;
  /** (2·n) those whose surfaces share a point; `null` without the narrow phase. */
  readonly overlaps: Uint32Array | null;
}

/** The steps of a scene. */
export interface SceneRun {
  readonly steps: readonly SceneStep[];
  /** (2·n) the pairs of the first step as i < j, ascending. */
  readonly firstPairs: Uint32Array;
  /** (2·n) those whose surfaces share a point; `null` without the narrow phase. */
  readonly firstOverlaps: Uint32Array | null;
  /** The pairs of every step; `null` if they were not requested. */
  readonly stepPairs: readonly StepPairs[] | null;
}

/** Pairs of all steps together, at most: 256 MiB. */
const maxListedPairs = 2 ** 25;

/**
 * Runs a scene step by step: moves the instances, updates their boxes, and finds the pairs of boxes, then of surfaces.
 * @param meshes the meshes of the document, in its order
 * @param startThread see `createNarrowPhase`
 * @param isListed whether the pairs of every step are returned, not those of the first step only
 * @throws InspectorError as `createSceneStepper` and `SceneStepper.run`; `too-large` for too many pairs; whatever `progress` throws.
 */
export async function runScene(
  meshes: readonly SceneMeshes[],
  scene: SceneDocument,
  options: SceneOptions,
  progress: Progress,
  startThread: () => NarrowThread,
  isListed = false,
): Promise<SceneRun> {
  const stepper = createSceneStepper(meshes, packScene(scene), options, startThread);
  const steps: SceneStep[] = [];
  const lists: StepPairs[] = [];
  let listed = 0;
  try {
    for (let step = 0; step < options.steps; step++) {
      const isWanted = step === 0 || isListed;
      const { facts, pairs, narrow } = await stepper.run(step, isWanted, (fraction) => progress((step + fraction) / options.steps));
      steps.push(facts);
      if (!isWanted) continue;
      listed += facts.pairs;
      if (listed > maxListedPairs) throw tooManyPairs(step);
      lists.push({ pairs: pairs!, overlaps: narrow?.overlaps ?? null });
    }
  } finally {
    stepper.end();
  }
  const { pairs: firstPairs, overlaps: firstOverlaps } = lists[0] ?? { pairs: new Uint32Array(0), overlaps: null };
  return { steps, firstPairs, firstOverlaps, stepPairs: isListed ? lists : null };
}

function tooManyPairs(step: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `The steps up to ${step} have more than ${maxListedPairs} pairs`,
    fix: 'List the pairs of fewer steps',
    location: {},
  });
}
