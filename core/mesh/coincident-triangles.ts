import { edgeCount, previousSide, type MeshTopology } from './topology.ts';

/** Sets of two or more triangles with the same three vertices, in any order. */
export interface CoincidentTriangles {
  /** (S + 1) start of each set in `triangles`; the sets ascend by their vertices. */
  readonly first: Uint32Array;
  /** Ascending within a set. */
  readonly triangles: Uint32Array;
}

/**
 * Finds coincident triangles with edges. Each triangle is visited at the edge between its two lowest vertices and compared by its third
 * vertex. This needs no hash table, and sorts only the triangles of one edge.
 */
export function coincidentTriangles(topology: MeshTopology): CoincidentTriangles {
  const { corners, edgeVertices, edgeFirst, edgeSides } = topology;
  const first: number[] = [];
  const triangles: number[] = [];
  const thirdOf = (side: number): number => corners[previousSide(side)];
  const edges = edgeCount(topology);
  for (let edge = 0; edge < edges; edge++) {
    const at = edgeFirst[edge];
    const count = edgeFirst[edge + 1] - at;
    // Nearly all edges have two sides with different opposite vertices.
    if (count < 2 || (count === 2 && thirdOf(edgeSides[at]) !== thirdOf(edgeSides[at + 1]))) continue;
    const high = edgeVertices[2 * edge + 1];
    const sorted = edgeSides
      .slice(at, at + count)
      .filter((side) => thirdOf(side) > high)
      .sort((a, b) => thirdOf(a) - thirdOf(b) || a - b);
    for (let i = 0, end = 0; i < sorted.length; i = end) {
      for (end = i + 1; end < sorted.length && thirdOf(sorted[end]) === thirdOf(sorted[i]); ) end++;
      if (end === i + 1) continue;
      first.push(triangles.length);
      for (let k = i; k < end; k++) triangles.push((sorted[k] / 3) | 0);
    }
  }
  return { first: Uint32Array.from([...first, triangles.length]), triangles: Uint32Array.from(triangles) };
}

/** Whether the vertices of a triangle ascend cyclically from the lowest. Of two triangles with the same vertices, it shows if one is flipped. */
export function doesAscend({ corners }: MeshTopology, triangle: number): boolean {
  const a = corners[3 * triangle];
  const b = corners[3 * triangle + 1];
  const c = corners[3 * triangle + 2];
  return a < b ? b < c || c < a : b < c && c < a;
}
