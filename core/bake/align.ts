/** Arrays in baked files begin at multiples of this, so that they can be viewed in place. */
export const alignment = 16;

/** The next multiple of 16; `offset` itself when it is one. */
export function aligned(offset: number): number {
  return Math.ceil(offset / alignment) * alignment;
}
