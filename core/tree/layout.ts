import { InspectorError } from '../error.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { BuildOptions } from '../options/build-options.ts';
import { orderWords, packedBits, plainBits } from './leaf-order.ts';
import { dopWords, slabCounts } from './kinds/dop/dop-directions.ts';
import { obbWords } from './kinds/obb/node-obb.ts';
import { sphereWords } from './kinds/sphere/node-sphere.ts';
import { gridWords } from './kinds/quantised/quantised-box.ts';
import type { LoadedTree } from './kinds/wide/loaded-tree.ts';
import { notWide, readWideHeader, wideHeaderBytes, wideSections, type WideHeader } from './kinds/wide/wide-sections.ts';
import { blockBytes, entryWords, wideNodeBytes } from '../kernel/index.ts';

/**
 * A tree as one run of bytes, little-endian: memory, message and file at once.
 *
 *     0  u32 magic 'BXTR'        16  u32 N nodes                       32  u32 depth (root 0; 0 for no node)
 *     4  u32 version 1           20  u32 leaves                        36  u32 option leafTriangles
 *     8  u32 kind                24  u32 T triangles in the tree       40  u32 option maxDepth
 *    12  u32 split               28  u32 triangles of the mesh         44  u32 bits of a leaf's count in a child slot, else zero
 *    48  f64 option minExtent     56  f64 x 3 origin                    80  f64 x 6 bounds: min, max (source units)
 *   128  what the kind adds to the header, then its N nodes, then the T triangles in leaf order (`leaf-order.ts`)
 *
 * Triangles with a non-finite vertex are in no tree, so T may be less than the mesh has. A subtree holds one contiguous
 * run of the leaf order. Node 0 is the root, and children have larger numbers than their parent; `nodes.ts` reads them.
 *
 * **Binary nodes** are in preorder: the volume, then two u32. A leaf has `first` (position in leaf order) and
 * `count | leafFlag`; an inner node has the index of its right child and the split axis. The left child is the next node.
 * All volumes are f32, relative to the origin, rounded outward:
 *
 *     aabb       six f32: min x y z, max x y z; nodes of 32 bytes
 *     quantised  six u16: steps of the grid up from its low corner, and down from its high one; nodes of 20 bytes.
 *                The header goes on with the grid (`volume/quantised-box.ts`): nine f32 and 12 zero bytes
 *     sphere     f32 centre x y z, f32 radius; nodes of 24 bytes
 *     obb        f32 centre, half sizes and three axes (`volume/node-obb.ts`); nodes of 68 bytes
 *     dop14 ...  f32 least, then greatest values along k/2 directions (`volume/dop-directions.ts`); nodes of 4·k + 8 bytes
 *
 * **Leaf-free** (T5, ABB-2010): only the M = (N-1)/2 inner nodes are stored, in preorder, in three arrays: M volumes; 2·M
 * child slots u32; M bytes of flags, and zeros to a multiple of 4. Bit 0 and 1 of the flags tell that the left and the
 * right slot hold a leaf, bits 2 and 3 are the split axis. A slot holds the index of an inner node, or a leaf's `first`
 * and, in the lowest bits, `count`. With M = 0 all triangles are in the one leaf of the root.
 *
 *     leaf-free   volumes as in kind aabb: 33 bytes an inner node
 *     compressed  volumes as in kind quantised: the 21 bytes of the article, 12 + 4 + 4 + 1; the leaf order is packed
 *
 * **Wide** (T9): stored nodes of up to eight children, blocks of four triangles, and a table of all nodes;
 * `wide/wide-sections.ts` tells.
 */
