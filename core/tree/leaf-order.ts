import { InspectorError } from '../error.ts';
import type { Tree } from './layout.ts';

/**
 * The leaf order: the triangle at each position. Kind `compressed` packs it to as few bits a triangle as number those of
 * the mesh, the least significant bit first; the others take 32.
 */
export const plainBits = 32;
/** How many triangles of a packed order the queries read at a time. */
export const runLength = 64;

/** Bits that number so many triangles of a mesh; at least 1. */
export function packedBits(meshTriangles: number): number {
  return Math.max(1, 32 - Math.clz32(Math.max(0, meshTriangles - 1)));
}

/** Words that hold so many numbers of so many bits. */
export function orderWords(triangles: number, bits: number): number {
  return Math.ceil((triangles * bits) / 32);
}

/** The triangle (import index) at a position of the leaf order. Hot. */
export function triangleAt({ leafOrder, orderBits }: Tree, position: number): number {
  return orderBits === plainBits ? leafOrder[position] : unpack(leafOrder, orderBits, position);
}

/** Writes the triangles from position `at` on into `out`, as many as there are before `end` and as it has room for; gives their number. Hot. */
export function readRun(tree: Tree, at: number, end: number, out: Uint32Array): number {
  const count = Math.min(end - at, out.length);
  for (let i = 0; i < count; i++) out[i] = triangleAt(tree, at + i);
  return count;
}

/** The triangles (import indices) of a run of the leaf order, not to be written to. */
export function trianglesOfRun(tree: Tree, first: number, count: number): Uint32Array {
  if (tree.orderBits === plainBits) return tree.leafOrder.subarray(first, first + count);
  return Uint32Array.from({ length: count }, (_, i) => triangleAt(tree, first + i));
}

/** Where a triangle stands in the leaf order; -1 when it is not in the tree. */
export function positionOf(tree: Tree, triangle: number): number {
  if (tree.orderBits === plainBits) return tree.leafOrder.indexOf(triangle);
  for (let position = 0; position < tree.triangles; position++) if (triangleAt(tree, position) === triangle) return position;
  return -1;
}

/** Packs `order` into `words`, which are zero. */
export function packOrder(order: Uint32Array, bits: number, words: Uint32Array): void {
  // Beyond this the shifts below would lose bits.
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
