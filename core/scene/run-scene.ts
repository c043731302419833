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

/** Which pairs of the steps are returned. */
export interface ListedSteps {
  /** The first steps. */
  readonly steps: number;
  /** The first pairs of each of them. */
  readonly pairs: number;
}

/** Pairs of all steps together, at most: 256 MiB. */
const maxListedPairs = 2 ** 25;

/**
 * Runs a scene step by step: moves the instances, updates their boxes, and finds the pairs of boxes, then of surfaces.
 * @param meshes the meshes of the document, in its order
 * @param startThread see `createNarrowPhase`
 * @param listed the pairs that are returned in `stepPairs`; `null` for none
 * @throws InspectorError as `createSceneStepper` and `SceneStepper.run`; `too-large` for too many pairs; whatever `progress` throws.
 */
export async function runScene(
  meshes: readonly SceneMeshes[],
  scene: SceneDocument,
  options: SceneOptions,
  progress: Progress,
  startThread: () => NarrowThread,
  listed: ListedSteps | null = null,
): Promise<SceneRun> {
  const stepper = createSceneStepper(meshes, packScene(scene), options, startThread);
  const steps: SceneStep[] = [];
  const lists: StepPairs[] = [];
  let first: StepPairs = { pairs: none, overlaps: null };
  let count = 0;
  try {
    for (let step = 0; step < options.steps; step++) {
      const isListed = listed !== null && step < listed.steps;
      const isWanted = step === 0 || isListed;
      const { facts, pairs, narrow } = await stepper.run(step, isWanted, (fraction) => progress((step + fraction) / options.steps));
      steps.push(facts);
      const stepPairs = { pairs: pairs ?? none, overlaps: narrow?.overlaps ?? null };
      if (step === 0) first = stepPairs;
      if (!isListed) continue;
      lists.push({ pairs: firstOf(stepPairs.pairs, listed), overlaps: stepPairs.overlaps && firstOf(stepPairs.overlaps, listed) });
      count += lists.at(-1)!.pairs.length / 2;
      if (count > maxListedPairs) throw tooManyPairs(step);
    }
  } finally {
    stepper.end();
  }
  return { steps, firstPairs: first.pairs, firstOverlaps: first.overlaps, stepPairs: listed === null ? null : lists };
}

const none = new Uint32Array(0);

function firstOf(pairs: Uint32Array, { pairs: most }: ListedSteps): Uint32Array {
  return pairs.length <= 2 * most ? pairs : pairs.slice(0, 2 * most);
}

function tooManyPairs(step: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `The steps up to ${step} have more than ${maxListedPairs} pairs`,
    fix: 'List the pairs of fewer steps',
    location: {},
  });
}
