import type { Vec3 } from '../math/vec3.ts';
import type { BuildOptions } from '../options/build-options.ts';
import type { LoadedTree } from './kinds/wide/loaded-tree.ts';

/**
 * Layout of a tree in bytes, little-endian. The same bytes are the tree in memory, in messages and in files.
 *
 *     0  u32 magic 'BXTR'        16  u32 N nodes                       32  u32 depth (root 0; 0 for no node)
 *     4  u32 version 1           20  u32 leaves                        36  u32 option leafTriangles
 *     8  u32 kind                24  u32 T triangles in the tree       40  u32 option maxDepth
 *    12  u32 split               28  u32 triangles of the mesh         44  u32 bits of a leaf's count in a child slot, else zero
 *    48  f64 option minExtent     56  f64 x 3 origin                    80  f64 x 6 bounds: min, max (source units)
 *   128  header of the kind, if any; then N nodes; then the T triangles in leaf order (`leaf-order.ts`)
 *
 * Triangles with a non-finite vertex are left out, so T may be smaller than the number of triangles of the mesh. A subtree holds one
 * contiguous range of the leaf order. Node 0 is the root. Children have larger numbers than their parent. `nodes.ts` reads nodes.
 *
 * **Binary layout**: nodes in preorder. A node is its volume, then two u32. A leaf has `first` (position in leaf order) and `count |
 * leafFlag`. An inner node has the index of its right child and the split axis. The left child is the next node. Volumes are relative to
 * the origin and rounded outward:
 *
 *     aabb       six f32: min x y z, max x y z; nodes of 32 bytes
 *     quantised  six u16: grid steps up from the low corner, and down from the high corner; nodes of 20 bytes.
 *                The header continues with the grid (`kinds/quantised/quantised-box.ts`): nine f32 and 12 zero bytes
 *     sphere     f32 centre x y z, f32 radius; nodes of 24 bytes
 *     obb        f32 centre, half sizes and three axes (`kinds/obb/node-obb.ts`); nodes of 68 bytes
 *     dop6 ...   f32 min, then max values along k/2 directions (`kinds/dop/dop-directions.ts`); nodes of 4·k + 8 bytes
 *
 * **Leaf-free layout** (T5, ABB-2010): only the M = (N-1)/2 inner nodes are stored, in preorder, in three arrays. These are M volumes, 2·M
 * child slots u32, and M bytes of flags, padded with zeros to a multiple of 4. Bits 0 and 1 of the flags are set where the left and the
 * right slot hold a leaf. Bits 2 and 3 are the split axis. A slot holds the index of an inner node, or `first` of a leaf with its `count`
 * in the lowest bits. With M = 0 the root is the only leaf.
 *
 *     leaf-free   volumes as in kind aabb: 33 bytes per inner node
 *     compressed  volumes as in kind quantised: 21 bytes per inner node as in the article; the leaf order is packed
 *
 * **Wide layout** (T9): stored nodes of up to eight children, blocks of four triangles, and a table of all nodes; see
 * `kinds/wide/wide-sections.ts`.
 */
export const treeMagic = 0x52545842;
export const treeVersion = 1;
export const headerBytes = 128;
/** Bytes in the header of the code of the kind, and of the number of bits of a count in a child slot. */
export const kindByte = 8;
export const countBitsByte = 44;
/** Set in the last word of a binary node that is a leaf. */
export const leafFlag = 0x8000_0000;

export type TreeKind = BuildOptions['kind'];
export type SplitName = BuildOptions['split'];

/** Codes of the splits in the header. */
export const splitCodes: Readonly<Record<SplitName, number>> = { median: 0, sah: 1, seeds: 2, sweep: 3, morton: 4, ploc: 5 };

/** How the nodes of a kind link to each other. */
export type TreeLayout = 'binary' | 'leaf-free' | 'wide';

/** Shape of the bounding volumes of a kind. Queries have one test for each. */
export type VolumeShape = 'box' | 'sphere' | 'obb' | 'rss' | 'dop';

/** The properties of a kind's bytes that are the same for all its trees. */
export interface KindFormat {
  readonly kind: TreeKind;
  /** In the header. Codes are never reused. */
  readonly code: number;
  readonly layout: TreeLayout;
  readonly volume: VolumeShape;
  /** Stride of a node in 4-byte words; without slots and flags in the leaf-free layout. */
  readonly nodeWords: number;
  /** Whether a grid of 16-bit boxes follows the common header. */
  readonly hasGrid: boolean;
  readonly isOrderPacked: boolean;
}

/**
 * Views of a tree's bytes, as plain data. All kinds share one record shape, so that code that reads any kind stays fast.
 * Fields that a kind does not have are empty.
 */
export interface Tree {
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  readonly kind: TreeKind;
  readonly layout: TreeLayout;
  readonly volume: VolumeShape;
  /** Whether queries read boxes directly from `nodesF32`, in specialised traversals: kind `aabb`, unless kinds are compared. */
  readonly isReadInPlace: boolean;
  readonly split: SplitName;
  /** N, leaves included. */
  readonly nodeCount: number;
  readonly leafCount: number;
  readonly depth: number;
  readonly leafTriangles: number;
  readonly maxDepth: number;
  readonly minExtent: number;
  /** T, the triangles in the tree. */
  readonly triangles: number;
  /** Triangles of the mesh that the tree was built for; more than `triangles` when some are not finite. */
  readonly meshTriangles: number;
  /** Volumes are relative to this point of the source space. */
  readonly origin: Vec3;
  /** (6) exact box of the finite triangles, f64, min then max, source space; zeros for an empty tree. */
  readonly bounds: Float64Array;
  /** Stride of a stored node in 4-byte words. */
  readonly nodeWords: number;
  /** (nodeWords·n) stored nodes as f32 words; n is N, or M in the leaf-free and the wide layout. Leaf-free nodes are volumes only. */
  readonly nodesF32: Float32Array;
  /** (nodeWords·n) the same as u32 words. */
  readonly nodesU32: Uint32Array;
  /** (2·nodeWords·n) the same as u16. */
  readonly nodesU16: Uint16Array;
  /** (9) grid of 16-bit boxes, see `kinds/quantised/quantised-box.ts`; empty for other kinds. */
  readonly grid: Float32Array;
  /** Of the leaf-free layout: (2·M) child slots, (M) flags, and the number of bits of a count in a slot; else empty and 0. */
  readonly slots: Uint32Array;
  readonly flags: Uint8Array;
  readonly countBits: number;
  /** Triangle of the mesh at each position of the leaf order, `orderBits` bits each; read by `triangleAt`. */
  readonly leafOrder: Uint32Array;
  readonly orderBits: number;
  /** Parts of the wide layout; see `kinds/wide/wide-sections.ts`. */
  readonly wide: WideParts;
  /** Copy of the tree in WebAssembly memory, if it was loaded; see `kinds/wide/load-tree.ts`. */
  readonly loaded: LoadedTree | null;
}

/** Parts of the wide layout. For other layouts the scale is 1 and the rest is empty. */
export interface WideParts {
  /** Frame units per unit of the source. */
  readonly scale: number;
  /** Whether the f64 source vertices can be computed exactly from those of the blocks. */
  readonly isExact: boolean;
  /** (40·B) the blocks as f32 and as u32 words. */
  readonly blocksF32: Float32Array;
  readonly blocksU32: Uint32Array;
  /** (3·N) the table of nodes. */
  readonly entries: Uint32Array;
}