export const treeMagic = 0x52545842;
export const treeVersion = 1;
export const headerBytes = 128;
/** Where in the header the kind stands, and the bits of a count in a child slot. */
export const kindByte = 8;
export const countBitsByte = 44;
/** The grid with the zeros after it. */
const gridBytes = 48;
/** Of kind `aabb`. */
export const nodeBytes = 32;
/** Stride of a node of kind `aabb` in 4-byte words, for the f32 and the u32 view alike. */
export const nodeWords = 8;
/** Word offsets inside a node of kind `aabb`. */
export const minWord = 0;
export const maxWord = 3;
export const linkWord = 6;
export const countWord = 7;
export const leafFlag = 0x8000_0000;

export type TreeKind = BuildOptions['kind'];
export type SplitName = BuildOptions['split'];

export const kindCodes: Readonly<Record<TreeKind, number>> = {
  aabb: 1,
  quantised: 2,
  'leaf-free': 3,
  compressed: 4,
  sphere: 5,
  obb: 6,
  dop6: 7,
  dop14: 8,
  dop18: 9,
  dop26: 10,
  wide: 11,
};
export const splitCodes: Readonly<Record<SplitName, number>> = { median: 0, sah: 1, seeds: 2, sweep: 3, morton: 4, ploc: 5 };

/** How the nodes of a kind hang together. */
export type TreeLayout = 'binary' | 'leaf-free' | 'wide';

/** What of a kind's bytes depends on nothing but the kind. */
export interface KindLayout {
  readonly layout: TreeLayout;
  /** Stride of a node in 4-byte words; without slots and flags in the leaf-free layout. */
  readonly nodeWords: number;
  /** Whether the header goes on with the grid of 16-bit boxes. */
  readonly hasGrid: boolean;
  readonly isOrderPacked: boolean;
}

export const kindLayouts: Readonly<Record<TreeKind, KindLayout>> = {
  aabb: plain(nodeWords),
  quantised: { layout: 'binary', nodeWords: 5, hasGrid: true, isOrderPacked: false },
  'leaf-free': { layout: 'leaf-free', nodeWords: 6, hasGrid: false, isOrderPacked: false },
  compressed: { layout: 'leaf-free', nodeWords: 3, hasGrid: true, isOrderPacked: true },
  sphere: plain(sphereWords),
  obb: plain(obbWords),
  dop6: plain(dopWords(slabCounts.dop6)),
  dop14: plain(dopWords(slabCounts.dop14)),
  dop18: plain(dopWords(slabCounts.dop18)),
  dop26: plain(dopWords(slabCounts.dop26)),
  wide: { layout: 'wide', nodeWords: wideNodeBytes / 4, hasGrid: false, isOrderPacked: false },
};

/** Binary nodes of f32 volumes. */
function plain(words: number): KindLayout {
  return { layout: 'binary', nodeWords: words, hasGrid: false, isOrderPacked: false };
}

/**
 * Views of a tree's bytes. Plain data: dropping the reference frees it. One record for all kinds, so that code that
 * reads any of them stays quick; what a kind has not is empty.
 */
export interface Tree {
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  readonly kind: TreeKind;
  readonly layout: TreeLayout;
  /** Whether queries read its boxes where they are, in descents written out for that: of kind `aabb`, unless kinds are to be compared. */
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
  /** Triangles of the mesh it was built for; more than `triangles` when some are not finite. */
  readonly meshTriangles: number;
  /** Volumes are relative to this point of the source space. */
  readonly origin: Vec3;
  /** Exact box of the finite triangles, f64 (6) min then max, source space; zeros for an empty tree. */
  readonly bounds: Float64Array;
  /** Stride of a stored node in 4-byte words. */
  readonly nodeWords: number;
  /** (nodeWords·n) the stored nodes as f32 words; n is N, or M in the leaf-free and the wide layout, in the former as volumes alone. */
  readonly nodesF32: Float32Array;
  /** (nodeWords·n) the same as u32 words. */
  readonly nodesU32: Uint32Array;
  /** (2·nodeWords·n) the same as u16. */
  readonly nodesU16: Uint16Array;
  /** (9) the grid of 16-bit boxes, see `volume/quantised-box.ts`; empty for kinds without. */
  readonly grid: Float32Array;
  /** (2·M) child slots and (M) flags of the leaf-free layout, and the bits of a count in a slot; else empty and 0. */
  readonly slots: Uint32Array;
  readonly flags: Uint8Array;
  readonly countBits: number;
  /** Triangle of the mesh at each position of the leaf order, `orderBits` bits each; read by `triangleAt`. */
  readonly leafOrder: Uint32Array;
  readonly orderBits: number;
  /** What only the wide layout has; see `wide/wide-sections.ts`. */
  readonly wide: WideParts;
  /** Its copy for WebAssembly, where it was loaded; see `wide/load-tree.ts`. */
  readonly loaded: LoadedTree | null;
}

