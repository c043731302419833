/**
 * Distance at which a ray enters a box, 0 when it starts inside, `Infinity` when it misses or enters beyond `limit`.
 * A lower bound: with the numbers of a `RaySetup` no box is missed that the exact ray meets.
 *
 * `words` holds the box at `at` as six numbers, min x y z, max x y z; the other arguments are the fields of `RaySetup`.
 * Of three slabs the latest entry and the earliest exit count (Kay & Kajiya 1986). Every comparison is false for the NaN
 * of 0·Inf, when a parallel ray starts on a plane: then the slab does not restrict, so touching counts.
 *
 * Hot. Loose numbers, so that the engine inlines it into a traversal and keeps them in registers.
 */
export function rayBoxEntry(
  words: Float32Array,
  at: number,
  nearWordX: number,
  nearWordY: number,
  nearWordZ: number,
  farWordX: number,
  farWordY: number,
  farWordZ: number,
  nearOriginX: number,
  nearOriginY: number,
  nearOriginZ: number,
  farOriginX: number,
  farOriginY: number,
  farOriginZ: number,
  nearInverseX: number,
  nearInverseY: number,
  nearInverseZ: number,
  farInverseX: number,
  farInverseY: number,
  farInverseZ: number,
  limit: number,
): number {
  let entry = (words[at + nearWordX] - nearOriginX) * nearInverseX;
  if (!(entry > 0)) entry = 0;
  const entryY = (words[at + nearWordY] - nearOriginY) * nearInverseY;
  if (entryY > entry) entry = entryY;
  const entryZ = (words[at + nearWordZ] - nearOriginZ) * nearInverseZ;
  if (entryZ > entry) entry = entryZ;
  let exit = (words[at + farWordX] - farOriginX) * farInverseX;
  if (!(exit < limit)) exit = limit;
  const exitY = (words[at + farWordY] - farOriginY) * farInverseY;
  if (exitY < exit) exit = exitY;
  const exitZ = (words[at + farWordZ] - farOriginZ) * farInverseZ;
  if (exitZ < exit) exit = exitZ;
  return entry <= exit ? entry : Infinity;
}
