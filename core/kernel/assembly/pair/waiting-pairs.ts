import { allocate } from '../arena';

/** Pairs of nodes or leaves: i32 slot of A, i32 slot of B, f32 squared lower bound on their distance. */
export const pairBytes: usize = 16;
export const boundByte: usize = 8;

/** The pairs that wait: a binary heap, the nearest first. Its size is fixed, because there may be as many as pairs of nodes. */
let heap: usize = 0;
let end: usize = 0;
const maxWaiting: usize = 1 << 14;

export function reserveWaiting(): bool {
  heap = allocate(pairBytes * maxWaiting);
  end = heap;
  return heap != 0;
}

export function clearWaiting(): void {
  end = heap;
}

/** Keeps the pair at an address; false if there is no place. */
export function keepWaiting(pair: usize): bool {
  if (end == heap + pairBytes * maxWaiting) return false;
  const bound = load<f32>(pair, boundByte);
  let place = (end - heap) / pairBytes;
  end += pairBytes;
  while (place > 0) {
    const above = (place - 1) >> 1;
    if (load<f32>(heap + pairBytes * above, boundByte) <= bound) break;
    v128.store(heap + pairBytes * place, v128.load(heap + pairBytes * above));
    place = above;
  }
  v128.store(heap + pairBytes * place, v128.load(pair));
  return true;
}

/** Moves the nearest pair to an address; false if none within the limit waits. */
export function takeNearest(to: usize, limit: f32): bool {
  if (end == heap || load<f32>(heap, boundByte) > limit) return false;
  v128.store(to, v128.load(heap));
  end -= pairBytes;
  const bound = load<f32>(end, boundByte), count = (end - heap) / pairBytes;
  let place: usize = 0;
  for (let below: usize = 1; below < count; below = 2 * place + 1) {
    if (below + 1 < count && boundAt(below + 1) < boundAt(below)) below++;
    if (boundAt(below) >= bound) break;
    v128.store(heap + pairBytes * place, v128.load(heap + pairBytes * below));
    place = below;
  }
  v128.store(heap + pairBytes * place, v128.load(end));
  return true;
}

// @ts-ignore: decorator
@inline
function boundAt(place: usize): f32 {
  return load<f32>(heap + pairBytes * place, boundByte);
}
