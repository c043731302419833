import { InspectorError } from '../error.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { BuildOptions } from '../options/build-options.ts';
import { gridWords } from './volume/quantised-box.ts';

/**
 * A tree as one run of bytes, little-endian: memory, message and file at once.
 *
 *     0  u32 magic 'BXTR'        16  u32 N nodes                       32  u32 depth (root 0; 0 for no node)
 *     4  u32 version 1           20  u32 leaves                        36  u32 option leafTriangles
 *     8  u32 kind                24  u32 T triangles in the tree       40  u32 option maxDepth
 *    12  u32 split               28  u32 triangles of the mesh         44  zero
 *    48  f64 option leastBox     56  f64 x 3 origin                    80  f64 x 6 bounds: min, max (source units)
 *   128  what the kind adds to the header, then its N nodes, then u32 (T) triangles in leaf order
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
 */
export const treeMagic = 0x52545842;
export const treeVersion = 1;
export const headerBytes = 128;
/** Where in the header the kind stands. */
export const kindByte = 8;
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

export const kindCodes: Readonly<Record<TreeKind, number>> = { aabb: 1, quantised: 2 };
export const splitCodes: Readonly<Record<SplitName, number>> = { median: 0, sah: 1, seeds: 2, sweep: 3, morton: 4, ploc: 5 };

/** How the nodes of a kind hang together. */
export type TreeLayout = 'binary';

/** What of a kind's bytes depends on nothing but the kind. */
export interface KindLayout {
  readonly layout: TreeLayout;
  /** Bytes that follow the common header. */
  readonly extraBytes: number;
  /** Stride of a node in 4-byte words. */
  readonly nodeWords: number;
}

export const kindLayouts: Readonly<Record<TreeKind, KindLayout>> = {
  aabb: { layout: 'binary', extraBytes: 0, nodeWords },
  quantised: { layout: 'binary', extraBytes: 48, nodeWords: 5 },
};

/**
 * Views of a tree's bytes. Plain data: dropping the reference frees it. One record for all kinds, so that code that
 * reads any of them stays quick; what a kind has not is empty.
 */
export interface Tree {
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  readonly kind: TreeKind;
  readonly layout: TreeLayout;
  readonly split: SplitName;
  readonly nodeCount: number;
  readonly leafCount: number;
  readonly depth: number;
  readonly leafTriangles: number;
  readonly maxDepth: number;
  readonly leastBox: number;
  /** Triangles of the mesh it was built for; more than `order.length` when some are not finite. */
  readonly meshTriangles: number;
  /** Volumes are relative to this point of the source space. */
  readonly origin: Vec3;
  /** Exact box of the finite triangles, f64 (6) min then max, source space; zeros for an empty tree. */
  readonly bounds: Float64Array;
  /** Stride of a node in 4-byte words. */
  readonly nodeWords: number;
  /** (nodeWords·N) the nodes as f32 words. */
  readonly nodesF32: Float32Array;
  /** (nodeWords·N) the nodes as u32 words. */
  readonly nodesU32: Uint32Array;
  /** (2·nodeWords·N) the nodes as u16. */
  readonly nodesU16: Uint16Array;
  /** (9) the grid of 16-bit boxes, see `volume/quantised-box.ts`; empty for kinds without. */
  readonly grid: Float32Array;
  /** (T) triangle of the mesh at each position of the leaf order. */
  readonly order: Uint32Array;
}

export function treeByteLength(nodeCount: number, triangleCount: number, kind: TreeKind = 'aabb'): number {
  const { extraBytes, nodeWords: words } = kindLayouts[kind];
  return headerBytes + extraBytes + 4 * (nodeCount * words + triangleCount);
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
  const nodeCount = u32(16);
  const triangles = u32(24);
  const wanted = treeByteLength(nodeCount, triangles, kind);
  if (bytes.byteLength !== wanted) throw invalid(`${bytes.byteLength} bytes, wanted ${wanted}`, 16);
  const { layout, extraBytes, nodeWords: stride } = kindLayouts[kind];
  const nodesAt = headerBytes + extraBytes;
  const words = nodeCount * stride;
  return {
    bytes,
    kind,
    layout,
    split,
    nodeCount,
    leafCount: u32(20),
    depth: u32(32),
    leafTriangles: u32(36),
    maxDepth: u32(40),
    leastBox: header.getFloat64(48, true),
    meshTriangles: u32(28),
    origin: [header.getFloat64(56, true), header.getFloat64(64, true), header.getFloat64(72, true)],
    bounds: new Float64Array(bytes, 80, 6),
    nodeWords: stride,
    nodesF32: new Float32Array(bytes, nodesAt, words),
    nodesU32: new Uint32Array(bytes, nodesAt, words),
    nodesU16: new Uint16Array(bytes, nodesAt, 2 * words),
    grid: new Float32Array(bytes, headerBytes, kind === 'quantised' ? gridWords : 0),
    order: new Uint32Array(bytes, nodesAt + 4 * words, triangles),
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
    cure: 'Build the tree again',
    place: { byte },
  });
}
