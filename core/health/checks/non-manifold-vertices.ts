import { edgeCount, nextSide } from '../../mesh/topology.ts';
import { createUnionFind, findRoot, unite } from '../../mesh/union-find.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const nonManifoldVertices: HealthCheck = {
  code: 'non-manifold-vertices',
  severity: 'warning',
  title: 'Non-manifold vertices',
  meaning:
    'Vertices shared by several triangle fans without a common edge: the fans look connected but are not, and a walk around the vertex misses some of them',
  fix: 'Split the vertex so that each fan has its own, or connect the fans with an edge',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 2,
  find: ({ topology, vertexCorners, simpleStars }) => {
    const { corners, edgeVertices, edgeFirst, edgeSides } = topology;
    const { first, corners: around } = vertexCorners();
    const candidates = candidatesOf(first, simpleStars());
    if (candidates === null) return null;
    // Corners at one vertex belong to one fan if their triangles share an edge that ends there.
    const fans = createUnionFind(corners.length);
    const cornerAt = (side: number, vertex: number): number => (corners[side] === vertex ? side : nextSide(side));
    for (let edge = 0; edge < edgeCount(topology); edge++) {
      const low = edgeVertices[2 * edge];
      const high = edgeVertices[2 * edge + 1];
      if ((candidates[low] | candidates[high]) === 0) continue;
      for (let at = edgeFirst[edge] + 1; at < edgeFirst[edge + 1]; at++) {
        unite(fans, cornerAt(edgeSides[at - 1], low), cornerAt(edgeSides[at], low));
        unite(fans, cornerAt(edgeSides[at - 1], high), cornerAt(edgeSides[at], high));
      }
    }
    return foundElements('vertex', first.length - 1, (vertex) => {
      if (candidates[vertex] === 0) return false;
      let count = 0;
      for (let i = first[vertex]; i < first[vertex + 1]; i++) if (findRoot(fans, around[i]) === around[i]) count++;
      return count > 1;
    });
  },
};

/**
 * Marks the vertices with more than one corner, except those of a star that is known to be simple (a single fan); `null` if there are none.
 * @param first (V + 1) start of the corners around each vertex. @param simple (V), or `null` if no star is known.
 */
function candidatesOf(first: Uint32Array, simple: Uint8Array | null): Uint8Array | null {
  const count = first.length - 1;
  const marks = new Uint8Array(count);
  let some = false;
  for (let vertex = 0; vertex < count; vertex++) {
    if (simple !== null && simple[vertex] !== 0) {
      vertex = simple.indexOf(0, vertex);
      if (vertex < 0) break;
    }
    if (first[vertex + 1] <= first[vertex] + 1) continue;
    marks[vertex] = 1;
    some = true;
  }
  return some ? marks : null;
}
