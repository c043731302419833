import type { Pieces } from '../../../mesh/pieces.ts';
import { edgeCount, isForward, none, type MeshTopology } from '../../../mesh/topology.ts';
import { endOfRun, triangleSets, type TriangleSets } from '../../../mesh/triangle-sets.ts';
import { createUnionFind, findRoot, unite } from '../../../mesh/union-find.ts';
import type { MeshFacts } from '../facts.ts';

/** The counts that decide whether edges need a test. */
export type EdgeCounts = Pick<MeshFacts, 'nonManifoldEdges' | 'inconsistentEdges'>;

/**
 * Returns the solids of a mesh as sets of triangles that bound a volume, numbered by their lowest triangle. Along every edge of a solid, as
 * many sides run one way as the other, so it has a winding number. A closed piece is a solid, even if it shares an edge with others. Other
 * pieces that share edges with more than two sides are one solid if they bound a volume together.
 */
export function solidSets(
  topology: MeshTopology,
  { sets, isClosed }: Pieces,
  { nonManifoldEdges, inconsistentEdges }: EdgeCounts,
): TriangleSets {
  const { setOf, count } = sets;
  // Without such edges the solids are the closed pieces.
  if (nonManifoldEdges === 0 && inconsistentEdges === 0) return isClosed.includes(0) ? numbered(setOf, isClosed) : sets;
  const joined = createUnionFind(count);
  eachUnbalancedEdge(topology, setOf, (unbalanced) => {
    for (const piece of unbalanced) unite(joined, unbalanced[0], piece);
  });
  const groupOf = setOf.map((piece) => (piece === none ? none : findRoot(joined, piece)));
  const isSolid = new Uint8Array(count).fill(1);
  eachUnbalancedEdge(topology, groupOf, (unbalanced) => {
    for (const group of unbalanced) isSolid[group] = 0;
  });
  return numbered(groupOf, isSolid);
}

/** Returns the groups that are solids. `groupOf` (T). */
function numbered(groupOf: Uint32Array, isSolid: Uint8Array): TriangleSets {
  const numberOf = new Uint32Array(isSolid.length).fill(none);
  let solids = 0;
  const solidOf = new Uint32Array(groupOf.length).fill(none);
  for (let start = 0, end = 0; start < groupOf.length; start = end) {
    const group = groupOf[start];
    end = endOfRun(groupOf, start);
    if (group === none || isSolid[group] === 0) continue;
    if (numberOf[group] === none) numberOf[group] = solids++;
    solidOf.fill(numberOf[group], start, end);
  }
  return triangleSets(solids, solidOf);
}

/** Calls `visit` for the edges where the sides of a group do not cancel out, with these groups. `groupOf` (T). */
function eachUnbalancedEdge(topology: MeshTopology, groupOf: Uint32Array, visit: (groups: readonly number[]) => void): void {
  const { edgeFirst, edgeSides } = topology;
  const sums = new Map<number, number>();
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    const first = edgeFirst[edge];
    const end = edgeFirst[edge + 1];
    const group = groupOf[(edgeSides[first] / 3) | 0];
    // Most edges have two sides of one group that cancel out.
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
    const unbalanced = [...sums].filter(([, sum]) => sum !== 0).map(([of]) => of);
    if (unbalanced.length > 0) visit(unbalanced);
  }
}
