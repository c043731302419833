/**
 * The placement of mesh B in the frame of mesh A: f64 that JavaScript writes at `placement`. First twelve of the matrix, in the order m0 m1
 * m4 m5 m8 m9 m12 m13 m2 m6 m10 m14. Then up to seven directions, then the results of a step of a walk.
 */
export const matrixNumbers = 12;
/** A direction d in A's frame: d, the lengths of the axes of B's frame along d, and the low and the high end of the origin of B's frame. */
export const directionNumbers = 8;
export const originEndsNumber = 6;
/** The axes of A, and either up to three face normals of B or three directions of the search for the nearest triangles. */
export const maxDirections = 6;

/** Where the results of a step begin, counted in f64: node pairs tested, triangle pairs tested, pairs found, and both triangles of the first. */
export const nodePairsNumber = 68;
export const trianglePairsNumber = 69;
export const pairCountNumber = 70;
export const firstANumber = 71;
export const firstBNumber = 72;
export const placementNumbers = 73;

/** What a step of a walk returns: all work is done, some is left, there are more pairs than the limit, or memory has ended. */
export const walkIsDone = 0;
export const walkGoesOn = 1;
export const walkFoundTooMany = 2;
export const walkOutOfMemory = 3;

/** Bits of a triangle number that one step of sorting pairs looks at. */
export const pairDigitBits = 11;
