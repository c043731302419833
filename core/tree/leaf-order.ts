import { InspectorError } from '../error.ts';
import type { Tree } from './layout.ts';

/**
 * The leaf order: the triangle at each position. Kind `compressed` packs each index into the fewest bits that can number
 * the triangles of the mesh, least significant bit first. Other kinds use 32 bits.
 */
export const plainBits = 32;
/** Number of triangles of a packed order that queries read at a time. */
export const runLength = 64;

/** Returns the number of bits of a triangle index in a mesh of this many triangles; at least 1. */
export function packedBits(meshTriangles: number): number {
  return Math.max(1, 32 - Math.clz32(Math.max(0, meshTriangles - 1)));
}

/** Returns the number of 32-bit words of a leaf order. */
export function orderWords(triangles: number, bits: number): number {
  return Math.ceil((triangles * bits) / 32);
}

/** Returns the triangle (import index) at a position of the leaf order. Hot. */
export function triangleAt({ leafOrder, orderBits }: Tree, position: number): number {
  return orderBits === plainBits ? leafOrder[position] : unpack(leafOrder, orderBits, position);
}

/** Writes triangles from position `at` up to `end` into `out`, as far as it has room. Returns their number. Hot. */
export function readRun(tree: Tree, at: number, end: number, out: Uint32Array): number {
  const count = Math.min(end - at, out.length);
  for (let i = 0; i < count; i++) out[i] = triangleAt(tree, at + i);
  return count;
}

/** Returns the triangles (import indices) of a range of the leaf order. Read only: it may be a view of the tree. */
export function trianglesOfRun(tree: Tree, first: number, count: number): Uint32Array {
  if (tree.orderBits === plainBits) return tree.leafOrder.subarray(first, first + count);
  return Uint32Array.from({ length: count }, (_, i) => triangleAt(tree, first + i));
}

/** Returns the position of a triangle in the leaf order; -1 when it is not in the tree. */
export function positionOf(tree: Tree, triangle: number): number {
  if (tree.orderBits === plainBits) return tree.leafOrder.indexOf(triangle);
  for (let position = 0; position < tree.triangles; position++) if (triangleAt(tree, position) === triangle) return position;
  return -1;
}

/** Packs `order` into `words`, which must be zero. @throws InspectorError `too-large`. */
export function packOrder(order: Uint32Array, bits: number, words: Uint32Array): void {
  // Above this limit the shifts below would lose bits.
  if (order.length * bits > 0xffff_ffff) {
    throw new InspectorError({
      code: 'too-large',
      message: `${order.length} triangles are too many for a packed leaf order`,
      fix: 'Choose another kind of tree',
      location: {},
    });
  }
  for (let i = 0; i < order.length; i++) {
    const at = i * bits;
    const word = at >>> 5;
    const shift = at & 31;
    words[word] |= order[i] << shift;
    if (shift + bits > 32) words[word + 1] |= order[i] >>> (32 - shift);
  }
}

/** Hot. */
function unpack(words: Uint32Array, bits: number, position: number): number {
  const at = position * bits;
  const word = at >>> 5;
  const shift = at & 31;
  let value = words[word] >>> shift;
  if (shift + bits > 32) value |= words[word + 1] << (32 - shift);
  return value & ((1 << bits) - 1);
}
