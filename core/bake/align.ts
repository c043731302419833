/** Arrays in baked files start at multiples of this, so that they can be viewed in place. */
export const alignment = 16;

/** Returns the smallest multiple of 16 that is not below `offset`. */
export function aligned(offset: number): number {
  return Math.ceil(offset / alignment) * alignment;
}
