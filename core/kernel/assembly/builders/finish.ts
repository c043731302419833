import { allocate } from '../arena';
import { frameVertex, originX, originY, originZ, pairOf, scale } from '../frame';
import { indices, vertexAt } from '../mesh';
import {
  blockBytes, blockRowBytes, blockTrianglesByte, entryWords, leafReference, moreBlocks, maxSideExponent, noReference, freeTriangle, sideShift,
  wideChildCountByte, wideFirstChildByte, wideNodeBytes, wideOwnNumberByte, wideReferencesByte, wideRowBytes, wideWidth,
} from '../../layouts/wide-tree';
import { blockCount, builtNodes, freeAddress, freeBytes, leafCount, nodeCount, order } from './builder';

export let builtBlocks: usize = 0;
export let table: usize = 0;
/** 1 while f32 represents every vertex exactly. */
export let isExact: i32 = 0;

/** Number of triangles below each stored node; when its parent is complete, its own number among the nodes instead. */
export let totals: usize = 0;
let nextBlock: u32 = 0;
let nextEntry: u32 = 0;

/** Returns the number of nodes of the tree: the root, and every child of a stored node. A single leaf is the root. */
export function tableLength(): u32 {
  if (nodeCount == 0) return 0;
  return nodeCount == 1 && leafCount == 1 ? 1 : nodeCount + leafCount;
}

/** Reserves blocks and table, and counts the triangles below each node; false without memory. */
export function beginFinish(): bool {
  if (!reserveFinish()) return false;
  sumTriangles(0, nodeCount);
  finishRoot();
  return true;
}

/** Reserves blocks and table; false without memory. */
export function reserveFinish(): bool {
  const bytes = <usize>blockCount * blockBytes;
  table = allocate(4 * entryWords * <usize>(nodeCount + leafCount));
  totals = allocate(4 * <usize>nodeCount);
  builtBlocks = bytes <= freeBytes() ? freeAddress() : allocate(bytes);
  return table != 0 && totals != 0 && builtBlocks != 0;
}

/** Counts the triangles below the stored nodes [first, end), whose children are among them or have been counted. */
export function sumTriangles(first: u32, end: u32): void {
  // Children follow their parents.
  for (let node = end; node-- > first; ) {
    const at = builtNodes + <usize>node * wideNodeBytes;
    let sum: u32 = 0;
    for (let lane: usize = 0; lane < 4 * wideWidth; lane += 4) sum += childTriangles(load<u32>(at + lane, wideReferencesByte));
    store<u32>(totals + 4 * <usize>node, sum);
  }
}

/** Writes the entry of the root, and sets where the others begin. */
export function finishRoot(): void {
  isExact = 1;
  continueAt(0, tableLength() == 1 ? 0 : 1);
  if (nextEntry == 1) writeEntry(0, noReference, 0, load<u32>(totals));
  store<u32>(totals, 0);
}

/** Sets the first block and entry of the next node. */
export function continueAt(block: u32, entry: u32): void {
  nextBlock = block;
  nextEntry = entry;
}

// @ts-ignore: decorator
@inline
function childTriangles(reference: u32): u32 {
  if (reference == noReference) return 0;
  return reference >= leafReference ? reference & ~leafReference : load<u32>(totals + 4 * <usize>reference);
}

function writeEntry(node: u32, slot: u32, first: u32, count: u32): void {
  const at = table + 4 * entryWords * <usize>node;
  store<u32>(at, slot);
  store<u32>(at, first, 4);
  store<u32>(at, count, 8);
}

/** Completes the stored nodes [first, end): the blocks of their leaves, and the entries of their children. */
export function finishNodes(first: u32, end: u32): void {
  for (let node = first; node < end; node++) {
    const at = builtNodes + <usize>node * wideNodeBytes;
    const firstEntry = nextEntry;
    for (let i = 0; i < wideWidth; i++) {
      const place = at + 4 * <usize>i;
      const reference = load<u32>(place, wideReferencesByte);
      if (reference == noReference) break;
      const position = load<u32>(place, wideReferencesByte + wideRowBytes), count = childTriangles(reference);
      writeEntry(nextEntry, wideWidth * node + i, position, count);
      if (reference >= leafReference) {
        store<u32>(place, leafReference | (sideExponent(place) << sideShift) | nextBlock, wideReferencesByte);
        writeBlocks(position, count);
      } else store<u32>(totals + 4 * <usize>reference, nextEntry);
      nextEntry++;
    }
    memory.fill(at + wideFirstChildByte, 0, wideNodeBytes - wideFirstChildByte);
    store<u32>(at, firstEntry, wideFirstChildByte);
    store<u32>(at, nextEntry - firstEntry, wideChildCountByte);
    store<u32>(at, load<u32>(totals + 4 * <usize>node), wideOwnNumberByte);
  }
}

/** Returns the largest e up to 31 for which every side of the box is shorter than 2²⁻ᵉ. */
function sideExponent(place: usize): u32 {
  let longest: f32 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const row = place + 2 * wideRowBytes * axis;
    longest = max<f32>(longest, load<f32>(row, wideRowBytes) - load<f32>(row));
  }
  return <u32>max<i32>(0, min<i32>(maxSideExponent, 128 - <i32>(reinterpret<u32>(longest) >> 23)));
}

function writeBlocks(position: u32, count: u32): void {
  for (let done: u32 = 0; done < count; done += 4) {
    const at = builtBlocks + <usize>nextBlock * blockBytes;
    nextBlock++;
    for (let lane: u32 = 0; lane < 4; lane++) {
      const place = at + 4 * <usize>lane;
      if (done + lane < count) writeTriangle(place, load<u32>(order + 4 * <usize>(position + done + lane)));
      else {
        for (let row: usize = 0; row < 9; row++) store<f32>(place + row * blockRowBytes, f32.NaN);
        store<u32>(place, freeTriangle, blockTrianglesByte);
      }
    }
    if (done + 4 < count) store<u32>(at, load<u32>(at, blockTrianglesByte) | moreBlocks, blockTrianglesByte);
  }
}

function writeTriangle(place: usize, triangle: u32): void {
  const originXY = pairOf(originX, originY), oz = originZ;
  const factor = scale, factorXY = f64x2.splat(factor), inverse = 1 / factor;
  const corner = indices + 12 * <usize>triangle;
  for (let vertex: usize = 0; vertex < 3; vertex++) {
    const from = vertexAt(corner + 4 * vertex);
    const v = frameVertex(from, originXY, oz, factorXY, factor);
    const to = place + vertex * 3 * blockRowBytes;
    const x = f32x4.extract_lane(v, 0), y = f32x4.extract_lane(v, 1), z = f32x4.extract_lane(v, 2);
    store<f32>(to, x);
    store<f32>(to, y, blockRowBytes);
    store<f32>(to, z, 2 * blockRowBytes);
    // Exact where queries get the source vertex back: the scale is a power of two.
    isExact &= i32(<f64>x * inverse + originX == load<f64>(from)) & i32(<f64>y * inverse + originY == load<f64>(from, 8)) & i32(<f64>z * inverse + oz == load<f64>(from, 16));
  }
  store<u32>(place, triangle, blockTrianglesByte);
}
