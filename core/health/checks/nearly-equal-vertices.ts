import { edgeCount, sidesOnEdge, topologyOfWelded, type MeshTopology } from '../../mesh/topology.ts';
import { findRoot, type UnionFind } from '../../mesh/union-find.ts';
import { nearVertices } from './shared/near-vertices.ts';
import type { HealthCheck } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

export const nearlyEqualVertices: HealthCheck = {
  code: 'nearly-equal-vertices',
  severity: 'warning',
  title: 'Nearly equal vertices',
  meaning: 'Different vertices closer than the tolerance: they leave invisible cracks that rays and bodies can pass through',
  fix: 'Weld them (merge by distance) with this tolerance',
  counted: { one: 'cluster', many: 'clusters' },
  weight: 2,
  off: { by: 'tolerance', at: 0, reason: 'The tolerance is 0' },
  find: (study, progress) => {
    const { diagonal, options } = study;
    const distance = options.tolerance * diagonal;
    if (distance === 0) return null;
    const { clusters, joined, isComplete } = nearVertices(study, distance, options.effort * 1e6, progress);
    const members = membersOf(joined, clusters);
    if (members.size === 0 && isComplete) return null;
    const groups = Uint32Array.from([0, ...[...members.values()].map((cluster) => cluster.length)]);
    for (let i = 1; i < groups.length; i++) groups[i] += groups[i - 1];
    const values = Float64Array.from(members.values(), (cluster) => extent(study, cluster));
    const measures = { name: 'max distance to the first', values };
    const numbers = Uint32Array.from([...members.values()].flat());
    return {
      count: members.size,
      isAtLeast: !isComplete,
      figures: effect(study, clusters),
      elements: { kind: 'vertex', numbers, groups, measures },
    };
  },
  detailOf: ({ figures: [before, after] }) =>
    before === 0 ? '' : `Welding them leaves ${after.toLocaleString('en')} of ${before.toLocaleString('en')} boundary edges`,
};

/** Returns the clusters of two or more vertices by their lowest vertex; both ascend. */
function membersOf(vertices: Uint32Array, clusters: UnionFind): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>();
  for (const vertex of vertices) {
    const root = findRoot(clusters, vertex);
    const cluster = members.get(root);
    if (cluster !== undefined) cluster.push(vertex);
    else if (root !== vertex) members.set(root, [root, vertex]);
  }
  return new Map([...members].sort(([a], [b]) => a - b));
}

function extent({ mesh: { positions } }: MeshStudy, [first, ...others]: readonly number[]): number {
  const distance = (vertex: number): number => {
    const a = 3 * first;
    const b = 3 * vertex;
    return Math.hypot(positions[a] - positions[b], positions[a + 1] - positions[b + 1], positions[a + 2] - positions[b + 2]);
  };
  return others.reduce((max, vertex) => Math.max(max, distance(vertex)), 0);
}

/** Returns the number of boundary edges before and after welding. */
function effect({ mesh, topology, facts: { boundaryEdges: before } }: MeshStudy, clusters: UnionFind): readonly [number, number] {
  if (before === 0) return [0, 0];
  const after = topologyOfWelded(
    mesh,
    topology.welded.map((vertex) => findRoot(clusters, vertex)),
  );
  return [before, openEdges(after)];
}

function openEdges(topology: MeshTopology): number {
  let count = 0;
  for (let edge = 0; edge < edgeCount(topology); edge++) if (sidesOnEdge(topology, edge) === 1) count++;
  return count;
}
