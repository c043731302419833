/** What health checks read of a study: u32 counts at `figures`, each by its word; then, from `measuresByte` on, f64 measures. */
export const edgesWord = 0;
export const boundaryEdgesWord = 1;
export const nonManifoldEdgesWord = 2;
export const inconsistentEdgesWord = 3;
/** 1 where an edge has triangles that may coincide. */
export const mayCoincideWord = 4;
/** 1 where an edge has an odd number of triangles. */
export const isOpenWord = 5;
/** 1 where an edge has more triangles in one direction than in the other. */
export const isUnlikeWord = 6;
export const componentsWord = 7;
export const usedVerticesWord = 8;
export const plainTrianglesWord = 9;
export const repeatedTrianglesWord = 10;
export const flatTrianglesWord = 11;
export const nonFiniteVerticesWord = 12;
/** Vertices that no triangle refers to. */
export const unusedVerticesWord = 13;
/** Vertices at the position of an earlier vertex. */
export const mergedVerticesWord = 14;
/** 1 where f32 would change a coordinate. */
export const isRoundedWord = 15;
export const studyCounts = 16;
export const measuresByte = 64;
export const measureNumbers = 20;

/** Flags of a piece: an edge of it does not have two triangles; going around it comes back flipped. */
export const openPieceFlag = 1;
export const oneSidedPieceFlag = 2;
/** In place of a flag: a triangle may be flat, or a vertex has too many triangles. JavaScript decides. */
export const undecided = 2;

/** Live triangles are sorted by keys with this number of bits: for a cell on each axis of the curve, and for the index of a triangle. */
export const curveAxisBits = 13;
export const liveIndexBits = 25;
/** Pairs of triangles that a step of the walk may leave: u32 x 2 each at `selfPairs`; behind all of them a u8 each, which says what the pair may be. */
export const maxSelfPairs = 8192;
/** Bits of that u8: the triangles may intersect, or may lie over each other. */
export const mayIntersectFlag = 1;
export const mayOverlapFlag = 2;
