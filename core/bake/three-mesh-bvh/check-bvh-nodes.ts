import { axisWord, countHalf, flagHalf, bvhLeafFlag, bvhLinkWord, bvhNodeWords } from './layout.ts';
import type { ThreeMeshBvhFile } from './bvh-file.ts';

export interface BvhFault {
  readonly node: number;
  readonly what: string;
}

/**
 * Checks the nodes and returns the first fault, or `null`. The nodes must be in preorder, the leaves must hold every triangle once and in
 * order, and boxes must contain their triangles and children. The words may be arbitrary: links are only followed inside their subtree.
 */
export function checkBvhNodes(file: Pick<ThreeMeshBvhFile, 'nodes' | 'positions' | 'index'>): BvhFault | null {
  const { nodes, index } = file;
  const floats = new Float32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  const halves = new Uint16Array(nodes.buffer, nodes.byteOffset, 2 * nodes.length);
  const triangles = index.length / 3;
  /** Ends of the subtrees that contain the next node, outermost first. */
  const ends = [nodes.length / bvhNodeWords];
  let nextTriangle = 0;
  for (let node = 0; node < nodes.length / bvhNodeWords; node++) {
    const at = node * bvhNodeWords;
    const end = ends.pop();
    if (end === undefined) return { node, what: 'a node has no parent' };
    if (halves[2 * at + flagHalf] === bvhLeafFlag) {
      const count = halves[2 * at + countHalf];
      if (end !== node + 1) return { node, what: 'nodes follow a leaf within its subtree' };
      if (nodes[at + bvhLinkWord] !== nextTriangle || count === 0 || nextTriangle + count > triangles)
        return { node, what: 'a leaf does not hold the next triangles' };
      if (!holdsTriangles(file, floats, at, 3 * nextTriangle, 3 * (nextTriangle + count)))
        return { node, what: 'a triangle lies outside the box of its leaf' };
      nextTriangle += count;
      continue;
    }
    const right = node + nodes[at + bvhLinkWord];
    if (!(right > node + 1 && right < end)) return { node, what: 'the right child lies outside its subtree' };
    if (nodes[at + axisWord] > 2) return { node, what: 'the split axis is not 0, 1 or 2' };
    if (!holdsBox(floats, at, at + bvhNodeWords) || !holdsBox(floats, at, right * bvhNodeWords))
      return { node, what: 'the box of a child lies outside the box of its parent' };
    ends.push(end, right);
  }
  return nextTriangle === triangles ? null : { node: 0, what: `the leaves hold ${nextTriangle} of ${triangles} triangles` };
}

function holdsTriangles(
  { positions, index }: Pick<ThreeMeshBvhFile, 'positions' | 'index'>,
  floats: Float32Array,
  at: number,
  from: number,
  to: number,
): boolean {
  for (let i = from; i < to; i++) {
    for (let k = 0; k < 3; k++) {
      const value = positions[3 * index[i] + k];
      if (!(value >= floats[at + k] && value <= floats[at + 3 + k])) return false;
    }
  }
  return true;
}

function holdsBox(floats: Float32Array, outer: number, inner: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (!(floats[inner + k] >= floats[outer + k] && floats[inner + 3 + k] <= floats[outer + 3 + k])) return false;
  }
  return true;
}
