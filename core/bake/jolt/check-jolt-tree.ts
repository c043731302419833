import { gridCoordinate, type JoltGrid } from '../../mesh/jolt-vertex-grid.ts';
import { linkOf, slotBound, slotProperties } from './jolt-nodes.ts';
import {
  axisBits,
  blockTriangles,
  damagedJolt,
  leafBitsAt,
  leafBytes,
  lowYBits,
  maxJoltLeaf,
  maxJoltLevels,
  nodeBytes,
  nodesAt,
  offsetToVerticesBits,
  stateHeaderBytes,
  treeHeaderBytes,
  unusedCount,
  joltVertexBytes,
} from './layout.ts';
import type { InspectorError } from '../../error.ts';

/** A leaf of a tree; offsets count bytes from the start of the tree. */
export interface FoundLeaf {
  readonly offset: number;
  readonly count: number;
  /** Its first vertex. */
  readonly windowAt: number;
  /** 0 without any. */
  readonly userDataAt: number;
}

export interface CheckedTree {
  readonly grid: Pick<JoltGrid, 'min' | 'step'>;
  readonly root: number;
  /** In the order of the file. */
  readonly leaves: readonly FoundLeaf[];
  readonly verticesAt: number;
}

/** A link to follow. Its box and place are those of its slot; the root has no box. */
interface Pending {
  readonly properties: number;
  readonly at: number;
  readonly level: number;
  readonly slot: { readonly node: number; readonly slot: number } | null;
}

const slots = 4;
const axisMask = 2 ** axisBits - 1;

/**
 * Checks a tree and its grid. Nodes and leaves must fill the bytes before the vertices without overlap, and each must be linked once. Boxes must
 * contain those of their children, and those of leaves their triangles up to a step of the grid.
 * @throws InspectorError `invalid-bytes` at its byte.
 */
export function checkJoltTree(view: DataView): CheckedTree {
  const grid = readGrid(view);
  const root = view.getUint32(24, true);
  const spans = new Map<number, number>();
  const found: { readonly leaf: FoundLeaf; readonly slot: Pending['slot']; readonly at: number }[] = [];
  const waiting: Pending[] = [{ properties: root, at: 24, level: 0, slot: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { triangles, offset } = linkOf(next.properties);
    if (triangles > maxJoltLeaf) throw damaged(`a leaf has ${triangles} triangles, and Jolt reads ${maxJoltLeaf}`, next.at);
    const size = triangles === 0 ? nodeBytes : 4;
    if (offset < nodesAt || offset + size > view.byteLength) throw damaged('a link of its tree leads out of it', next.at);
    if (spans.has(offset)) throw damaged('two links of its tree lead to one node', next.at);
    if (triangles > 0) {
      const leaf = readLeaf(view, offset, triangles, next.at);
      found.push({ leaf, slot: next.slot, at: next.at });
      spans.set(offset, leafBytes(triangles, leaf.userDataAt > 0));
    } else {
      if (next.level >= maxJoltLevels) throw damaged(`its tree has more than ${maxJoltLevels} levels, which Jolt does not walk`, next.at);
      spans.set(offset, nodeBytes);
      waiting.push(...childrenOf(view, next, offset));
    }
  }
  const verticesAt = endOf(spans);
  found.sort((a, b) => a.leaf.offset - b.leaf.offset);
  for (const { leaf, slot, at } of found) {
    checkWindow(view, leaf, verticesAt);
    if (slot !== null) checkBox(view, leaf, grid, (axis) => slotBound(view, slot.node, slot.slot, axis), at);
    checkBox(view, leaf, grid, (axis) => view.getFloat32(4 * axis, true), 0);
  }
  const leaves = found.map(({ leaf }) => leaf);
  const bits = 32 - Math.clz32(leaves[leaves.length - 1].offset / 4);
  if (view.getUint8(leafBitsAt) !== bits)
    throw damaged(`its leaf numbers have ${view.getUint8(leafBitsAt)} bits, and its last leaf needs ${bits}`, leafBitsAt);
  return { grid, root, leaves, verticesAt };
}

function damaged(what: string, offset: number): InspectorError {
  return damagedJolt(what, stateHeaderBytes + offset);
}

function readGrid(view: DataView): CheckedTree['grid'] {
  const value = (i: number): number => view.getFloat32(treeHeaderBytes + 4 * i, true);
  for (let i = 0; i < 6; i++) {
    if (!Number.isFinite(value(i)) || (i >= 3 && value(i) < 0))
      throw damaged('the grid of its vertices is not finite', treeHeaderBytes + 4 * i);
    if (!Number.isFinite(view.getFloat32(4 * i, true))) throw damaged('its box is not finite', 4 * i);
  }
  const grid: CheckedTree['grid'] = { min: [value(0), value(1), value(2)], step: [value(3), value(4), value(5)] };
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(gridCoordinate(grid, axisMask, k)))
      throw damaged('the grid of its vertices reaches beyond 32-bit floats', treeHeaderBytes + 4 * k);
    if (view.getFloat32(4 * k, true) > view.getFloat32(4 * k + 12, true)) throw damaged('its box has no inside', 4 * k);
  }
  return grid;
}

