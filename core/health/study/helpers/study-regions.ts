/** A region of the memory of a study: bytes before it, and its bytes. */
export interface StudyRegion {
  readonly skipped: number;
  readonly bytes: number;
}

/** Pages of WebAssembly: regions are whole pages, so that no instance has to grow the memory for its own. */
const pageBytes = 2 ** 16;
/** Bytes of a triangle in the levels of boxes, with keys to sort them; and of what a helper needs in any case. */
const levelBytes = 88;
const fixedBytes = 2 ** 21;

/** Returns the region of the leading instance, which needs `bytes`, then those of the helpers. The first helper makes the levels of boxes. */
export function studyRegions(bytes: number, triangles: number, helpers: number): readonly StudyRegion[] {
  const regions: StudyRegion[] = [];
  let skipped = 0;
  for (let i = 0; i <= helpers; i++) {
    const needed = i === 0 ? bytes : fixedBytes + (i === 1 ? levelBytes * triangles : 0);
    const whole = Math.ceil(needed / pageBytes) * pageBytes;
    regions.push({ skipped, bytes: whole });
    skipped += whole;
  }
  return regions;
}
