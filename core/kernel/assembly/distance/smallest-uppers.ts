import { allocate } from '../arena';
import { upperBounds } from './block-distance';

/** How many triangles a query wants. */
export let wanted: u32 = 1;
/** The smallest upper bounds of distances so far: f32, a heap with the largest on top. It keeps its memory for the next queries. */
let heap: usize = 0;
let capacity: u32 = 0;
let kept: u32 = 0;

/** Begins a query; false without memory. */
export function beginUppers(count: u32): bool {
  wanted = count;
  kept = 0;
  if (count <= max<u32>(1, capacity)) return true;
  heap = allocate(4 * <usize>count);
  capacity = heap == 0 ? 0 : count;
  return heap != 0;
}

/** Adds the upper bounds of a block, those of free places apart, and returns the limit that the wanted triangles are certainly within. */
export function keepUppers(free: v128, limit: f32): f32 {
  // Not a number bounds nothing: no comparison with it holds.
  const bounds = v128.bitselect(f32x4.splat(f32.POSITIVE_INFINITY), upperBounds, free);
  keepUpper(f32x4.extract_lane(bounds, 0));
  keepUpper(f32x4.extract_lane(bounds, 1));
  keepUpper(f32x4.extract_lane(bounds, 2));
  keepUpper(f32x4.extract_lane(bounds, 3));
  return kept < wanted ? limit : min(limit, load<f32>(heap));
}

function keepUpper(upper: f32): void {
  if (!(upper < f32.POSITIVE_INFINITY)) return;
  if (kept < wanted) siftUp(upper);
  else if (upper < load<f32>(heap)) siftDown(upper);
}

function siftUp(value: f32): void {
  let at = <usize>kept;
  kept++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = load<f32>(heap + (parent << 2));
    if (above >= value) break;
    store<f32>(heap + (at << 2), above);
    at = parent;
  }
  store<f32>(heap + (at << 2), value);
}

/** Replaces the largest number. */
function siftDown(value: f32): void {
  const count = <usize>kept;
  let at: usize = 0;
  for (let child: usize = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && load<f32>(heap + (child << 2), 4) > load<f32>(heap + (child << 2))) child++;
    const below = load<f32>(heap + (child << 2));
    if (below <= value) break;
    store<f32>(heap + (at << 2), below);
    at = child;
  }
  store<f32>(heap + (at << 2), value);
}
