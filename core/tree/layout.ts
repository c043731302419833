import { InspectorError } from '../error.ts';
import type { Vec3 } from '../math/vec3.ts';

/**
 * A binary AABB tree as one run of bytes, little-endian: memory, message and file at once.
 *
 *     0  u32 magic 'BXTR'        16  u32 N nodes                       32  u32 depth (root 0; 0 for no node)
 *     4  u32 version 1           20  u32 leaves                        36  u32 option leafTriangles
 *     8  u32 kind 1 (AABB)       24  u32 T triangles in the tree       40  u32 option maxDepth
 *    12  u32 split               28  u32 triangles of the mesh         44  zero
 *    48  f64 option leastBox     56  f64 x 3 origin                    80  f64 x 6 bounds: min, max (source units)
 *   128  N nodes of 32 bytes, in preorder, then u32 (T) triangles in leaf order
 *
 * A node is six f32 (min x y z, max x y z, relative to the origin, rounded outward) and two u32:
 * a leaf has `first` (position in leaf order) and `count | leafFlag`; an inner node has the index of its right child and
 * the split axis. The left child is the next node. Triangles with a non-finite vertex are in no tree, so T may be less
 * than the mesh has. A subtree holds one contiguous run of the leaf order.
 */
export const treeMagic = 0x52545842;
export const treeVersion = 1;
export const headerBytes = 128;
export const nodeBytes = 32;
/** Node stride in 4-byte words, for the f32 and the u32 view alike. */
export const nodeWords = 8;
/** Word offsets inside a node. */
export const minWord = 0;
export const maxWord = 3;
export const linkWord = 6;
export const countWord = 7;
export const leafFlag = 0x8000_0000;

export const treeKinds = { aabb: 1 } as const;
export const splitCodes = { median: 0, sah: 1 } as const;
export type TreeKind = keyof typeof treeKinds;
export type SplitName = keyof typeof splitCodes;

/** Views of a tree's bytes. Plain data: dropping the reference frees it. */
export interface AabbTree {
  readonly bytes: ArrayBuffer | SharedArrayBuffer;
  readonly kind: TreeKind;
  readonly split: SplitName;
  readonly nodeCount: number;
  readonly leafCount: number;
  readonly depth: number;
  readonly leafTriangles: number;
  readonly maxDepth: number;
  readonly leastBox: number;
  /** Triangles of the mesh it was built for; more than `order.length` when some are not finite. */
  readonly meshTriangles: number;
  /** Boxes are relative to this point of the source space. */
  readonly origin: Vec3;
  /** Exact box of the finite triangles, f64 (6) min then max, source space; zeros for an empty tree. */
  readonly bounds: Float64Array;
  /** (8·N) the nodes as f32 words. */
  readonly nodesF32: Float32Array;
  /** (8·N) the nodes as u32 words. */
  readonly nodesU32: Uint32Array;
  /** (T) triangle of the mesh at each position of the leaf order. */
  readonly order: Uint32Array;
}

export function treeByteLength(nodeCount: number, triangleCount: number): number {
  return headerBytes + nodeCount * nodeBytes + triangleCount * 4;
}

/**
 * Views trusted bytes as a tree: header and length only, in constant time. `checkTree` proves the rest.
 * @throws InspectorError `invalid-bytes`.
 */
export function openTree(bytes: ArrayBuffer | SharedArrayBuffer): AabbTree {
  if (bytes.byteLength < headerBytes) throw invalid(`${bytes.byteLength} bytes, but the header alone has ${headerBytes}`, 0);
  const header = new DataView(bytes);
  const u32 = (at: number): number => header.getUint32(at, true);
  if (u32(0) !== treeMagic) throw invalid('the magic number is not BXTR', 0);
  if (u32(4) !== treeVersion) throw invalid(`version ${u32(4)}, wanted ${treeVersion}`, 4);
  const kind = nameOf(treeKinds, u32(8), 'kind', 8);
  const split = nameOf(splitCodes, u32(12), 'split', 12);
  const nodeCount = u32(16);
  const triangles = u32(24);
  const wanted = treeByteLength(nodeCount, triangles);
  if (bytes.byteLength !== wanted) throw invalid(`${bytes.byteLength} bytes, wanted ${wanted}`, 16);
  const orderAt = headerBytes + nodeCount * nodeBytes;
  return {
    bytes,
    kind,
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
    nodesF32: new Float32Array(bytes, headerBytes, nodeCount * nodeWords),
    nodesU32: new Uint32Array(bytes, headerBytes, nodeCount * nodeWords),
    order: new Uint32Array(bytes, orderAt, triangles),
  };
}

export function isLeaf(tree: AabbTree, node: number): boolean {
  return tree.nodesU32[node * nodeWords + countWord] >= leafFlag;
}

export function leftChild(_tree: AabbTree, node: number): number {
  return node + 1;
}

export function rightChild(tree: AabbTree, node: number): number {
  return tree.nodesU32[node * nodeWords + linkWord];
}

export function splitAxis(tree: AabbTree, node: number): number {
  return tree.nodesU32[node * nodeWords + countWord];
}

export function leafFirst(tree: AabbTree, leaf: number): number {
  return tree.nodesU32[leaf * nodeWords + linkWord];
}

export function leafCount(tree: AabbTree, leaf: number): number {
  return tree.nodesU32[leaf * nodeWords + countWord] - leafFlag;
}

function nameOf<Codes extends Readonly<Record<string, number>>>(
  codes: Codes,
  code: number,
  what: string,
  byte: number,
): Extract<keyof Codes, string> {
  for (const [name, value] of Object.entries(codes)) if (value === code) return name as Extract<keyof Codes, string>;
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
