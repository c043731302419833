import { usedVertices, type MeshTopology } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { createUnionFind, unite, type UnionFind } from '../mesh/union-find.ts';
import type { Progress } from '../progress.ts';
import { createBoxHierarchy } from './boxes/box-hierarchy.ts';
import { nextOverlaps, overlapProgress, startOverlapSearch } from './boxes/overlapping-boxes.ts';

export interface NearVertices {
  /** Of all vertices: those that triangles use are with those no farther than the distance, or joined by a chain of such. */
  readonly clusters: UnionFind;
  /** Whether every pair was looked at. */
  readonly isComplete: boolean;
}

/** Joins welded vertices at most `distance` apart. @throws whatever `progress` throws. */
export function nearVertices(mesh: TriangleMesh, topology: MeshTopology, distance: number, mostTests: number, progress: Progress): NearVertices {
  const { positions } = mesh;
  const vertices = usedVertices(topology);
  const points = new Float64Array(6 * vertices.length);
  for (let i = 0; i < vertices.length; i++) {
    for (let k = 0; k < 3; k++) points[6 * i + k] = points[6 * i + 3 + k] = positions[3 * vertices[i] + k];
  }
  const clusters = createUnionFind(topology.welded.length);
  const search = startOverlapSearch(createBoxHierarchy(points), distance);
  const batch = new Uint32Array(1 << 12);
  while (search.top > 0 && search.tests < mostTests) {
    const words = nextOverlaps(search, batch);
    for (let i = 0; i < words; i += 2) {
      const a = 6 * batch[i], b = 6 * batch[i + 1];
      if (Math.hypot(points[a] - points[b], points[a + 1] - points[b + 1], points[a + 2] - points[b + 2]) > distance) continue;
      unite(clusters, vertices[batch[i]], vertices[batch[i + 1]]);
    }
    progress(overlapProgress(search));
  }
  return { clusters, isComplete: search.top === 0 };
}
