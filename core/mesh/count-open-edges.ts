import { edgeCount, isForward, type MeshTopology, meshTopology } from './topology.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** Edges of one number of triangles that keep a surface from bounding a volume. */
export interface OpenEdgeCount {
  /** Triangles of each: 1 at a hole; an even number where triangles are flipped. */
  readonly triangles: number;
  readonly count: number;
}

/** Returns the edges that do not have as many triangles in one direction as in the other, by ascending number of triangles; none for a closed mesh. */
export function countOpenEdges(mesh: TriangleMesh): readonly OpenEdgeCount[] {
  const topology = meshTopology(mesh);
  const counts = new Map<number, number>();
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    if (edgeBalance(topology, edge) === 0) continue;
    const triangles = topology.edgeFirst[edge + 1] - topology.edgeFirst[edge];
    counts.set(triangles, (counts.get(triangles) ?? 0) + 1);
  }
  return [...counts].map(([triangles, count]) => ({ triangles, count })).sort((p, q) => p.triangles - q.triangles);
}

/** Returns the triangles of an edge that run along it from its lower vertex, minus the others. */
export function edgeBalance(topology: MeshTopology, edge: number): number {
  const { edgeFirst, edgeSides } = topology;
  let balance = 0;
  for (let at = edgeFirst[edge]; at < edgeFirst[edge + 1]; at++) balance += isForward(topology, edgeSides[at]) ? 1 : -1;
  return balance;
}

/** Returns `4 edges of 1 triangle, 2 edges of 3 triangles, 1 edge of 2 triangles with flipped winding`; an empty text without edges. */
export function openEdgesText(edges: readonly OpenEdgeCount[]): string {
  return edges
    .map(({ triangles, count }) => {
      const flipped = triangles % 2 === 1 ? '' : ' with flipped winding';
      return `${many(count, 'edge')} of ${many(triangles, 'triangle')}${flipped}`;
    })
    .join(', ');
}

function many(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
