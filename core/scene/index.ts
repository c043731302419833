/**
 * Many objects: `document` reads scene files, `motion` moves their instances, and `boxes` bounds them.
 * `broad` finds the pairs of boxes that overlap, with one file or folder for each method; `narrow` finds the pairs of surfaces.
 */
export { type LeftOut, leftOutOf } from './boxes/left-out.ts';
export { createWorldBoxes, updateWorldBoxes, type WorldBoxes } from './boxes/world-boxes.ts';
export { sortedBoxPairs, type BoxPairs } from './broad/box-pairs.ts';
export type { BroadPhase, BroadStep, SweepFacts, TreeFacts } from './broad/broad-phase.ts';
export { checkBoxes } from './broad/check-boxes.ts';
export { createBroadPhase } from './broad/create-broad-phase.ts';
export { pairFilter, type PairFilter } from './broad/pair-filter.ts';
export { countPossiblePairs } from './broad/possible-pairs.ts';
export { segmentSizes, sizesBy } from './broad/sweep-and-prune/segments.ts';
export { createDynamicTree } from './broad/tree/dynamic-tree.ts';
export { compareScene, type ComparedMesh, type SceneComparison } from './compare/compare-scene.ts';
export { comparedStepsText, comparisonCsv, curveName, methodName } from './compare/comparison-csv.ts';
export type { BroadRow } from './compare/compare-broad-phases.ts';
export { setsText, type SetsRow } from './compare/compare-sets.ts';
export { leafRounds, type LeafRow, leafText } from './compare/compare-leaf-storage.ts';
export { parseScene } from './document/parse-scene.ts';
export { maxSceneBytes, parseSceneBytes } from './document/scene-bytes.ts';
export { joinMotions, motionCount, type MotionSummary, packMotions, type PackedMotions, selectMotions } from './document/packed-motions.ts';
export { instanceSummaryAt, type InstanceSummary, packScene, unpackScene, type PackedScene } from './document/packed-scene.ts';
export { everyLayer, type SceneDocument, type SceneInstance, type SceneMotion } from './document/scene-document.ts';
export { sceneText, sceneTextPieces } from './document/scene-text.ts';
export { createScenePoses, moveToStep, type ScenePoses } from './motion/scene-poses.ts';
export type { FromNarrow, NarrowThread, ToNarrow } from './narrow/narrow-messages.ts';
export { relativePlacement } from './narrow/relative-placement.ts';
export { serveNarrow } from './narrow/serve-narrow.ts';
export { type ListedSteps, runScene, type SceneRun, type StepPairs } from './run-scene.ts';
export { placeInstances, type PlacedMeshes } from './place/place-instances.ts';
export { placeParts, type PlacedParts } from './place/place-parts.ts';
export {
  createSceneStepper,
  type NarrowFacts,
  type SceneMeshes,
  type SceneStep,
  type SceneStepper,
  type SteppedScene,
} from './scene-stepper.ts';
