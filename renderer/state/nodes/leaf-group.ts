import { childAt, childCount, leafCount, nodeRange, type Tree, trianglesOfRun } from '#core/tree';
import type { DocumentId } from '#host-api';
import { formatCount } from '../../text/format-number.ts';
import { setOf, type IndexSet } from '../selection/index-set.ts';

/** The leaves of a tree in a range of depths, or of triangle counts; both ends included. */
export interface LeafGroup {
  readonly document: DocumentId;
  readonly measure: 'depth' | 'triangles';
  readonly from: number;
  readonly to: number;
}

/** `at depth 12`, `with 3–4 triangles` */
export function groupText({ measure, from, to }: LeafGroup): string {
  const range = from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`;
  return measure === 'depth' ? `at depth ${range}` : `with ${range} ${to === 1 ? 'triangle' : 'triangles'}`;
}

/** Returns the leaves of a group, ascending. */
export function leavesOf(tree: Tree, { measure, from, to }: LeafGroup): Uint32Array {
  const depths = new Uint16Array(tree.nodeCount);
  const leaves: number[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    const children = childCount(tree, node);
    for (let i = 0; i < children; i++) depths[childAt(tree, node, i)] = depths[node]! + 1;
    if (children > 0) continue;
    const value = measure === 'depth' ? depths[node]! : leafCount(tree, node);
    if (value >= from && value <= to) leaves.push(node);
  }
  return Uint32Array.from(leaves);
}

/** Returns the triangles of nodes as a set of the mesh's triangles. */
export function trianglesOfNodes(tree: Tree, nodes: Uint32Array): IndexSet {
  return setOf(tree.meshTriangles, trianglesBelow(tree, nodes));
}

function* trianglesBelow(tree: Tree, nodes: Uint32Array): Generator<number> {
  for (const node of nodes) {
    const { first, count } = nodeRange(tree, node);
    yield* trianglesOfRun(tree, first, count);
  }
}
