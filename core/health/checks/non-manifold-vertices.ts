import { edgeCount, previousSide, type MeshTopology } from '../../mesh/topology.ts';
import { unite } from '../../mesh/union-find.ts';
import type { VertexCorners } from '../../mesh/vertex-corners.ts';
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
  waitsFor: 'stars',
  find: ({ topology, vertexCorners, simpleStars }) => {
    const corners = vertexCorners();
    const candidates = candidatesOf(corners.first, simpleStars());
    if (candidates === null) return null;
    const fansAt = createFanCount(topology, corners);
    return foundElements('vertex', candidates.length, (vertex) => candidates[vertex] === 1 && fansAt(vertex) > 1);
  },
};

/** Returns a function that counts the fans at a vertex, for ascending vertices. Corners belong to one fan if their triangles share an edge that ends there. */
function createFanCount(topology: MeshTopology, { first, corners }: VertexCorners): (vertex: number) => number {
  const { sideEdges } = topology;
  const fans = new Uint32Array(corners.length);
  /** For each edge, 1 plus the position of the last corner with it. Positions before those of the vertex are of its other end. */
  const lastAt = new Uint32Array(edgeCount(topology));
  return (vertex) => {
    const from = first[vertex];
    const end = first[vertex + 1];
    let count = end - from;
    for (let i = from; i < end; i++) fans[i] = i;
    for (let i = from; i < end; i++) {
      const out = sideEdges[corners[i]];
      const back = sideEdges[previousSide(corners[i])];
      if (lastAt[out] > from && unite(fans, i, lastAt[out] - 1)) count--;
      if (lastAt[back] > from && unite(fans, i, lastAt[back] - 1)) count--;
      lastAt[out] = lastAt[back] = i + 1;
    }
    return count;
  };
}

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
