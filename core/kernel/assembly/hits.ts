import { allocate } from './arena';

/** A list of triangles, each with where it lies, if its query wants that, and a number of its query's: u32, u32, f64, 16 bytes each. It grows for the next queries too. */
export let hits: usize = 0;
let capacity: u32 = 0;
export const hitBytes: usize = 16;
export const hitPlaceByte: usize = 4;

export let hitCount: u32 = 0;
/** More hits than memory. */
export let isFull: bool = false;

export function clearHits(): void {
  hitCount = 0;
  isFull = false;
}

/** Of a list that is kept elsewhere. */
export function setHitCount(count: u32): void {
  hitCount = count;
}

export function keepHit(triangle: u32, number: f64, place: usize = 0): void {
  if (hitCount == capacity && !growHits()) {
    isFull = true;
    return;
  }
  const at = hits + hitBytes * <usize>hitCount;
  store<u32>(at, triangle);
  store<u32>(at, <u32>place, hitPlaceByte);
  store<f64>(at, number, 8);
  hitCount++;
}

/** Drops the hits whose number is more than `most`. */
export function dropHitsBeyond(most: f64): void {
  const end = hits + hitBytes * <usize>hitCount;
  let to = hits;
  for (let at = hits; at < end; at += hitBytes) {
    if (load<f64>(at, 8) > most) continue;
    v128.store(to, v128.load(at));
    to += hitBytes;
  }
  hitCount = <u32>((to - hits) / hitBytes);
}

function growHits(): bool {
  const next = max<u32>(64, 2 * capacity);
  const place = allocate(hitBytes * <usize>next);
  if (place == 0) return false;
  memory.copy(place, hits, hitBytes * <usize>hitCount);
  hits = place;
  capacity = next;
  return true;
}
