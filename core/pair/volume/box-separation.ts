import type { Transform } from '../../math/transform.ts';
import { aabbWords } from '../../tree/kinds/aabb/node-aabb.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';

/**
 * Values that all box tests of two trees share, for one placement of B, in A's frame: source space of A, relative to the origin of
 * A's tree. A box of B is a parallelepiped there.
 */
export interface BoxSeparation {
  /** The nodes of A if they are f32 boxes, else memory for one node, which receives the box of the current node. */
  readonly nodesA: Float32Array;
  readonly nodesB: Float32Array;
  /** (9) columns: the edges of B's unit box in A's frame. */
  readonly columns: Float64Array;
  /** (3) B's tree origin in A's frame. */
  readonly offset: Float64Array;
  /** (3) bound on the rounding error of a test along an axis of A, and of a placed vertex. */
  readonly padding: Float64Array;
  /** (3) squared lengths of the columns: how B's boxes are stretched. */
  readonly stretchSq: Float64Array;
  /** (7·n) separating directions beyond the axes of A: x y z, then the reach along it of B's columns, then its padding. */
  readonly directions: Float64Array;
}

/** A test has fewer than 32 roundings, each 2⁻⁵³ of sizes that add up to those below. */
const relativePadding = 2 ** -47;
/** More than underflow can lose. */
const underflow = 1e-300;

/** Number of values of one direction. */
const directionStride = 7;

export function createBoxSeparation(treeA: Tree, treeB: Tree, aFromB: Transform): BoxSeparation {
  const columns = Float64Array.of(aFromB[0], aFromB[1], aFromB[2], aFromB[4], aFromB[5], aFromB[6], aFromB[8], aFromB[9], aFromB[10]);
  const offset = new Float64Array(3);
  const padding = new Float64Array(3);
  const stretchSq = new Float64Array(3);
  const nodesA = boxNodes(treeA);
  const nodesB = boxNodes(treeB);
  for (let k = 0; k < 3; k++) {
    let sum = aFromB[12 + k];
    let size = Math.abs(aFromB[12 + k]) + Math.abs(treeA.origin[k]) + rootReach(nodesA, k);
    for (let j = 0; j < 3; j++) {
      sum += columns[3 * j + k] * treeB.origin[j];
      size += Math.abs(columns[3 * j + k]) * (Math.abs(treeB.origin[j]) + rootReach(nodesB, j));
      stretchSq[j] += columns[3 * j + k] * columns[3 * j + k];
    }
    offset[k] = sum - treeA.origin[k];
    padding[k] = size * relativePadding + underflow;
  }
  const directions = separatingDirections(columns, padding);
  return { nodesA, nodesB, columns, offset, padding, stretchSq, directions };
}

/** Returns the nodes of a tree that is read in place; otherwise memory for one node, with the box of the root. */
function boxNodes(tree: Tree): Float32Array {
  if (tree.isReadInPlace) return tree.nodesF32;
  const nodes = new Float32Array(aabbWords);
  if (tree.nodeCount > 0) readNodeBox(tree, 0, nodes);
  return nodes;
}

/** Returns the largest absolute coordinate of the root box along an axis, relative to the tree's origin. */
function rootReach(nodes: Float32Array, axis: number): number {
  return Math.max(Math.abs(nodes[axis]), Math.abs(nodes[axis + 3]));
}

/**
 * Returns the face normals of B's boxes and the cross products of A's axes with B's edges, without those that are axes of A.
 * Together with A's axes they are the 15 of Gottschalk, Lin & Manocha (1996), fewer for aligned boxes. Any direction separates
 * soundly, so they need not be exact.
 */
function separatingDirections(columns: Float64Array, padding: Float64Array): Float64Array {
  const found: number[] = [];
  const add = (x: number, y: number, z: number): void => {
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const isAxis = [x, y, z].filter((value) => Math.abs(value) > 1e-9 * largest).length < 2;
    // There is no direction if the largest is 0 or overflowed.
    if (isAxis || !(largest > 0 && largest < Infinity)) return;
    const d = [x / largest, y / largest, z / largest] as const;
    const reach = (j: number): number => Math.abs(d[0] * columns[3 * j] + d[1] * columns[3 * j + 1] + d[2] * columns[3 * j + 2]);
    const directionPadding = 2 * (Math.abs(d[0]) * padding[0] + Math.abs(d[1]) * padding[1] + Math.abs(d[2]) * padding[2]);
    found.push(...d, reach(0), reach(1), reach(2), directionPadding);
  };
  for (let j = 0; j < 9; j += 3) {
    const u = (j + 3) % 9;
    const v = (j + 6) % 9;
    add(
      columns[u + 1] * columns[v + 2] - columns[u + 2] * columns[v + 1],
      columns[u + 2] * columns[v] - columns[u] * columns[v + 2],
      columns[u] * columns[v + 1] - columns[u + 1] * columns[v],
    );
  }
  for (let j = 0; j < 9; j += 3) {
    add(0, -columns[j + 2], columns[j + 1]);
    add(columns[j + 2], 0, -columns[j]);
    add(-columns[j + 1], columns[j], 0);
  }
  return Float64Array.from(found);
}

