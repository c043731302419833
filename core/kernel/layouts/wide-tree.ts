/** Offsets in the bytes of a wide tree; `core/tree/kinds/wide/wide-sections.ts` describes the whole layout. */

/** Maximum number of children of a stored node. */
export const wideWidth = 8;

/** A stored node: six rows of eight f32, min x, max x, min y, max y, min z, max z; then eight references and u32 words. */
export const wideNodeBytes = 256;
export const wideRowBytes = 32;
export const wideReferencesByte = 192;
/** The number of its first child among the nodes of the tree; the other children follow it. */
export const wideFirstChildByte = 224;
export const wideChildCountByte = 228;
export const wideOwnNumberByte = 232;

/**
 * A reference to a stored node is its index. A reference to a leaf has the highest bit, then five bits e and the index of its first block.
 * No side of the leaf's box is longer than 2²⁻ᵉ, except with e = 0 in a frame that is too small for the mesh. Free slots have all bits set.
 */
export const leafReference = 0x8000_0000;
export const sideShift = 26;
export const maxSideExponent = 31;
export const blockMask = 0x3ff_ffff;
export const noReference = 0xffff_ffff;

/** A block of four triangles: nine rows of four f32, a x, a y, a z, b x and so on; then four indices of triangles. */
export const blockBytes = 160;
export const blockRowBytes = 16;
export const blockTrianglesByte = 144;
/** The index in a free place of a block, whose coordinates are NaN. */
export const freeTriangle = 0x7fff_ffff;
/** Flag on the first index of a block: the leaf continues in the next block. */
export const moreBlocks = 0x8000_0000;

/** u32 of a node in the table of nodes: 8 · stored node + child, where its box is; first position and count of its triangles. */
export const entryWords = 3;
