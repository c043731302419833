import { allocate, release } from '../arena';
import { frameVertex, originX, originY, originZ, pairOf, scale } from '../frame';
import { simple } from '../study/tables';
import { cornersOf, liveCount, vertexOf } from './live';
import { indexMask, sortLive } from './sort-live';

/**
 * The levels of boxes over the live triangles along a curve: each record has four boxes of the level below, up to a single record. A record has
 * six rows of four f32 (low x, high x, low y, …), then the six numbers of the box around all. A tag that all triangles below share follows. Records of
 * level 0, blocks, have the boxes of triangles; the indices of these among the live triangles and three rows of tags follow.
 */
export const rowBytes: usize = 16;
export const aroundByte: usize = 96;
export const commonByte: usize = 120;
export const recordBytes: usize = 128;
export const placesByte: usize = 128;
export const tagsByte: usize = 144;
export const blockBytes: usize = 192;

/** A tag is a vertex with a simple star, or a number that no other corner has. */
const ownTag: u32 = 0x8000_0000;
/** In place of a tag: the triangles share none. */
export const noTag: u32 = 0xffff_ffff;

/** An upper bound on the number of levels. */
const maxLevels: u32 = 16;
/** Addresses of the levels, and their numbers of records. */
let levels: usize = 0;
let counts: usize = 0;
export let levelCount: u32 = 0;

// @ts-ignore: decorator
@inline
export function recordAt(level: u32, record: u32): usize {
  return load<usize>(levels + 4 * <usize>level) + (level == 0 ? blockBytes : recordBytes) * <usize>record;
}

// @ts-ignore: decorator
@inline
export function recordsOf(level: u32): u32 {
  return load<u32>(counts + 4 * <usize>level);
}

/** Sorts the live triangles, at least one, and writes all levels; false without memory. */
export function makeLevels(): bool {
  levels = allocate(8 * maxLevels);
  counts = levels + 4 * maxLevels;
  let records = (liveCount + 3) >> 2;
  const blocks = allocate(blockBytes * <usize>records);
  if (levels == 0 || blocks == 0) return false;
  store<usize>(levels, blocks);
  store<u32>(counts, records);
  levelCount = 1;
  while (records > 1) {
    records = (records + 3) >> 2;
    const at = allocate(recordBytes * <usize>records);
    if (at == 0) return false;
    store<usize>(levels + 4 * levelCount, at);
    store<u32>(counts + 4 * levelCount, records);
    levelCount++;
  }
  const keys = sortLive();
  if (keys == 0) return false;
  writeBlocks(keys, blocks);
  release(keys);
  for (let level: u32 = 1; level < levelCount; level++) writeLevel(level);
  return true;
}

function writeBlocks(keys: usize, blocks: usize): void {
  const originXY = pairOf(originX, originY), oz = originZ;
  const factor = scale, factorXY = f64x2.splat(factor);
  const all: u32 = (liveCount + 3) & ~3;
  for (let i: u32 = 0; i < all; i++) {
    const lane = blocks + blockBytes * <usize>(i >> 2) + 4 * <usize>(i & 3);
    if (i >= liveCount) writeFree(lane);
    else {
      const place = <u32>(load<u64>(keys + 8 * <usize>i) & indexMask);
      const corners = cornersOf(place);
      const a = load<u32>(corners), b = load<u32>(corners, 4), c = load<u32>(corners, 8);
      const pa = frameVertex(vertexOf(a), originXY, oz, factorXY, factor);
      const pb = frameVertex(vertexOf(b), originXY, oz, factorXY, factor);
      const pc = frameVertex(vertexOf(c), originXY, oz, factorXY, factor);
      writeBox(lane, f32x4.pmin(f32x4.pmin(pa, pb), pc), f32x4.pmax(f32x4.pmax(pa, pb), pc));
      store<u32>(lane, place, placesByte);
      store<u32>(lane, tagOf(a, 3 * place), tagsByte);
      store<u32>(lane, tagOf(b, 3 * place + 1), tagsByte + rowBytes);
      store<u32>(lane, tagOf(c, 3 * place + 2), tagsByte + 2 * rowBytes);
    }
    if ((i & 3) == 3) {
      writeAround(lane - 12);
      store<u32>(lane - 12, commonTag(lane - 12, min<u32>(4, liveCount - (i & ~3))), commonByte);
    }
  }
}

/** Returns a vertex with a simple star that all `count` triangles of a block share. */
function commonTag(block: usize, count: u32): u32 {
  for (let row: usize = 0; row < 3; row++) {
    const tag = load<u32>(block + rowBytes * row, tagsByte);
    if (tag >= ownTag) continue;
    let having: u32 = 1;
    for (let at: usize = block + 4; at < block + 4 * <usize>count; at += 4) {
      if (load<u32>(at, tagsByte) == tag || load<u32>(at, tagsByte + rowBytes) == tag || load<u32>(at, tagsByte + 2 * rowBytes) == tag) having++;
    }
    if (having == count) return tag;
  }
  return noTag;
}

// @ts-ignore: decorator
@inline
function tagOf(vertex: u32, corner: u32): u32 {
  return load<u8>(simple + <usize>vertex) != 0 ? vertex : ownTag | corner;
}

// @ts-ignore: decorator
@inline
function writeBox(lane: usize, low: v128, high: v128): void {
  store<f32>(lane, f32x4.extract_lane(low, 0));
  store<f32>(lane, f32x4.extract_lane(high, 0), rowBytes);
  store<f32>(lane, f32x4.extract_lane(low, 1), 2 * rowBytes);
  store<f32>(lane, f32x4.extract_lane(high, 1), 3 * rowBytes);
  store<f32>(lane, f32x4.extract_lane(low, 2), 4 * rowBytes);
  store<f32>(lane, f32x4.extract_lane(high, 2), 5 * rowBytes);
}

/** Writes a box that overlaps nothing. */
function writeFree(lane: usize): void {
  writeBox(lane, f32x4.splat(f32.POSITIVE_INFINITY), f32x4.splat(f32.NEGATIVE_INFINITY));
}

function writeAround(record: usize): void {
  for (let axis: usize = 0; axis < 3; axis++) {
    const low = v128.load(record + 2 * rowBytes * axis), high = v128.load(record + 2 * rowBytes * axis, rowBytes);
    const lows = f32x4.pmin(low, v128.shuffle<f32>(low, low, 2, 3, 0, 1)), highs = f32x4.pmax(high, v128.shuffle<f32>(high, high, 2, 3, 0, 1));
    const to = record + 8 * axis;
    store<f32>(to, min(f32x4.extract_lane(lows, 0), f32x4.extract_lane(lows, 1)), aroundByte);
    store<f32>(to, max(f32x4.extract_lane(highs, 0), f32x4.extract_lane(highs, 1)), aroundByte + 4);
  }
}

function writeLevel(level: u32): void {
  const below = recordsOf(level - 1);
  const all: u32 = 4 * recordsOf(level);
  let common = noTag;
  for (let i: u32 = 0; i < all; i++) {
    const lane = recordAt(level, i >> 2) + 4 * <usize>(i & 3);
    if (i >= below) writeFree(lane);
    else {
      const child = recordAt(level - 1, i);
      for (let row: usize = 0; row < 6; row++) store<f32>(lane + rowBytes * row, load<f32>(child + 4 * row, aroundByte));
      const tag = load<u32>(child, commonByte);
      common = (i & 3) == 0 || tag == common ? tag : noTag;
    }
    if ((i & 3) == 3) {
      writeAround(lane - 12);
      store<u32>(lane - 12, common, commonByte);
    }
  }
}