export const boxesApart = 0;
/** The boxes may overlap, and this one is the larger in A's space. */
export const largerIsA = 1;
export const largerIsB = 2;

/**
 * Tests box `a` of A's tree against box `b` of B's tree: returns `boxesApart`, or else which is larger. Never apart if the boxes share
 * a point of their triangles, B's placed with rounding. Hot: bench `pairs-all`.
 */
export function compareBoxes(s: BoxSeparation, a: number, b: number): number {
  const { nodesA, nodesB, columns, offset, padding, stretchSq, directions } = s;
  const atA = a * aabbWords;
  const atB = b * aabbWords;
  // All lengths are doubled (sides instead of half sides, sums instead of centres), so that nothing is divided.
  const sideA0 = nodesA[atA + 3] - nodesA[atA];
  const sideA1 = nodesA[atA + 4] - nodesA[atA + 1];
  const sideA2 = nodesA[atA + 5] - nodesA[atA + 2];
  const sideB0 = nodesB[atB + 3] - nodesB[atB];
  const sideB1 = nodesB[atB + 4] - nodesB[atB + 1];
  const sideB2 = nodesB[atB + 5] - nodesB[atB + 2];
  const m0 = nodesB[atB + 3] + nodesB[atB];
  const m1 = nodesB[atB + 4] + nodesB[atB + 1];
  const m2 = nodesB[atB + 5] + nodesB[atB + 2];
  const c0 = columns[0];
  const c1 = columns[1];
  const c2 = columns[2];
  const c3 = columns[3];
  const c4 = columns[4];
  const c5 = columns[5];
  const c6 = columns[6];
  const c7 = columns[7];
  const c8 = columns[8];

  const x = c0 * m0 + c3 * m1 + c6 * m2 + 2 * offset[0] - (nodesA[atA + 3] + nodesA[atA]);
  if (Math.abs(x) > sideA0 + Math.abs(c0) * sideB0 + Math.abs(c3) * sideB1 + Math.abs(c6) * sideB2 + 2 * padding[0]) return boxesApart;
  const y = c1 * m0 + c4 * m1 + c7 * m2 + 2 * offset[1] - (nodesA[atA + 4] + nodesA[atA + 1]);
  if (Math.abs(y) > sideA1 + Math.abs(c1) * sideB0 + Math.abs(c4) * sideB1 + Math.abs(c7) * sideB2 + 2 * padding[1]) return boxesApart;
  const z = c2 * m0 + c5 * m1 + c8 * m2 + 2 * offset[2] - (nodesA[atA + 5] + nodesA[atA + 2]);
  if (Math.abs(z) > sideA2 + Math.abs(c2) * sideB0 + Math.abs(c5) * sideB1 + Math.abs(c8) * sideB2 + 2 * padding[2]) return boxesApart;

  for (let i = 0; i < directions.length; i += directionStride) {
    const d0 = directions[i];
    const d1 = directions[i + 1];
    const d2 = directions[i + 2];
    const reachA = Math.abs(d0) * sideA0 + Math.abs(d1) * sideA1 + Math.abs(d2) * sideA2;
    const reachB = directions[i + 3] * sideB0 + directions[i + 4] * sideB1 + directions[i + 5] * sideB2;
    if (Math.abs(d0 * x + d1 * y + d2 * z) > reachA + reachB + 2 * directions[i + 6]) return boxesApart;
  }
  const sizeA = sideA0 * sideA0 + sideA1 * sideA1 + sideA2 * sideA2;
  const sizeB = sideB0 * sideB0 * stretchSq[0] + sideB1 * sideB1 * stretchSq[1] + sideB2 * sideB2 * stretchSq[2];
  return sizeA >= sizeB ? largerIsA : largerIsB;
}
