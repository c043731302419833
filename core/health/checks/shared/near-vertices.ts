import type { MeshTopology } from '../../../mesh/topology.ts';
import { createUnionFind, findRoot, unite, type UnionFind } from '../../../mesh/union-find.ts';
import type { Progress } from '../../../progress.ts';
import { createBoxHierarchy } from '../../study/boxes/box-hierarchy.ts';
import { joinCrowded } from './join-crowded.ts';
import { factBounds } from '../../study/facts.ts';
import type { MeshStudy } from '../../study/mesh-study.ts';
import { pointGrid, visitNearPoints } from '../../study/near-points.ts';

export interface NearVertices {
  /** Over all vertices: used vertices within the distance, or connected by a chain of such, are in one set. */
  readonly clusters: UnionFind;
  /** The vertices of clusters of two or more, ascending. */
  readonly joined: Uint32Array;
  /** Whether every pair was tested. */
  readonly isComplete: boolean;
}

/** Joins welded vertices within `distance`, which is above 0. @throws whatever `progress` throws. */
export function nearVertices(study: MeshStudy, distance: number, maxTests: number, progress: Progress): NearVertices {
  const {
    mesh: { positions },
    topology,
    facts,
    loaded,
  } = study;
  const bounds = factBounds(facts);
  const grid = bounds === null || loaded === null ? null : pointGrid(facts.weldedVertices, distance, bounds);
  const pairs = grid === null ? null : (loaded?.nearPoints(grid) ?? null);
  if (pairs !== null) {
    const near = pairs.slice().sort();
    const clusters = clustersOf(positions, topology, pairs, distance);
    return {
      clusters,
      joined: joinedOf(
        near.filter((vertex, i) => i === 0 || vertex !== near[i - 1]),
        clusters,
      ),
      isComplete: true,
    };
  }
  const vertices = study.usedVertices();
  const points = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * vertices[i] + k];
  const clusters = createUnionFind(topology.welded.length);
  const join = (i: number, j: number): void => {
    const a = 3 * i;
    const b = 3 * j;
    if (Math.hypot(points[a] - points[b], points[a + 1] - points[b + 1], points[a + 2] - points[b + 2]) <= distance)
      unite(clusters, vertices[i], vertices[j]);
  };
  // Pairs that the grid already joined are joined again.
  if (bounds === null || visitNearPoints(points, distance, bounds, join, progress))
    return { clusters, joined: joinedOf(vertices, clusters), isComplete: true };
  const isComplete = joinCrowded(createBoxHierarchy(boxesOfPoints(points)), distance, vertices, clusters, maxTests, progress);
  return { clusters, joined: joinedOf(vertices, clusters), isComplete };
}

/** Returns those of some vertices that are in one cluster with another. The others of their clusters are among the vertices too. */
function joinedOf(vertices: Uint32Array, clusters: UnionFind): Uint32Array {
  const shared = new Set<number>();
  for (const vertex of vertices) if (findRoot(clusters, vertex) !== vertex) shared.add(findRoot(clusters, vertex));
  return vertices.filter((vertex) => findRoot(clusters, vertex) !== vertex || shared.has(vertex));
}

function clustersOf(positions: Float64Array, topology: MeshTopology, pairs: Uint32Array, distance: number): UnionFind {
  const clusters = createUnionFind(topology.welded.length);
  for (let i = 0; i < pairs.length; i += 2) {
    const a = 3 * pairs[i];
    const b = 3 * pairs[i + 1];
    if (Math.hypot(positions[a] - positions[b], positions[a + 1] - positions[b + 1], positions[a + 2] - positions[b + 2]) <= distance)
      unite(clusters, pairs[i], pairs[i + 1]);
  }
  return clusters;
}

/** Returns (6·n) boxes without extent. */
function boxesOfPoints(points: Float64Array): Float64Array {
  const boxes = new Float64Array(2 * points.length);
  for (let i = 0; i < points.length; i += 3) for (let k = 0; k < 3; k++) boxes[2 * i + k] = boxes[2 * i + 3 + k] = points[i + k];
  return boxes;
}
