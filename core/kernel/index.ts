/**
 * The door of the kernel: the only file of this room that other rooms import. Instances and their exported functions, the arena and views of
 * its memory, and the layouts that JavaScript shares with WASM.
 */
export { type Kernel, compileKernel, noHost, theKernel } from './compile-kernel.ts';
export { type KernelState, type SharedKernel, adoptState, instantiateShared, stateOf, theSharedKernel } from './shared-kernel.ts';
export type { BuilderExports, KernelExports, KernelHost, KernelWord, SharedExports } from './kernel-exports.ts';
export {
  checkFits,
  copyIn,
  isTooLarge,
  loadMesh,
  meshMemory,
  reserve,
  reserved,
  tooLarge,
  unsigned,
  viewF64,
  viewU32,
  viewU8,
} from './kernel-memory.ts';
export { type QueryKernel, renewViews, viewQueries } from './kernel-views.ts';
export {
  blockBytes,
  blockMask,
  blockRowBytes,
  blockTrianglesByte,
  entryWords,
  freeTriangle,
  leafReference,
  maxSideExponent,
  moreBlocks,
  noReference,
  sideShift,
  wideChildCountByte,
  wideFirstChildByte,
  wideNodeBytes,
  wideOwnNumberByte,
  wideReferencesByte,
  wideRowBytes,
  wideWidth,
} from './layouts/wide-tree.ts';
export {
  allHitsMode,
  anyHitMode,
  firstHitMode,
  hitNumbers,
  hitWords,
  isDecided,
  noStartTriangle,
  outOfMemory,
  resultBoxesWord,
  resultHitsWord,
  resultPositionNumber,
  resultTriangleWord,
  resultTrianglesWord,
  startCornersNumber,
} from './layouts/query-result.ts';
export { batchLeftToHost, batchNone, batchPointNumbers, batchQueryBytes, batchRayNumbers, batchSize } from './layouts/batch.ts';
export { solidDirectionNumbers, surelyTouched } from './layouts/box-query.ts';
export {
  directionNumbers,
  firstANumber,
  firstBNumber,
  matrixNumbers,
  nodePairsNumber,
  originEndsNumber,
  pairCountNumber,
  pairDigitBits,
  placementNumbers,
  trianglePairsNumber,
  walkFoundTooMany,
  walkGoesOn,
  walkOutOfMemory,
} from './layouts/pair.ts';
export {
  blockCornersWord,
  blockHeadWords,
  cornerStep,
  firstBlockFlag,
  freeCorner,
  largeBlockFlag,
  largeLeafFlag,
  lastBlockFlag,
  minLeafVertices,
  vertexBytes,
} from './layouts/refit.ts';
export {
  boundaryEdgesWord,
  componentsWord,
  curveAxisBits,
  edgesWord,
  flatTrianglesWord,
  inconsistentEdgesWord,
  isOpenWord,
  isRoundedWord,
  isUnlikeWord,
  liveIndexBits,
  maxSelfPairs,
  mayCoincideWord,
  measureNumbers,
  measuresByte,
  mergedVerticesWord,
  nonFiniteVerticesWord,
  nonManifoldEdgesWord,
  oneSidedPieceFlag,
  openPieceFlag,
  plainTrianglesWord,
  repeatedTrianglesWord,
  studyCounts,
  undecided,
  unusedVerticesWord,
  usedVerticesWord,
} from './layouts/study.ts';
export {
  buildOutOfMemory,
  codeBits,
  finishPhase,
  partsPhase,
  placingPhase,
  primitivesPhase,
  runBytes,
  runCountByte,
} from './layouts/builder.ts';
