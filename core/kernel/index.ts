/** The only file of this room that other rooms import. */
export { compileKernel, noHost, theKernel, type Kernel } from './compile-kernel.ts';
export type { BuilderExports, KernelExports, KernelHost, KernelWord, SharedExports } from './kernel-exports.ts';
export { checkFits, granted, loadMesh, meshMemory, tooLarge } from './kernel-memory.ts';
export { adoptState, instantiateShared, stateOf, theSharedKernel, type KernelState, type SharedKernel } from './shared-kernel.ts';
export {
  blockBytes,
  blockMask,
  blockRowBytes,
  blockTrianglesByte,
  entryWords,
  leafReference,
  maxSideExponent,
  moreBlocks,
  noReference,
  noTriangle,
  sideShift,
  wideChildCountByte,
  wideFirstChildByte,
  wideNodeBytes,
  wideOwnNumberByte,
  wideReferencesByte,
  wideRowBytes,
  wideWidth,
} from './layouts/wide-tree.ts';
