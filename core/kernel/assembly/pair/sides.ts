import { wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes, wideWidth } from '../../layouts/wide-tree';
import { grownSq } from './placement';

/** The two trees of a pair: their nodes, blocks and frames; positions and indices of the mesh where the blocks do not give it back, else 0. */
export let nodesA: usize = 0;
export let blocksA: usize = 0;
export let positionsA: usize = 0;
export let indicesA: usize = 0;
export let frameA: usize = 0;
export let nodesB: usize = 0;
export let blocksB: usize = 0;
export let positionsB: usize = 0;
export let indicesB: usize = 0;
export let frameB: usize = 0;

/** Where the root has its box and reference, as every other node has them in its parent: lane 0 of the node before the first. */
export const rootSlot: i32 = -8;

/** A frame is four f64 at an address: origin x, y, z, scale. The host leaves room for a node before the nodes. */
export function setSideA(nodes: usize, blocks: usize, positions: usize, indices: usize, frame: usize): void {
  nodesA = nodes;
  blocksA = blocks;
  positionsA = positions;
  indicesA = indices;
  frameA = frame;
  writeRoot(nodes);
}

export function setSideB(nodes: usize, blocks: usize, positions: usize, indices: usize, frame: usize): void {
  nodesB = nodes;
  blocksB = blocks;
  positionsB = positions;
  indicesB = indices;
  frameB = frame;
  writeRoot(nodes);
}

function writeRoot(nodes: usize): void {
  const root = nodes - wideNodeBytes;
  memory.fill(root, 0, wideNodeBytes);
  const places = load<u32>(nodes, wideChildCountByte);
  for (let row: usize = 0; row < 6; row++) {
    const from = nodes + row * wideRowBytes;
    const isMax = (row & 1) != 0;
    let value = load<f32>(from);
    for (let lane: usize = 1; lane < places; lane++) {
      const other = load<f32>(from + 4 * lane);
      value = isMax ? max(value, other) : min(value, other);
    }
    for (let lane: usize = 0; lane < <usize>wideWidth; lane++) store<f32>(root + row * wideRowBytes + 4 * lane, value);
  }
  store<u32>(root, 0, wideReferencesByte);
  store<u32>(root, 1, wideChildCountByte);
}

/** The stored node or leaf in a slot, 8 · stored node + lane, as `layouts/wide-tree.ts` has references. */
// @ts-ignore: decorator
@inline
export function referenceAt(nodes: usize, slot: i32): i32 {
  return load<i32>(nodeOf(nodes, slot) + (<usize>(slot & 7) << 2), wideReferencesByte);
}

/** The node that a slot is in. */
// @ts-ignore: decorator
@inline
export function nodeOf(nodes: usize, slot: i32): usize {
  return nodes + <usize>((slot >> 3) * wideNodeBytes);
}

/** The side of a box along an axis. */
// @ts-ignore: decorator
@inline
export function sideAt(box: usize, axis: usize): f32 {
  return load<f32>(box + axis * (2 * wideRowBytes), wideRowBytes) - load<f32>(box + axis * (2 * wideRowBytes));
}

/** Bits of what `whichOpen` gives. */
export const opensA: i32 = 1;
export const opensB: i32 = 2;

/** Which of two nodes, or leaves, are replaced by their children: boxes of like size together, else the larger. `placement.ts` says how much larger B's are in A's frame. */
// @ts-ignore: decorator
@inline
export function whichOpen(referenceA: i32, boxA: usize, referenceB: i32, boxB: usize): i32 {
  if (referenceA < 0) return opensB;
  if (referenceB < 0) return opensA;
  const sizeA = diagonalSq(boxA), sizeB = diagonalSq(boxB) * grownSq;
  const opened = select<i32>(opensA, 0, sizeA * 4 >= sizeB) | select<i32>(opensB, 0, sizeB * 4 >= sizeA);
  // What is no number is neither.
  return opened == 0 ? opensA : opened;
}

// @ts-ignore: decorator
@inline
function diagonalSq(box: usize): f32 {
  const x = sideAt(box, 0), y = sideAt(box, 1), z = sideAt(box, 2);
  return x * x + y * y + z * z;
}

/** The slot of its first child, or its own where it stays closed. */
// @ts-ignore: decorator
@inline
export function openedBase(isOpened: i32, slot: i32, reference: i32): i32 {
  return isOpened != 0 ? reference << 3 : slot;
}

/** How many slots there are from there on. */
// @ts-ignore: decorator
@inline
export function openedCount(isOpened: i32, nodes: usize, base: i32): u32 {
  return isOpened != 0 ? load<u32>(nodeOf(nodes, base), wideChildCountByte) : 1;
}
