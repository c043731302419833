/**
 * Returns the distance at which a ray enters a box: 0 if it starts inside, `Infinity` if it misses or enters beyond `limit`. It is a
 * lower bound: with the numbers of a `RaySetup` no box that the exact ray hits is missed.
 *
 * `words` has the box at `at` as six numbers, min x y z, max x y z; the other arguments are the fields of `RaySetup`. The latest entry
 * and the earliest exit of the three slabs count (Kay & Kajiya 1986). For a parallel ray that starts on a plane, 0·Inf is NaN and
 * every comparison is false: the slab does not restrict the ray, so touching counts.
 *
 * Hot. The arguments are plain numbers, so that the engine inlines the call and keeps them in registers.
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
