/**
 * A batch of queries in the memory of the kernel: `batchSize` queries, then as many results. JavaScript writes the queries and reads the results.
 */
export const batchSize = 1024;
/** f64 numbers of a point and its maximum distance. */
export const batchPointNumbers = 4;
/** Rays are three lists: f64 x 3 origins, f64 x 3 directions, f64 maximum distances. These are the first bytes of the last two. */
export const batchDirectionByte = 8 * 3 * 1024;
export const batchLimitByte = 8 * 6 * 1024;
/** Bytes of all queries of a batch; then i32 results follow: a triangle, or one of the next two. */
export const batchQueryBytes = 8 * 7 * 1024;
/** Then f64 distances of the hits of rays, rounded from the exact ones. NaN where JavaScript has to compute it, and infinite without a hit. */
export const batchDistanceByte = 8 * 7 * 1024 + 4 * 1024;
export const batchBytes = 8 * 7 * 1024 + 4 * 1024 + 8 * 1024;
/** No triangle was found. */
export const batchNone = -1;
/** The kernel does not decide the query. JavaScript has to run it alone. */
export const batchLeftToHost = -2;
