import { comparedCoordinate } from '#core/diff';
import type { TriangleMesh } from '#core/mesh';
import { type IndexSet, membersOf, setOf } from '../selection/index-set.ts';

type Mesh = Pick<TriangleMesh, 'positions' | 'indices'>;

/** Returns the number of a triangle of one mesh in another; `null` if it is not there. */
export type TriangleFinder = (triangle: number) => number | null;

/** Returns the members of a set of triangles that exist in the other mesh, by their numbers there. */
export type SetFinder = (set: IndexSet) => IndexSet;

/**
 * Returns a function that finds triangles of a mesh in the mesh that was read again: at the same number, else anywhere. A triangle is the
 * same if it has the same corners in the same winding; -0 is 0, and a coordinate that is not a number equals another one. The first search
 * elsewhere makes a table of the other mesh.
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

/**
 * Returns a function that finds sets of triangles. The steps of the history share their sets, so each set is found once.
 * @param size the number of triangles of the other mesh
 */
export function setFinder(find: TriangleFinder, size: number): SetFinder {
  const known = new Map<IndexSet, IndexSet>();
  return (set) => {
    const found = known.get(set) ?? foundSet(set, find, size);
    known.set(set, found);
    return found;
  };
}

function foundSet(set: IndexSet, find: TriangleFinder, size: number): IndexSet {
  const members = membersOf(set);
  let count = 0;
  for (const triangle of members) {
    const other = find(triangle);
    if (other !== null) members[count++] = other;
  }
  return setOf(size, members.subarray(0, count));
}

interface Corners {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly count: number;
}

function cornersOf({ positions, indices }: Mesh): Corners {
  return { positions, indices, count: indices.length / 3 };
}

/** Open addressing; 0 is an empty slot, other values are a triangle plus 1. Of equal triangles only the first is in it. */
function tableOf(corners: Corners): Uint32Array {
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * corners.count + 2)));
  const mask = table.length - 1;
  for (let triangle = 0; triangle < corners.count; triangle++) {
    let slot = hashOf(corners, triangle) & mask;
    while (table[slot] !== 0 && !isSame(corners, triangle, corners, table[slot]! - 1)) slot = (slot + 1) & mask;
    if (table[slot] === 0) table[slot] = triangle + 1;
  }
  return table;
}

/** The same for each order of the corners. */
function hashOf(corners: Corners, triangle: number): number {
  return (cornerHash(corners, 3 * triangle) + cornerHash(corners, 3 * triangle + 1) + cornerHash(corners, 3 * triangle + 2)) >>> 0;
}

const point = new Float64Array(3);
const pointWords = new Uint32Array(point.buffer);

/** FNV-1a by words, with a final mix: coordinates often differ in few bits. */
function cornerHash({ positions, indices }: Corners, corner: number): number {
  const at = 3 * indices[corner]!;
  for (let i = 0; i < 3; i++) point[i] = comparedCoordinate(positions[at + i]!);
  let hash = 0x811c_9dc5;
  for (let i = 0; i < 6; i++) hash = Math.imul(hash ^ pointWords[i]!, 0x0100_0193);
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
  const at = 3 * a.indices[corner]!;
  const to = 3 * b.indices[other]!;
  // `Object.is` has a NaN equal to another.
  for (let i = 0; i < 3; i++)
    if (!Object.is(comparedCoordinate(a.positions[at + i]!), comparedCoordinate(b.positions[to + i]!))) return false;
  return true;
}
