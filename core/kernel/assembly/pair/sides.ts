import { wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes, wideWidth } from '../../layouts/wide-tree';
import { grownSq } from './placement';

/** Addresses of the two trees of a pair: nodes, blocks and frames; positions and indices of the mesh, or 0 where the blocks are exact. */
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

/** The slot of the root's box and reference, which other nodes have in their parent: lane 0 of the node before the first. */
export const rootSlot: i32 = -8;

/** Sets the tree of A. A frame is four f64 at an address: origin x, y, z, scale. The host reserves memory for a node before the nodes. */
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
  const count = load<u32>(nodes, wideChildCountByte);
  for (let row: usize = 0; row < 6; row++) {
    const from = nodes + row * wideRowBytes;
    const isMax = (row & 1) != 0;
    let value = load<f32>(from);
    for (let lane: usize = 1; lane < count; lane++) {
      const other = load<f32>(from + 4 * lane);
      value = isMax ? max(value, other) : min(value, other);
    }
    for (let lane: usize = 0; lane < <usize>wideWidth; lane++) store<f32>(root + row * wideRowBytes + 4 * lane, value);
  }
  store<u32>(root, 0, wideReferencesByte);
  store<u32>(root, 1, wideChildCountByte);
}

/** Returns the reference in a slot, 8 · stored node + lane; see `layouts/wide-tree.ts`. */
// @ts-ignore: decorator
@inline
export function referenceAt(nodes: usize, slot: i32): i32 {
  return load<i32>(nodeOf(nodes, slot) + (<usize>(slot & 7) << 2), wideReferencesByte);
}

/** Returns the address of the node of a slot. */
// @ts-ignore: decorator
@inline
export function nodeOf(nodes: usize, slot: i32): usize {
  return nodes + <usize>((slot >> 3) * wideNodeBytes);
}

/** Returns the side of a box along an axis. */
// @ts-ignore: decorator
@inline
export function sideAt(box: usize, axis: usize): f32 {
  return load<f32>(box + axis * (2 * wideRowBytes), wideRowBytes) - load<f32>(box + axis * (2 * wideRowBytes));
}

/** Bits of the result of `whichOpen`. */
export const opensA: i32 = 1;
export const opensB: i32 = 2;

/** Returns which of two nodes or leaves to replace by their children: both for boxes of similar size, else the larger. `grownSq` is the scale of B in A's frame. */
// @ts-ignore: decorator
@inline
export function whichOpen(referenceA: i32, boxA: usize, referenceB: i32, boxB: usize): i32 {
  if (referenceA < 0) return opensB;
  if (referenceB < 0) return opensA;
  const sizeA = diagonalSq(boxA), sizeB = diagonalSq(boxB) * grownSq;
  const opened = select<i32>(opensA, 0, sizeA * 4 >= sizeB) | select<i32>(opensB, 0, sizeB * 4 >= sizeA);
  // NaN compares as neither.
  return opened == 0 ? opensA : opened;
}

// @ts-ignore: decorator
@inline
function diagonalSq(box: usize): f32 {
  const x = sideAt(box, 0), y = sideAt(box, 1), z = sideAt(box, 2);
  return x * x + y * y + z * z;
}

/** Returns the slot of the first child, or the slot itself where it is not opened. */
// @ts-ignore: decorator
@inline
export function openedBase(isOpened: i32, slot: i32, reference: i32): i32 {
  return isOpened != 0 ? reference << 3 : slot;
}

/** Returns the number of slots from there on. */
// @ts-ignore: decorator
@inline
export function openedCount(isOpened: i32, nodes: usize, base: i32): u32 {
  return isOpened != 0 ? load<u32>(nodeOf(nodes, base), wideChildCountByte) : 1;
}
