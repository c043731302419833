import type { TriangleMesh } from '#core/mesh';
import { type IndexSet, membersOf, setOf } from '../selection/index-set.ts';

type Mesh = Pick<TriangleMesh, 'positions' | 'indices'>;

/** Returns the number of a triangle of one mesh in another; `null` if it is not there. */
export type TriangleFinder = (triangle: number) => number | null;

/**
 * Returns a function that finds triangles of a mesh in the mesh that was read again: at the same number, else anywhere. A triangle is the
 * same if it has the same corners, bit by bit, in the same winding. The first search elsewhere makes a table of the other mesh.
 */
export function triangleFinder(from: Mesh, to: Mesh): TriangleFinder {
  const [before, after] = [cornersOf(from), cornersOf(to)];
  let table: Uint32Array | null = null;
  return (triangle) => {
    if (triangle < after.count && isSame(before, triangle, after, triangle)) return triangle;
    table ??= tableOf(after);
    const mask = table.length - 1;
    for (let slot = hashOf(before, triangle) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
      const other = table[slot]! - 1;
      if (isSame(before, triangle, after, other)) return other;
    }
    return null;
  };
}

/** Returns the members of a set of triangles that exist in the other mesh, by their numbers there. */
export function foundSet(set: IndexSet, find: TriangleFinder, size: number): IndexSet {
  return setOf(
    size,
    [...membersOf(set)].map(find).filter((triangle) => triangle !== null),
  );
}

interface Corners {
  /** (6·V) the words of the positions. */
  readonly words: Uint32Array;
  readonly indices: Uint32Array;
  readonly count: number;
}

function cornersOf({ positions, indices }: Mesh): Corners {
  return { words: new Uint32Array(positions.buffer, positions.byteOffset, 2 * positions.length), indices, count: indices.length / 3 };
}

/** Open addressing; 0 is an empty slot, other values are a triangle plus 1. Of equal triangles the first is found first. */
function tableOf(corners: Corners): Uint32Array {
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * corners.count + 2)));
  const mask = table.length - 1;
  for (let triangle = 0; triangle < corners.count; triangle++) {
    let slot = hashOf(corners, triangle) & mask;
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = triangle + 1;
  }
  return table;
}

/** The same for each order of the corners. */
function hashOf(corners: Corners, triangle: number): number {
  return (cornerHash(corners, 3 * triangle) + cornerHash(corners, 3 * triangle + 1) + cornerHash(corners, 3 * triangle + 2)) >>> 0;
}

/** FNV-1a by words, with a final mix: coordinates often differ in few bits. */
function cornerHash({ words, indices }: Corners, corner: number): number {
  const at = 6 * indices[corner]!;
  let hash = 0x811c_9dc5;
  for (let i = 0; i < 6; i++) hash = Math.imul(hash ^ words[at + i]!, 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return hash ^ (hash >>> 13);
}

function isSame(a: Corners, triangle: number, b: Corners, other: number): boolean {
  for (let turn = 0; turn < 3; turn++) {
    const isCorner = (corner: number): boolean => sameCorner(a, 3 * triangle + corner, b, 3 * other + ((corner + turn) % 3));
    if (isCorner(0) && isCorner(1) && isCorner(2)) return true;
  }
  return false;
}

function sameCorner(a: Corners, corner: number, b: Corners, other: number): boolean {
  const [at, to] = [6 * a.indices[corner]!, 6 * b.indices[other]!];
  for (let i = 0; i < 6; i++) if (a.words[at + i] !== b.words[to + i]) return false;
  return true;
}
