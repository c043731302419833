import { rankOf } from '../math/rank-of.ts';

/** Returns for each place of a file (T) the number of its triangle in source order, without the triangles that the file leaves out. */
export function sourceRanks(sourceTriangles: Uint32Array): Uint32Array {
  const sorted = sourceTriangles.slice().sort();
  return sourceTriangles.map((source) => rankOf(sorted, source));
}

/** Returns the (3·T) index with its triangles at their ranks. */
export function inSourceOrder(index: Uint16Array | Uint32Array, ranks: Uint32Array): Uint32Array {
  const indices = new Uint32Array(index.length);
  for (let i = 0; i < ranks.length; i++) indices.set(index.subarray(3 * i, 3 * i + 3), 3 * ranks[i]);
  return indices;
}
