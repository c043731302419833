import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { SceneOptions } from '../options/scene-options.ts';
import type { Progress } from '../progress.ts';
import { createWorldBoxes, updateWorldBoxes } from './boxes/world-boxes.ts';
import { sortedBoxPairs } from './broad/box-pairs.ts';
import type { SweepFacts, TreeFacts } from './broad/broad-phase.ts';
import { createBroadPhase } from './broad/create-broad-phase.ts';
import { pairFilter } from './broad/pair-filter.ts';
import type { SceneDocument } from './document/scene-document.ts';
import { createScenePoses, moveToStep } from './motion/scene-poses.ts';
import type { NarrowScene, NarrowThread } from './narrow/narrow-messages.ts';
import { createNarrowPhase } from './narrow/narrow-phase.ts';

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
  /** `null` without the narrow phase. */
  readonly narrow: NarrowFacts | null;
}

/** The narrow phase of a step. */
export interface NarrowFacts {
  /** Pairs whose bounding spheres touch. */
  readonly spheres: number;
  /** Pairs whose surfaces share a point. */
  readonly overlaps: number;
  readonly milliseconds: number;
  /** Threads that ended and were replaced, so far. */
  readonly lost: number;
}

/** The steps of a scene. */
export interface SceneRun {
  readonly steps: readonly SceneStep[];
  /** (2·n) the pairs of the first step as i < j, ascending. */
  readonly firstPairs: Uint32Array;
  /** (2·n) those whose surfaces share a point; `null` without the narrow phase. */
  readonly firstOverlaps: Uint32Array | null;
}

/** The meshes of a scene; trees are needed for the narrow phase only. */
export interface SceneMeshes {
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly tree: ArrayBuffer | SharedArrayBuffer | null;
}

/**
 * Runs a scene step by step: moves the instances, updates their boxes, and finds the pairs of boxes, then of surfaces.
 * @param meshes the meshes of the document, in its order
 * @param startThread see `createNarrowPhase`
 * @throws InspectorError as `createWorldBoxes`; `invalid-bytes`; `too-large` for too many pairs; `worker-lost`; whatever `progress` throws.
 */
export async function runScene(
  meshes: readonly SceneMeshes[],
  scene: SceneDocument,
  options: SceneOptions,
  progress: Progress,
  startThread: () => NarrowThread,
): Promise<SceneRun> {
  const count = scene.instances.length;
  const opened = meshes.map(({ mesh }) => openMeshBytes(mesh));
  const poses = createScenePoses(scene.instances);
  const world = createWorldBoxes(opened, poses);
  const phase = createBroadPhase(options, count, pairFilter(scene.instances));
  const narrow = options.narrow ? createNarrowPhase(narrowScene(meshes, scene), opened, world, poses, options.threads, startThread) : null;
  let firstPairs: Uint32Array = new Uint32Array(0);
  let firstOverlaps: Uint32Array | null = null;
  const steps: SceneStep[] = [];
  try {
    for (let step = 0; step < options.steps; step++) {
      const part = (fraction: number): void => progress((step + fraction) / options.steps);
      if (step > 0) {
        moveToStep(poses, step);
        updateWorldBoxes(world, poses);
      }
      const start = performance.now();
      const { found, ...facts } = phase.update(world.boxes, part);
      const milliseconds = performance.now() - start;
      const pairs = step === 0 || narrow !== null ? sortedBoxPairs(found, count, () => part(1)) : null;
      const narrowStart = performance.now();
      const result = narrow === null ? null : await narrow.run(pairs!, part);
      const narrowFacts =
        result === null ? null : { ...result, overlaps: result.overlaps.length / 2, milliseconds: performance.now() - narrowStart };
      steps.push({ pairs: found.words / 2, ...facts, milliseconds, narrow: narrowFacts });
      if (step === 0) [firstPairs, firstOverlaps] = [pairs!, result?.overlaps ?? null];
    }
  } finally {
    narrow?.end();
  }
  return { steps, firstPairs, firstOverlaps };
}

function narrowScene(meshes: readonly SceneMeshes[], scene: SceneDocument): NarrowScene {
  return {
    meshes: meshes.map(({ mesh, tree }) => ({ mesh, tree: tree! })),
    meshOf: Uint32Array.from(scene.instances, ({ mesh }) => mesh),
  };
}
