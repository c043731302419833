import { blockBytes, entryWords, wideNodeBytes } from '../../../kernel/index.ts';
import type { KindFormat } from '../../layout.ts';

/**
 * The wide layout (T9): a tree of nodes with up to eight children, for SIMD. After the common header
 *
 *     128  f64 scale of the frame     136  u32 M stored nodes     140  u32 B blocks     144  u32 1 where blocks are exact
 *     148  zero up to 192, then M nodes of 256 bytes in preorder, B blocks of 160, N entries of 12, the leaf order (T) u32
 *
 * **The frame**: coordinates are f32 numbers (source − origin) · scale in −1..1 (`frame.ts`). Boxes are padded instead of rounded outward.
 *
 * **A stored node** has the boxes of its children, eight f32 per row: min x, max x, min y, max y, min z, max z. Then eight references. Then
 * u32 the number of its first child among the N nodes, the number of children, its own number, and 20 zero bytes. For references see
 * `core/kernel/layouts/wide-tree.ts`. Children are in leaf order, followed by free slots with boxes from +Inf to −Inf, which nothing hits.
 *
 * **A block** has four triangles of a leaf: rows of four f32, a x, a y, a z, b x … c z, then four indices of triangles. Free lanes are at
 * the end, with NaN. From **exact** blocks the source can be computed: f64(number) / scale + origin is the f64 of the source.
 *
 * **Nodes** are numbered so that the children of one stored node are consecutive, starting with 1 for the first stored node. An entry has
 * the slot of the node's box (8 · stored node + child), with all bits set for the root. Then it has the first position and the count of its
 * range of the leaf order. A tree of one leaf has one stored node with one child, which is the root in slot 0.
 */
export interface WideHeader {
  readonly scale: number;
  readonly stored: number;
  readonly blocks: number;
  readonly isExact: boolean;
}

export const wideFormat: KindFormat = {
  kind: 'wide',
  code: 11,
  layout: 'wide',
  volume: 'box',
  nodeWords: wideNodeBytes / 4,
  hasGrid: false,
  isOrderPacked: false,
};

export const wideHeaderBytes = 64;
const scaleByte = 128;
const storedByte = 136;
const blocksByte = 140;
export const wideExactByte = 144;
/** Start of the bytes that are zero. */
export const wideReservedByte = 148;

export interface WideSections {
  readonly nodesAt: number;
  readonly blocksAt: number;
  readonly entriesAt: number;
  readonly orderAt: number;
  readonly end: number;
}

export function readWideHeader(header: DataView): WideHeader {
  return {
    scale: header.getFloat64(scaleByte, true),
    stored: header.getUint32(storedByte, true),
    blocks: header.getUint32(blocksByte, true),
    isExact: header.getUint32(wideExactByte, true) === 1,
  };
}

export function writeWideHeader(header: DataView, { scale, stored, blocks, isExact }: WideHeader): void {
  header.setFloat64(scaleByte, scale, true);
  header.setUint32(storedByte, stored, true);
  header.setUint32(blocksByte, blocks, true);
  header.setUint32(wideExactByte, isExact ? 1 : 0, true);
}

/** Header of a tree of another layout. */
export const notWide: WideHeader = { scale: 1, stored: 0, blocks: 0, isExact: false };

/** Returns the byte offsets of the parts; `nodesAt` is the end of the header. */
export function wideSections(nodesAt: number, { stored, blocks }: WideHeader, nodeCount: number, triangles: number): WideSections {
  const blocksAt = nodesAt + wideNodeBytes * stored;
  const entriesAt = blocksAt + blockBytes * blocks;
  const orderAt = entriesAt + 4 * entryWords * nodeCount;
  return { nodesAt, blocksAt, entriesAt, orderAt, end: orderAt + 4 * triangles };
}
