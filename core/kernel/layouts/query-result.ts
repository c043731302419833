/**
 * The result of a ray, sphere, box or closest-point query: 128 bytes that the kernel writes at `result`, here with byte offsets. JavaScript
 * views the memory as f64 and as u32; a number of `…Number` counts f64 from there, a `…Word` counts u32.
 */

/** f64 distance of the first hit or of the closest point, and the error bound of a hit. */
export const resultErrorByte = 8;
/** u32 triangle of the first hit, or the closest. */
export const resultTriangleByte = 16;
export const resultTriangleWord = 4;
/** u32 numbers of bounding boxes and of triangles tested. */
export const resultBoxesByte = 20;
export const resultBoxesWord = 5;
export const resultTrianglesByte = 24;
export const resultTrianglesWord = 6;
/** u32 address of all hits. */
export const resultHitsByte = 28;
export const resultHitsWord = 7;
/** f64 x 3 closest point. */
export const resultPositionByte = 32;
export const resultPositionNumber = 4;
/** f64 x 9, which JavaScript writes: the corners of the triangle that a ray starts with. */
export const startCornersByte = 56;
export const startCornersNumber = 7;
/**
 * Of a sweep: f64 time before which nothing is touched (at 0), and f64 end of the interval of the triangle (at 8). Then f64 x 3 normal of
 * the plane that proves the beginning of this interval, and f64 beginning.
 */
export const sweepProofByte = 32;
export const sweepProofNumber = 4;
export const sweepLoByte = 56;
export const sweepLoNumber = 7;
export const resultBytes = 128;

/** One of all hits: u32 triangle, u32 address of its lane in a block if the query wants it, f64 a number whose meaning is the query's. */
export const hitBytes = 16;
export const hitLaneByte = 4;
export const hitNumberByte = 8;
export const hitWords = 4;
export const hitNumbers = 2;

/** What queries return instead of a count of hits: f32 cannot represent the query, JavaScript has to run it. */
export const leftToHost = -1;
export const outOfMemory = -2;
/** The closest triangle is decided, and is in the result. */
export const isDecided = -3;

/** Modes of a ray: the first hit, any hit, all hits. */
export const firstHitMode = 0;
export const anyHitMode = 1;
export const allHitsMode = 2;
/** Counts how often a ray crosses the surface: back faces less front faces. */
export const crossingsMode = 3;
/** In place of the crossings of a ray that is too close to an edge or to its origin, or too far away. */
export const undecidedCrossings = -2147483648;
/** In place of a triangle that a ray starts with. */
export const noStartTriangle = -1;

/** What a sweep returns where the kernel decides it. */
export const sweepMiss = -4;
export const sweepHit = -5;
export const startsInside = -6;
/** Within the kernel: the host has to decide. */
export const unsureSweep = -7;
