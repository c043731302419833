/** What JavaScript and the kernel agree on to build a wide tree. */

/** Bits of a Morton code for each axis. */
export const codeBits = 10;

/** Phases of a build by several threads, in order: each is a number of tasks. */
export const primitivesPhase = 0;
export const scatterPhase = 1;
export const placingPhase = 2;
export const clusterPhase = 3;
export const partsPhase = 4;
export const finishPhase = 5;

/** A run of triangles is a task of the first phase. It leaves f64 min x y z, max x y z of its finite triangles, and their number as u32. */
export const runBytes = 64;
export const runCountByte = 48;
/** What a step of the builder returns, as i32, where memory has ended. */
export const buildOutOfMemory = -1;
