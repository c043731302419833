import type { Vec3 } from '../../math/vec3.ts';
import { boundsCenter, type Bounds } from '../../mesh/bounds.ts';
import type { BuildOptions } from '../../options/build-options.ts';
import { packOrder, plainBits } from '../leaf-order.ts';
import { aabbFormat, countWord, linkWord, maxWord, minWord, aabbBytes, aabbWords } from '../kinds/aabb/node-aabb.ts';
import { headerBytes, kindByte, leafFlag, type KindFormat, type Tree } from '../layout.ts';
import { byteLengthOf, viewTree } from '../view-tree.ts';
import { relativeDownF32, relativeUpF32 } from '../round-outward.ts';
import { writeHeader } from '../write-header.ts';

/** A tree under construction: nodes are appended in preorder. */
export interface TreeWriter {
  readonly nodesF32: Float32Array;
  readonly nodesU32: Uint32Array;
  readonly origin: Float64Array;
  nodeCount: number;
  leafCount: number;
  depth: number;
}

/** Returns a writer with memory for the largest tree of this many triangles, one leaf each. */
export function createTreeWriter(triangles: number, bounds: Bounds | null): TreeWriter {
  const max = Math.max(0, 2 * triangles - 1);
  const bytes = new ArrayBuffer(max * aabbBytes);
  return {
    nodesF32: new Float32Array(bytes),
    nodesU32: new Uint32Array(bytes),
    // Never −0, to which half of the smallest f64 rounds.
    origin: Float64Array.from(bounds === null ? [0, 0, 0] : boundsCenter(bounds), (value) => value + 0),
    nodeCount: 0,
    leafCount: 0,
    depth: 0,
  };
}

/** Appends a node with its box (6, f64, source space) rounded outward. Returns its index. Hot. */
export function appendNode(writer: TreeWriter, box: Float64Array, depth: number): number {
  const node = writer.nodeCount++;
  const at = node * aabbWords;
  const { nodesF32, origin } = writer;
  nodesF32[at + minWord] = relativeDownF32(box[0], origin[0]);
  nodesF32[at + minWord + 1] = relativeDownF32(box[1], origin[1]);
  nodesF32[at + minWord + 2] = relativeDownF32(box[2], origin[2]);
  nodesF32[at + maxWord] = relativeUpF32(box[3], origin[0]);
  nodesF32[at + maxWord + 1] = relativeUpF32(box[4], origin[1]);
  nodesF32[at + maxWord + 2] = relativeUpF32(box[5], origin[2]);
  if (depth > writer.depth) writer.depth = depth;
  return node;
}

/** Makes a node a leaf over `count` triangles from position `first` of the leaf order. */
export function setLeaf(writer: TreeWriter, node: number, first: number, count: number): void {
  const at = node * aabbWords;
  writer.nodesU32[at + linkWord] = first;
  writer.nodesU32[at + countWord] = count + leafFlag;
  writer.leafCount++;
}

export function setSplitAxis(writer: TreeWriter, node: number, axis: number): void {
  writer.nodesU32[node * aabbWords + countWord] = axis;
}

/** The left child needs no link: it is the next node. */
export function setRightChild(writer: TreeWriter, node: number, child: number): void {
  writer.nodesU32[node * aabbWords + linkWord] = child;
}

/** Returns the complete bytes of a tree of kind `aabb`; see `layout.ts`. */
export function finishTree(
  writer: TreeWriter,
  order: Uint32Array,
  meshTriangles: number,
  bounds: Bounds | null,
  options: BuildOptions,
): ArrayBuffer {
  const bytes = new ArrayBuffer(byteLengthOf(aabbFormat, writer.nodeCount, order.length));
  const counts = { nodes: writer.nodeCount, leaves: writer.leafCount, triangles: order.length, meshTriangles, depth: writer.depth };
  const [x, y, z] = writer.origin as unknown as Vec3; // three of three
  writeHeader(bytes, aabbFormat, counts, options, [x, y, z], bounds === null ? [0, 0, 0, 0, 0, 0] : [...bounds.min, ...bounds.max]);
  const words32 = writer.nodeCount * aabbWords;
  new Uint32Array(bytes, headerBytes, words32).set(writer.nodesU32.subarray(0, words32));
  new Uint32Array(bytes, headerBytes + 4 * words32).set(order);
  return bytes;
}

/**
 * Returns a tree of another kind with the header and the leaf order of a tree of kind `aabb`. The caller writes the volumes, and
 * the links of layouts other than binary.
 */
export function createTreeOfKind(boxes: Tree, format: KindFormat): { readonly bytes: ArrayBuffer; readonly tree: Tree } {
  const { nodeCount, triangles, meshTriangles, leafOrder } = boxes;
  const bytes = new ArrayBuffer(byteLengthOf(format, nodeCount, triangles, meshTriangles));
  new Uint8Array(bytes).set(new Uint8Array(boxes.bytes, 0, headerBytes));
  new DataView(bytes).setUint32(kindByte, format.code, true);
  const tree = viewTree(bytes, format);
  if (tree.orderBits === plainBits) tree.leafOrder.set(leafOrder);
  else packOrder(leafOrder, tree.orderBits, tree.leafOrder);
  copyLinks(boxes, tree);
  return { bytes, tree };
}

function copyLinks(from: Tree, to: Tree): void {
  if (to.layout !== 'binary') return;
  for (let node = 1; node <= from.nodeCount; node++) {
    to.nodesU32[node * to.nodeWords - 2] = from.nodesU32[node * aabbWords - 2];
    to.nodesU32[node * to.nodeWords - 1] = from.nodesU32[node * aabbWords - 1];
  }
}
