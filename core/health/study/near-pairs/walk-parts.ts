/** Max number of parts of a walk. It does not depend on the number of threads, so the pairs and the limits of a walk do not either. */
export const maxParts = 128;

/** Returns the first entry of a part of a walk, which is the end of the part before it. */
export function partEntries(part: number, parts: number, entries: number): number {
  return Math.floor((part * entries) / parts);
}