/** Of the wide layout; for others the scale is 1 and the rest empty. */
export interface WideParts {
  /** Numbers of the frame a unit of the source. */
  readonly scale: number;
  /** Whether the f64 vertices come back from those of the blocks. */
  readonly isExact: boolean;
  /** (40·B) the blocks as f32 and as u32 words. */
  readonly blocksF32: Float32Array;
  readonly blocksU32: Uint32Array;
  /** (3·N) the table of nodes. */
  readonly entries: Uint32Array;
}

/** Where the parts of a tree's bytes begin. */
interface Sections {
  /** Nodes that are stored: all, or the inner ones. */
  readonly stored: number;
  readonly nodesAt: number;
  readonly slotsAt: number;
  readonly flagsAt: number;
  readonly blocksAt: number;
  readonly entriesAt: number;
  readonly orderAt: number;
  readonly orderBits: number;
  readonly end: number;
}

function sectionsOf(kind: TreeKind, nodeCount: number, triangles: number, meshTriangles: number, wide: WideHeader): Sections {
  const { layout, nodeWords: stride, hasGrid, isOrderPacked } = kindLayouts[kind];
  if (layout === 'wide') {
    const { nodesAt, blocksAt, entriesAt, orderAt, end } = wideSections(headerBytes + wideHeaderBytes, wide, nodeCount, triangles);
    return { stored: wide.stored, nodesAt, slotsAt: blocksAt, flagsAt: blocksAt, blocksAt, entriesAt, orderAt, orderBits: plainBits, end };
  }
  const stored = layout === 'leaf-free' ? Math.max(0, (nodeCount - 1) / 2) : nodeCount;
  const nodesAt = headerBytes + (hasGrid ? gridBytes : 0);
  const slotsAt = nodesAt + 4 * stored * stride;
  const flagsAt = slotsAt + (layout === 'leaf-free' ? 8 * stored : 0);
  const orderAt = flagsAt + (layout === 'leaf-free' ? 4 * Math.ceil(stored / 4) : 0);
  const orderBits = isOrderPacked ? packedBits(meshTriangles) : plainBits;
  const end = orderAt + 4 * orderWords(triangles, orderBits);
  return { stored, nodesAt, slotsAt, flagsAt, blocksAt: orderAt, entriesAt: orderAt, orderAt, orderBits, end };
}

/** Length of a tree with so many nodes, leaves included, and triangles, of a mesh with so many; `wide` is for that layout. */
export function treeByteLength(
  nodeCount: number,
  triangles: number,
  kind: TreeKind = 'aabb',
  meshTriangles: number = triangles,
  wide: WideHeader = notWide,
): number {
  return sectionsOf(kind, nodeCount, triangles, meshTriangles, wide).end;
}

/**
 * Views trusted bytes as a tree: header and length only, in constant time. `checkTree` proves the rest.
 * @throws InspectorError `invalid-bytes`.
 */