function readLeaf(view: DataView, offset: number, count: number, at: number): FoundLeaf {
  const header = view.getUint32(offset, true);
  const windowAt = offset + 4 * (header % 2 ** offsetToVerticesBits);
  const blocks = header >>> offsetToVerticesBits;
  const userDataAt = blocks === 0 ? 0 : offset + leafBytes(count, false);
  if (blocks !== 0 && blocks !== Math.ceil(count / blockTriangles))
    throw damaged(`a leaf of ${count} triangles has its user data after ${blocks} blocks`, offset);
  if (offset + leafBytes(count, blocks !== 0) > view.byteLength) throw damaged('a leaf reaches beyond its tree', at);
  return { offset, count, windowAt, userDataAt };
}

function childrenOf(view: DataView, { slot: own, level }: Pending, node: number): readonly Pending[] {
  const children: Pending[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const properties = slotProperties(view, node, slot);
    if (linkOf(properties).triangles === unusedCount) continue;
    const at = node + nodeBytes - 4 * (slots - slot);
    for (let k = 0; k < 3; k++) {
      const [min, max] = [slotBound(view, node, slot, k), slotBound(view, node, slot, k + 3)];
      if (!(min <= max)) throw damaged('a box of its tree has no inside', node + 8 * k + 2 * slot);
      if (own !== null && !(min >= slotBound(view, own.node, own.slot, k) && max <= slotBound(view, own.node, own.slot, k + 3)))
        throw damaged('the box of a child lies outside the box of its parent', node + 8 * k + 2 * slot);
    }
    children.push({ properties, at, level: level + 1, slot: { node, slot } });
  }
  if (children.length === 0) throw damaged('a node of its tree has no child', node);
  return children.toReversed();
}

/** Returns the end of nodes and leaves, which follow each other. */
function endOf(spans: ReadonlyMap<number, number>): number {
  let end = nodesAt;
  for (const [offset, size] of [...spans].toSorted(([a], [b]) => a - b)) {
    if (offset !== end)
      throw damaged(offset < end ? 'two of its nodes overlap' : 'bytes of its tree belong to no node', Math.min(offset, end));
    end += size;
  }
  return end;
}

function checkWindow(view: DataView, leaf: FoundLeaf, verticesAt: number): void {
  if ((view.byteLength - verticesAt) % joltVertexBytes !== 0)
    throw damaged(`its vertices have ${view.byteLength - verticesAt} bytes, no multiple of ${joltVertexBytes}`, verticesAt);
  if (leaf.windowAt < verticesAt || (leaf.windowAt - verticesAt) % joltVertexBytes !== 0)
    throw damaged('the vertices of a leaf start at no vertex', leaf.offset);
  for (let i = 0; i < 3 * leaf.count; i++) {
    if (cornerAt(view, leaf, Math.floor(i / 3), i % 3) + joltVertexBytes > view.byteLength)
      throw damaged('a leaf names a vertex that the mesh does not have', leaf.offset);
  }
}

/** Checks the triangles of a leaf. @param boundOf bounds by axis, those of the maximum from 3 on. @param at byte of the box; 0 for that of the mesh. */
function checkBox(view: DataView, leaf: FoundLeaf, grid: CheckedTree['grid'], boundOf: (axis: number) => number, at: number): void {
  for (let i = 0; i < 3 * leaf.count; i++) {
    const vertex = cornerAt(view, leaf, Math.floor(i / 3), i % 3);
    for (let axis = 0; axis < 3; axis++) {
      const value = vertexCoordinate(view, vertex, grid, axis);
      // Jolt bounds the vertices before it rounds them.
      const room = grid.step[axis] + Math.abs(value) * 2 ** -22;
      if (!(value >= boundOf(axis) - room && value <= boundOf(axis + 3) + room))
        throw damaged(`a triangle lies outside the box of ${at === 0 ? 'the mesh' : 'its leaf'}`, at);
    }
  }
}

/** Returns the byte of the vertex of a corner. */
export function cornerAt(view: DataView, { offset, windowAt }: FoundLeaf, i: number, corner: number): number {
  const block = offset + 4 + 4 * blockTriangles * Math.floor(i / blockTriangles);
  return windowAt + joltVertexBytes * view.getUint8(block + blockTriangles * corner + (i % blockTriangles));
}

/** Returns a coordinate of the vertex at a byte. */
export function vertexCoordinate(view: DataView, at: number, grid: CheckedTree['grid'], axis: number): number {
  const [low, high] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
  const point = axis === 0 ? low & axisMask : axis === 2 ? high & axisMask : (low >>> axisBits) | ((high >>> axisBits) << lowYBits);
  return gridCoordinate(grid, point, axis);
}
