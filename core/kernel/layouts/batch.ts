/**
 * A batch of queries in the memory of the kernel: `batchSize` queries, then as many results. JavaScript writes the queries and reads the results.
 */
export const batchSize = 1024;
/** f64 numbers of a query: origin, direction and maximum distance of a ray; or a point and its maximum distance. */
export const batchRayNumbers = 7;
export const batchPointNumbers = 4;
/** Bytes of all queries of a batch; then i32 results follow: a triangle, or one of the next two. */
export const batchQueryBytes = 8 * 7 * 1024;
export const batchBytes = 8 * 7 * 1024 + 4 * 1024;
/** No triangle was found. */
export const batchNone = -1;
/** The kernel does not decide the query. JavaScript has to run it alone. */
export const batchLeftToHost = -2;