export function openTree(bytes: ArrayBuffer | SharedArrayBuffer): Tree {
  if (bytes.byteLength < headerBytes) throw invalid(`${bytes.byteLength} bytes, but the header alone has ${headerBytes}`, 0);
  const header = new DataView(bytes);
  const u32 = (at: number): number => header.getUint32(at, true);
  if (u32(0) !== treeMagic) throw invalid('the magic number is not BXTR', 0);
  if (u32(4) !== treeVersion) throw invalid(`version ${u32(4)}, wanted ${treeVersion}`, 4);
  const kind = nameOf(kindCodes, u32(kindByte), 'kind', kindByte);
  const split = nameOf(splitCodes, u32(12), 'split', 12);
  const { layout, nodeWords: stride, hasGrid } = kindLayouts[kind];
  const nodeCount = u32(16);
  const triangles = u32(24);
  const meshTriangles = u32(28);
  if (layout === 'leaf-free' && nodeCount > 0 && nodeCount % 2 === 0) throw invalid(`${nodeCount} nodes, wanted an odd number`, 16);
  const isWide = layout === 'wide';
  if (isWide && bytes.byteLength < headerBytes + wideHeaderBytes) throw invalid('the header is cut off', headerBytes);
  const wide = isWide ? readWideHeader(header) : notWide;
  const { stored, nodesAt, slotsAt, flagsAt, blocksAt, entriesAt, orderAt, orderBits, end } = sectionsOf(
    kind,
    nodeCount,
    triangles,
    meshTriangles,
    wide,
  );
  if (bytes.byteLength !== end) throw invalid(`${bytes.byteLength} bytes, wanted ${end}`, 16);
  const countBits = layout === 'leaf-free' ? u32(countBitsByte) : 0;
  if (countBits > 31) throw invalid(`counts of ${countBits} bits`, countBitsByte);
  const isLeafFree = layout === 'leaf-free';
  return {
    bytes,
    kind,
    layout,
    isReadInPlace: kind === 'aabb',
    split,
    nodeCount,
    leafCount: u32(20),
    depth: u32(32),
    leafTriangles: u32(36),
    maxDepth: u32(40),
    minExtent: header.getFloat64(48, true),
    triangles,
    meshTriangles,
    origin: [header.getFloat64(56, true), header.getFloat64(64, true), header.getFloat64(72, true)],
    bounds: new Float64Array(bytes, 80, 6),
    nodeWords: stride,
    nodesF32: new Float32Array(bytes, nodesAt, stored * stride),
    nodesU32: new Uint32Array(bytes, nodesAt, stored * stride),
    nodesU16: new Uint16Array(bytes, nodesAt, 2 * stored * stride),
    grid: new Float32Array(bytes, headerBytes, hasGrid ? gridWords : 0),
    slots: new Uint32Array(bytes, slotsAt, isLeafFree ? 2 * stored : 0),
    flags: new Uint8Array(bytes, flagsAt, isLeafFree ? stored : 0),
    countBits,
    leafOrder: new Uint32Array(bytes, orderAt, orderWords(triangles, orderBits)),
    orderBits,
    wide: {
      scale: wide.scale,
      isExact: wide.isExact,
      blocksF32: new Float32Array(bytes, blocksAt, (blockBytes / 4) * wide.blocks),
      blocksU32: new Uint32Array(bytes, blocksAt, (blockBytes / 4) * wide.blocks),
      entries: new Uint32Array(bytes, entriesAt, isWide ? entryWords * nodeCount : 0),
    },
    loaded: null,
  };
}

function nameOf<Name extends string>(codes: Readonly<Record<Name, number>>, code: number, what: string, byte: number): Name {
  // `Object.entries` forgets the names that the record is made of.
  for (const [name, value] of Object.entries(codes)) if (value === code) return name as Name;
  throw invalid(`${what} ${code} is unknown`, byte);
}

function invalid(what: string, byte: number): InspectorError {
  return new InspectorError({
    code: 'invalid-bytes',
    message: `These bytes are not a tree: ${what}`,
    fix: 'Build the tree again',
    location: { byte },
  });
}
