import { allocate } from '../arena';
import { positions, indices } from '../mesh';

/** The triangles of one mesh that may meet each other, L of them: (L) u32 their numbers in the mesh, ascending. The indices of the mesh are those of welded vertices. */
export let live: usize = 0;
export let liveCount: u32 = 0;

/** The address of room for them; 0 where there is none. */
export function reserveLive(triangles: u32): usize {
  liveCount = triangles;
  live = allocate(4 * <usize>triangles);
  return live;
}

/** The address of the indices of a live triangle. */
// @ts-ignore: decorator
@inline
export function cornersOf(place: u32): usize {
  return indices + 12 * <usize>load<u32>(live + 4 * <usize>place);
}

/** The address of a corner's vertex. */
// @ts-ignore: decorator
@inline
export function vertexOf(index: u32): usize {
  return positions + 24 * <usize>index;
}
