import type { Pieces } from '../../../mesh/pieces.ts';
import { edgeCount, isForward, none, type MeshTopology } from '../../../mesh/topology.ts';
import { triangleSets, type TriangleSets } from '../../../mesh/triangle-sets.ts';
import { createUnionFind, findRoot, unite } from '../../../mesh/union-find.ts';
import type { MeshFacts } from '../facts.ts';

/** What tells that edges need no look. */
export type EdgeCounts = Pick<MeshFacts, 'nonManifoldEdges' | 'inconsistentEdges'>;

/**
 * The triangles of a mesh that bound volumes, each solid a set, numbered by their least triangle: along every edge as many of its sides
 * run one way as the other, so that it has a winding number. A piece is one by itself, also where it shares an edge with others; of the
 * rest, those that hang together at edges with more than two sides are one if they bound it together.
 */
export function solidSets(
  topology: MeshTopology,
  { sets, isClosed }: Pieces,
  { nonManifoldEdges, inconsistentEdges }: EdgeCounts,
): TriangleSets {
  const { setOf, count } = sets;
  // Mostly the solids are the closed pieces, and no edge has to be looked at.
  if (nonManifoldEdges === 0 && inconsistentEdges === 0) return isClosed.includes(0) ? numbered(setOf, isClosed) : sets;
  const joined = createUnionFind(count);
  eachUnlikeEdge(topology, setOf, (unlike) => {
    for (const piece of unlike) unite(joined, unlike[0], piece);
  });
  const groupOf = setOf.map((piece) => (piece === none ? none : findRoot(joined, piece)));
  const isSolid = new Uint8Array(count).fill(1);
  eachUnlikeEdge(topology, groupOf, (unlike) => {
    for (const group of unlike) isSolid[group] = 0;
  });
  return numbered(groupOf, isSolid);
}

/** Those groups that are solids. `groupOf` (T). */
function numbered(groupOf: Uint32Array, isSolid: Uint8Array): TriangleSets {
  const numberOf = new Uint32Array(isSolid.length).fill(none);
  let solids = 0;
  const solidOf = groupOf.map((group) => {
    if (group === none || isSolid[group] === 0) return none;
    if (numberOf[group] === none) numberOf[group] = solids++;
    return numberOf[group];
  });
  return triangleSets(solids, solidOf);
}

/** Visits the edges along which the sides of a group do not cancel each other out, with the groups of which that is so. `groupOf` (T). */
function eachUnlikeEdge(topology: MeshTopology, groupOf: Uint32Array, visit: (groups: readonly number[]) => void): void {
  const { edgeFirst, edgeSides } = topology;
  const sums = new Map<number, number>();
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const first = edgeFirst[edge];
    const end = edgeFirst[edge + 1];
    const group = groupOf[(edgeSides[first] / 3) | 0];
    // Most edges have two sides that cancel each other out, and they are of one group.
    if (
      end - first === 2 &&
      isForward(topology, edgeSides[first]) !== isForward(topology, edgeSides[first + 1]) &&
      groupOf[(edgeSides[first + 1] / 3) | 0] === group
    )
      continue;
    sums.clear();
    for (let at = first; at < end; at++) {
      const of = groupOf[(edgeSides[at] / 3) | 0];
      sums.set(of, (sums.get(of) ?? 0) + (isForward(topology, edgeSides[at]) ? 1 : -1));
    }
    const unlike = [...sums].filter(([, sum]) => sum !== 0).map(([of]) => of);
    if (unlike.length > 0) visit(unlike);
  }
}
