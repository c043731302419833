/** What JavaScript and the kernel agree on to divide triangles top-down. */

/** The splits that the kernel knows. */
export const byMedian = 0;
export const bySeeds = 1;
export const bySah = 2;
export const bySweep = 3;

/** Six f64: the box of all triangles as min x y z, then −max x y z. */
export const divisionBoxNumbers = 6;

/** What the begin of a reinsertion returns where there is nothing to reinsert. */
export const nothingToReinsert = 2;
