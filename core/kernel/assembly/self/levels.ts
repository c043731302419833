import { allocate, release } from '../arena';
import { originX, originY, originZ, pairOf, scale } from '../frame';
import { simple } from '../study/tables';
import { cornersOf, liveCount, vertexOf } from './live';
import { indexMask, keysAmongAll, sortLive } from './sort-live';

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
export let levels: usize = 0;
export let counts: usize = 0;
export let levelCount: u32 = 0;
/** The sorted keys of the live triangles, until the levels are finished. */
export let levelKeys: usize = 0;
let ownsKeys: bool = false;

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
  if (!beginLevels()) return false;
  writeBlocks(0, recordsOf(0));
  finishLevels();
  return true;
}

/** Reserves the levels and sorts the live triangles, of which there are some; false without memory. */
export function beginLevels(): bool {
  levels = allocate(8 * maxLevels);
  counts = levels + 4 * maxLevels;
  let records = levelBlocks();
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
  const among = keysAmongAll();
  // Those of all triangles lie before the levels.
  ownsKeys = among == 0;
  levelKeys = ownsKeys ? sortLive() : among;
  return levelKeys != 0;
}

/** Returns the number of blocks of the live triangles. */
export function levelBlocks(): u32 {
  return (liveCount + 3) >> 2;
}

/** Writes the levels over the blocks. */
export function finishLevels(): void {
  if (ownsKeys) release(levelKeys);
  for (let level: u32 = 1; level < levelCount; level++) writeLevel(level);
}

/** Writes the blocks [first, end). Several threads may write some of them each. */
export function writeBlocks(first: u32, end: u32): void {
  const keys = levelKeys, blocks = recordAt(0, 0);
  const originXY = pairOf(originX, originY), originZZ = f64x2.splat(originZ);
  const factor = f64x2.splat(scale);
  for (let i: u32 = 4 * first; i < 4 * end; i++) {
    const record = blocks + blockBytes * <usize>(i >> 2), which: usize = i & 3;
    const lane = record + 4 * which;
    if (i >= liveCount) writeFree(record, which);
    else {
      const place = <u32>(load<u64>(keys + 8 * <usize>i) & indexMask);
      const corners = cornersOf(place);
      const a = load<u32>(corners), b = load<u32>(corners, 4), c = load<u32>(corners, 8);
      writeBox(record, which, vertexOf(a), vertexOf(b), vertexOf(c), originXY, originZZ, factor);
      store<u32>(lane, place, placesByte);
      store<u32>(lane, tagOf(a, 3 * place), tagsByte);
      store<u32>(lane, tagOf(b, 3 * place + 1), tagsByte + rowBytes);
      store<u32>(lane, tagOf(c, 3 * place + 2), tagsByte + 2 * rowBytes);
    }
    if (which == 3) {
      writeRows(record);
      writeAround(record);
      store<u32>(record, commonTag(record, min<u32>(4, liveCount - (i & ~3))), commonByte);
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

/** Four boxes of a record before they are rows: four f32 for each (low x, high x, low y, high y), then two for each (low z, high z). */
const pairsByte: usize = 64;

/** Writes the box of a triangle. The min and max in the frame are those of the source, since rounding keeps their order. */
// @ts-ignore: decorator
@inline
function writeBox(record: usize, which: usize, a: usize, b: usize, c: usize, originXY: v128, originZZ: v128, factor: v128): void {
  const axy = v128.load(a), bxy = v128.load(b), cxy = v128.load(c);
  const low = f64x2.pmin(f64x2.pmin(axy, bxy), cxy), high = f64x2.pmax(f64x2.pmax(axy, bxy), cxy);
  const az = v128.load64_zero(a, 16), bz = v128.load64_zero(b, 16), cz = v128.load64_zero(c, 16);
  const lowZ = f64x2.pmin(f64x2.pmin(az, bz), cz), highZ = f64x2.pmax(f64x2.pmax(az, bz), cz);
  const z = inFrame(v128.shuffle<f64>(lowZ, highZ, 0, 2), originZZ, factor);
  v128.store(record + rowBytes * which, v128.shuffle<f32>(inFrame(low, originXY, factor), inFrame(high, originXY, factor), 0, 4, 1, 5));
  v128.store64_lane(record + 8 * which, z, 0, pairsByte);
}

// @ts-ignore: decorator
@inline
function inFrame(pair: v128, origin: v128, factor: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.mul(f64x2.sub(pair, origin), factor));
}

/** Writes a box that overlaps nothing. */
function writeFree(record: usize, which: usize): void {
  const inf = f32.POSITIVE_INFINITY;
  const box = f32x4(inf, -inf, inf, -inf);
  v128.store(record + rowBytes * which, box);
  v128.store64_lane(record + 8 * which, box, 0, pairsByte);
}

/** Turns four boxes of a record into rows. */
// @ts-ignore: decorator
@inline
function writeRows(record: usize): void {
  const a = v128.load(record), b = v128.load(record, rowBytes), c = v128.load(record, 2 * rowBytes), d = v128.load(record, 3 * rowBytes);
  const ab = v128.load(record, pairsByte), cd = v128.load(record, pairsByte + rowBytes);
  const abX = v128.shuffle<f32>(a, b, 0, 4, 1, 5), cdX = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const abY = v128.shuffle<f32>(a, b, 2, 6, 3, 7), cdY = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(record, v128.shuffle<f64>(abX, cdX, 0, 2));
  v128.store(record, v128.shuffle<f64>(abX, cdX, 1, 3), rowBytes);
  v128.store(record, v128.shuffle<f64>(abY, cdY, 0, 2), 2 * rowBytes);
  v128.store(record, v128.shuffle<f64>(abY, cdY, 1, 3), 3 * rowBytes);
  v128.store(record, v128.shuffle<f32>(ab, cd, 0, 2, 4, 6), 4 * rowBytes);
  v128.store(record, v128.shuffle<f32>(ab, cd, 1, 3, 5, 7), 5 * rowBytes);
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
    const record = recordAt(level, i >> 2), which: usize = i & 3;
    if (i >= below) writeFree(record, which);
    else {
      const child = recordAt(level - 1, i);
      v128.store(record + rowBytes * which, v128.load(child, aroundByte));
      store<u64>(record + 8 * which, load<u64>(child, aroundByte + 16), pairsByte);
      const tag = load<u32>(child, commonByte);
      common = which == 0 || tag == common ? tag : noTag;
    }
    if (which == 3) {
      writeRows(record);
      writeAround(record);
      store<u32>(record, common, commonByte);
    }
  }
}
