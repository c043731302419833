/** Exports of the room for other rooms of core, the main process and the renderer. Files of this room do not import it. */

// Bytes, views and nodes.
export {
  headerBytes,
  kindByte,
  leafFlag,
  splitCodes,
  treeVersion,
  type KindFormat,
  type SplitName,
  type Tree,
  type TreeKind,
  type VolumeShape,
} from './layout.ts';
export { fastByDefault, fastestTree } from './fastest-tree.ts';
export { openTree } from './open-tree.ts';
export { byteLengthOf } from './view-tree.ts';
export { writeHeader } from './write-header.ts';
export { plainBits, readRun, runLength, triangleAt, trianglesOfRun } from './leaf-order.ts';
export { childAt, childCount, childrenOf, hasVolume, isLeaf, leafCount, leafFirst, splitAxis } from './nodes.ts';
export { nodeRange, type NodeRange } from './node-range.ts';
export { nodeDepth, nodePath, trianglePath } from './node-path.ts';
export { nodeAround } from './node-around.ts';
export { nodesAtLevel } from './nodes-at-level.ts';
export { nodeBox, readNodeBox } from './node-box.ts';
export { exactBox } from './exact-box.ts';
export { nodeSlack } from './node-slack.ts';
export { treeOptions } from './tree-options.ts';
export { checkStackFits, checkTreeFits, stackLength } from './check-tree-fits.ts';

// Building, refitting and checking.
export { engineTitles, kernelOf, type Engine } from './engine.ts';
export { buildTree, buildWithEngine, type BuiltTree } from './build-tree.ts';
export { buildTreeParallel, minForThreads, threadsHelpBuild } from './build-tree-parallel.ts';
export { createBuildPool, type BuildPool, type BuildThread, type FromBuilder, type ToBuilder } from './kinds/wide/parallel/build-pool.ts';
export { serveBuild } from './kinds/wide/parallel/serve-build.ts';
export { loadRefit, type LoadedRefit } from './refit/load-refit.ts';
export { refitQuality, type RefitQuality } from './refit/refit-quality.ts';
export { refitTree } from './refit/refit-tree.ts';
export { checkTree } from './check-tree.ts';
export type { TreeViolation } from './tree-rules.ts';

// Statistics.
export { treeStatistics, type TreeStatistics } from './statistics.ts';
export { measureNodesInSteps, type NodeMeasure, type NodeMeasures } from './node-measures.ts';
export { sahCost, subtreeCosts } from './subtree-costs.ts';
export { treeTightness, volumeMeasure, type Tightness } from './tightness.ts';
export { worstNodes, type MeasuredNode } from './worst-nodes.ts';

// Kinds. The files of their folders are for the tests of queries in core, which import them directly.
export { kindOfCode, treeKinds } from './kinds/kinds.ts';
export type { KindSpec, Polytope, VolumeGeometry } from './kinds/kind-spec.ts';
export { chooseFrame, isSoundFrame } from './kinds/wide/frame.ts';
export { loadTree } from './kinds/wide/load-tree.ts';
export type { LoadedTree, RayJudge, TouchJudge } from './kinds/wide/loaded-tree.ts';
