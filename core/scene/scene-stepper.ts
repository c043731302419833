import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { SceneOptions } from '../options/scene-options.ts';
import type { Progress } from '../progress.ts';
import { createWorldBoxes, updateWorldBoxes, type WorldBoxes } from './boxes/world-boxes.ts';
import { sortedBoxPairs } from './broad/box-pairs.ts';
import type { SweepFacts, TreeFacts } from './broad/broad-phase.ts';
import { createBroadPhase } from './broad/create-broad-phase.ts';
import { columnsFilter } from './broad/pair-filter.ts';
import type { PackedScene } from './document/packed-scene.ts';
import { createScenePoses, moveToStep, type ScenePoses } from './motion/scene-poses.ts';
import type { NarrowScene, NarrowThread } from './narrow/narrow-messages.ts';
import { createNarrowPhase, type NarrowResult } from './narrow/narrow-phase.ts';

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
  /** Pairs of convex parts that separating axes decided. */
  readonly byAxes: number;
  /** Pairs that no test decided: their matrices differ too much in scale. They are not among the overlaps. */
  readonly undecided: number;
  /** The first of them as i < j, at most 10. */
  readonly undecidedPairs: readonly (readonly [number, number])[];
  readonly milliseconds: number;
  /** Threads that ended and were replaced, so far. */
  readonly lost: number;
}

/** The meshes of a scene; trees are needed for the narrow phase only. */
export interface SceneMeshes {
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly tree: ArrayBuffer | SharedArrayBuffer | null;
}

/** A step with its pairs. */
export interface SteppedScene {
  readonly facts: SceneStep;
  /** (2·n) pairs of boxes as i < j, ascending; `null` if they were not requested. */
  readonly pairs: Uint32Array | null;
  /** How far each of them came; `null` without the narrow phase. */
  readonly narrow: NarrowResult | null;
}

/** A scene that can be moved to any step. */
export interface SceneStepper {
  readonly poses: ScenePoses;
  /** The boxes of the last step. */
  readonly world: WorldBoxes;
  /**
   * Moves the instances to a step, and finds the pairs of boxes, then of surfaces. The pairs of a step do not depend on the steps before;
   * swaps, tests and times do. With the narrow phase pairs are always listed.
   * @throws InspectorError `too-large` for too many pairs; `worker-lost`; as `updateWorldBoxes`; whatever `progress` throws.
   */
  readonly run: (step: number, lists: boolean, progress: Progress) => Promise<SteppedScene>;
  /** Ends the threads. */
  readonly end: () => void;
}

/**
 * Returns a scene at step 0.
 * @param meshes the meshes of the document, in its order
 * @param startThread see `createNarrowPhase`
 * @throws InspectorError as `createWorldBoxes`; `invalid-bytes`.
 */
export function createSceneStepper(
  meshes: readonly SceneMeshes[],
  scene: PackedScene,
  options: SceneOptions,
  startThread: () => NarrowThread,
): SceneStepper {
  const count = scene.meshOf.length;
  const opened = meshes.map(({ mesh }) => openMeshBytes(mesh));
  const poses = createScenePoses(scene);
  const world = createWorldBoxes(opened, poses);
  const phase = createBroadPhase(options, count, columnsFilter(scene));
  const narrow = options.narrow ? createNarrowPhase(narrowScene(meshes, scene), opened, world, poses, options.threads, startThread) : null;
  return {
    poses,
    world,
    run: async (step, lists, progress) => {
      if (step !== poses.step) {
        moveToStep(poses, step);
        updateWorldBoxes(world, poses);
      }
      const start = performance.now();
      const { found, ...facts } = phase.update(world.boxes, progress);
      const milliseconds = performance.now() - start;
      const pairs = lists || narrow !== null ? sortedBoxPairs(found, count, () => progress(1)) : null;
      const narrowStart = performance.now();
      const result = narrow === null ? null : await narrow.run(pairs!, progress);
      const narrowFacts = result === null ? null : narrowFactsOf(result, performance.now() - narrowStart);
      return { facts: { pairs: found.words / 2, ...facts, milliseconds, narrow: narrowFacts }, pairs, narrow: result };
    },
    end: () => narrow?.end(),
  };
}

/** Undecided pairs that are named. */
const maxNamed = 10;

function narrowFactsOf({ near, overlaps, byAxes, undecided, lost }: NarrowResult, milliseconds: number): NarrowFacts {
  const named = Array.from(
    { length: Math.min(maxNamed, undecided.length / 2) },
    (_, k) => [undecided[2 * k], undecided[2 * k + 1]] as const,
  );
  return {
    spheres: near.length / 2,
    overlaps: overlaps.length / 2,
    byAxes,
    undecided: undecided.length / 2,
    undecidedPairs: named,
    milliseconds,
    lost,
  };
}

function narrowScene(meshes: readonly SceneMeshes[], { meshOf }: PackedScene): NarrowScene {
  return {
    meshes: meshes.map(({ mesh, tree }) => ({ mesh, tree: tree! })),
    meshOf,
  };
}
