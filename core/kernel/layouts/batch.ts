/**
 * A batch of points in the memory of the kernel: `batchSize` points, then as many results. JavaScript writes the points and reads the results.
 */
export const batchSize = 1024;
/** f64 numbers of a point and its maximum distance. */
export const batchPointNumbers = 4;
/** Bytes of all points of a batch; then i32 results follow: a triangle, or one of the next two. */
export const batchQueryBytes = 8 * 4 * 1024;
export const batchBytes = 8 * 4 * 1024 + 4 * 1024;
/** No triangle was found. */
export const batchNone = -1;
/** The kernel does not decide the query. JavaScript has to run it alone. */
export const batchLeftToHost = -2;

/**
 * A batch of rays is five lists, each with room for N rays. JavaScript writes f64 x 3 origins, f64 x 3 directions and f64 maximum distances. The kernel writes
 * f64 distances of the hits, rounded from the exact ones, and i32 triangles, or one of the two above. A distance is NaN where JavaScript has to compute it, and
 * infinite without a hit. These are the bytes of a ray before each list.
 */
export const rayDirectionBytes = 24;
export const rayLimitBytes = 48;
export const rayDistanceBytes = 56;
export const rayTriangleBytes = 64;
/** With four bytes that nobody uses. */
export const rayBytes = 72;
/** The room for rays is a multiple of this. */
export const rayRoomStep = 1024;
