import { hitBytes, hitLaneByte, hitNumberByte } from '../layouts/query-result';
import { allocate } from './arena';

/** The hits of a query, as `layouts/query-result.ts` describes them. The list keeps its memory for the next queries. */
export let hits: usize = 0;
let capacity: u32 = 0;

export let hitCount: u32 = 0;
/** Whether memory has ended. */
export let isFull: bool = false;

export function clearHits(): void {
  hitCount = 0;
  isFull = false;
}

/** Sets the number of hits that a query keeps elsewhere. */
export function setHitCount(count: u32): void {
  hitCount = count;
}

export function keepHit(triangle: u32, number: f64, lane: usize = 0): void {
  if (hitCount == capacity && !growHits()) {
    isFull = true;
    return;
  }
  const at = hits + hitBytes * <usize>hitCount;
  store<u32>(at, triangle);
  store<u32>(at, <u32>lane, hitLaneByte);
  store<f64>(at, number, hitNumberByte);
  hitCount++;
}

/** Drops the hits whose number is more than `max`. */
export function dropHitsBeyond(max: f64): void {
  const end = hits + hitBytes * <usize>hitCount;
  let to = hits;
  for (let at = hits; at < end; at += hitBytes) {
    if (load<f64>(at, hitNumberByte) > max) continue;
    v128.store(to, v128.load(at));
    to += hitBytes;
  }
  hitCount = <u32>((to - hits) / hitBytes);
}

function growHits(): bool {
  const next = max<u32>(64, 2 * capacity);
  const grown = allocate(hitBytes * <usize>next);
  if (grown == 0) return false;
  memory.copy(grown, hits, hitBytes * <usize>hitCount);
  hits = grown;
  capacity = next;
  return true;
}
