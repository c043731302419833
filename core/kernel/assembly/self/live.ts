import { allocate } from '../arena';
import { positions, indices } from '../mesh';

/**
 * The live triangles of a mesh, L of them, which may intersect each other: (L) u32 indices, ascending. The indices of the mesh are those of welded
 * vertices.
 */
export let live: usize = 0;
export let liveCount: u32 = 0;

/** Reserves memory for the live triangles and returns its address; 0 without memory. */
export function reserveLive(triangles: u32): usize {
  liveCount = triangles;
  live = allocate(4 * <usize>triangles);
  return live;
}

/** Returns the address of the indices of a live triangle. */
// @ts-ignore: decorator
@inline
export function cornersOf(place: u32): usize {
  return indices + 12 * <usize>load<u32>(live + 4 * <usize>place);
}

/** Returns the address of a vertex. */
// @ts-ignore: decorator
@inline
export function vertexOf(index: u32): usize {
  return positions + 24 * <usize>index;
}
