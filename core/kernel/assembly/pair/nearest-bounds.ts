import { allocate } from '../arena';
import { wideRowBytes } from '../../layouts/wide-tree';
import { aloneA, aloneB, intervalBytes, intervalsA, intervalsB, projectOpened } from './intervals';
import { replaceByFrame, columnsByte, lowByte, recordBytes, records, setFrameAt } from './placement';
import { nodeOf, nodesA, nodesB, opensA, opensB } from './sides';
import { reachAlong, slabBytes, slabError, slabsA, slabsB } from './slabs';

/** Eight squares. */
export let squares: usize = 0;
/** For each side the slab of a single box, in lane 0. */
let aloneSlabA: usize = 0;
let aloneSlabB: usize = 0;
/** Index of the direction from A to B between the nearest points so far; two perpendicular ones follow it. */
export let along: usize = 0;
const highEnd: usize = 32;
/** Factor for the rounding of squares, and of directions that are not exactly of length 1 and perpendicular. */
const narrowFactor: f32 = 0.99999904632568359375;
/** The same for upper bounds on distances, 1 + 2⁻²⁰. */
const farFactor: f32 = 1.00000095367431640625;

export function reserveBounds(): bool {
  squares = allocate(32 + 2 * slabBytes);
  aloneSlabA = squares + 32;
  aloneSlabB = aloneSlabA + slabBytes;
  return squares != 0;
}

/** Adds the approximate direction from A to B to those along which boxes are compared. */
export function beginFrame(x: f64, y: f64, z: f64): void {
  along = replaceByFrame(x, y, z);
}

/** Changes that direction. Intervals of before are not valid after it. */
export function changeFrame(x: f64, y: f64, z: f64): void {
  setFrameAt(along, x, y, z);
}

/**
 * Projects what `whichOpen` opened on each side. Along the direction of the nearest points slabs bound the far end of A and the near end of B,
 * which face each other.
 */
export function projectNear(opened: i32, baseA: i32, baseB: i32): void {
  projectOpened(opened, baseA, baseB);
  const record = records + recordBytes * along, at = intervalBytes * along;
  const slabA = slabOf(slabsA, baseA), slabB = slabOf(slabsB, baseB);
  if ((opened & opensA) != 0) narrowA(nodeOf(nodesA, baseA), slabA, record, intervalsA + at);
  else narrowA(aloneA, copySlab(slabA + 4 * <usize>(baseA & 7), aloneSlabA), record, intervalsA + at);
  if ((opened & opensB) != 0) narrowB(nodeOf(nodesB, baseB), slabB, record, intervalsB + at);
  else narrowB(aloneB, copySlab(slabB + 4 * <usize>(baseB & 7), aloneSlabB), record, intervalsB + at);
}

// @ts-ignore: decorator
@inline
function slabOf(slabs: usize, slot: i32): usize {
  return slabs + <usize>((slot >> 3) * <i32>slabBytes);
}

function copySlab(from: usize, to: usize): usize {
  for (let row: usize = 0; row < slabBytes; row += wideRowBytes) store<f32>(to + row, load<f32>(from + row));
  return to;
}

function narrowA(node: usize, slabs: usize, record: usize, to: usize): void {
  const x = v128.load(record), y = v128.load(record, 16), z = v128.load(record, 32);
  const error = f32x4.splat(slabError);
  for (let half: usize = 0; half < 32; half += 16) {
    const end = f32x4.add(reachAlong(node + half, slabs + half, x, y, z), error);
    v128.store(to + half, f32x4.pmin(v128.load(to + half, highEnd), end), highEnd);
  }
}

function narrowB(node: usize, slabs: usize, record: usize, to: usize): void {
  const x = f32x4.neg(v128.load(record, columnsByte)), y = f32x4.neg(v128.load(record, columnsByte + 16)), z = f32x4.neg(v128.load(record, columnsByte + 32));
  const error = f32x4.mul(f32x4.splat(slabError), f32x4.add(f32x4.add(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z)));
  const offset = v128.load(record, lowByte);
  for (let half: usize = 0; half < 32; half += 16) {
    const end = f32x4.sub(offset, f32x4.add(reachAlong(node + half, slabs + half, x, y, z), error));
    v128.store(to + half, f32x4.pmax(v128.load(to + half), end));
  }
}

// @ts-ignore: decorator
@inline
function gapSq(eight: usize, one: usize, at: usize): v128 {
  const gap = f32x4.pmax(
    f32x4.pmax(f32x4.sub(v128.load(eight + at), v128.load32_splat(one + at, highEnd)), f32x4.sub(v128.load32_splat(one + at), v128.load(eight + at, highEnd))),
    f32x4.splat(0),
  );
  return f32x4.mul(gap, gap);
}

// @ts-ignore: decorator
@inline
function gapsSq(eight: usize, one: usize, at: usize): v128 {
  return f32x4.add(f32x4.add(gapSq(eight, one, at), gapSq(eight, one, at + intervalBytes)), gapSq(eight, one, at + 2 * intervalBytes));
}

/** Returns squared lower bounds on the distances of four boxes to one. They are the larger ones of those along the axes of A, and along the frame of the nearest. */
// @ts-ignore: decorator
@inline
function boxesApartSq(eight: usize, one: usize): v128 {
  return f32x4.mul(f32x4.pmax(gapsSq(eight, one, 0), gapsSq(eight, one, intervalBytes * along)), f32x4.splat(narrowFactor));
}

/** Stores the squares for eight boxes and one, and returns the boxes within the limit, a bit each. */
export function measureBoxes(eight: usize, other: usize, lane: usize, limitSq: f32): i32 {
  const one = other + 4 * lane;
  const first = boxesApartSq(eight, one), second = boxesApartSq(eight + 16, one);
  v128.store(squares, first);
  v128.store(squares, second, 16);
  const limits = f32x4.splat(limitSq);
  return i32x4.bitmask(f32x4.le(first, limits)) | (i32x4.bitmask(f32x4.le(second, limits)) << 4);
}

/**
 * Returns the shortest of the upper bounds on the distances between any triangles in the first `count` of eight boxes and in one. It is measured along the
 * frame of the nearest, which has perpendicular directions.
 */
export function farthestOf(eight: usize, count: u32, other: usize, lane: usize): f32 {
  const one = other + 4 * lane, at = intervalBytes * along;
  const first = reachesSq(eight, one, at), second = reachesSq(eight + 16, one, at);
  v128.store(squares, first);
  v128.store(squares, second, 16);
  let square = load<f32>(squares);
  for (let i: usize = 1; i < <usize>count; i++) square = min(square, load<f32>(squares + 4 * i));
  return sqrt(square) * farFactor;
}

// @ts-ignore: decorator
@inline
function reachesSq(eight: usize, one: usize, at: usize): v128 {
  return f32x4.add(f32x4.add(reachSq(eight, one, at), reachSq(eight, one, at + intervalBytes)), reachSq(eight, one, at + 2 * intervalBytes));
}

// @ts-ignore: decorator
@inline
function reachSq(eight: usize, one: usize, at: usize): v128 {
  const reach = f32x4.pmax(
    f32x4.sub(v128.load(eight + at, highEnd), v128.load32_splat(one + at)), f32x4.sub(v128.load32_splat(one + at, highEnd), v128.load(eight + at)),
  );
  return f32x4.mul(reach, reach);
}
