/**
 * Many objects: `document` reads scene files, `motion` moves their instances, and `boxes` bounds them.
 * `broad` finds the pairs of boxes that overlap, with one file or folder for each method; `narrow` finds the pairs of surfaces.
 */
export { createWorldBoxes, updateWorldBoxes, type WorldBoxes } from './boxes/world-boxes.ts';
export { sortedBoxPairs, type BoxPairs } from './broad/box-pairs.ts';
export type { BroadPhase, BroadStep, SweepFacts, TreeFacts } from './broad/broad-phase.ts';
export { checkBoxes } from './broad/check-boxes.ts';
export { createBroadPhase } from './broad/create-broad-phase.ts';
export { pairFilter, type PairFilter } from './broad/pair-filter.ts';
export { segmentSizes } from './broad/sweep-and-prune/segments.ts';
export { createDynamicTree } from './broad/tree/dynamic-tree.ts';
export { compareScene, type ComparedMesh, type SceneComparison } from './compare/compare-scene.ts';
export { parseScene } from './document/parse-scene.ts';
export { everyLayer, type SceneDocument, type SceneInstance, type SceneMotion } from './document/scene-document.ts';
export { createScenePoses, moveToStep, type ScenePoses } from './motion/scene-poses.ts';
export type { FromNarrow, NarrowThread, ToNarrow } from './narrow/narrow-messages.ts';
export { serveNarrow } from './narrow/serve-narrow.ts';
export { runScene, type NarrowFacts, type SceneMeshes, type SceneRun, type SceneStep } from './run-scene.ts';
