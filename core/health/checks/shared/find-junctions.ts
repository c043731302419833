import { edgeCount, type MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { boxesAroundPointUnsorted } from '../../study/boxes/boxes-around-point.ts';
import { createBoxHierarchy } from '../../study/boxes/box-hierarchy.ts';

/** Work of testing a vertex against an edge, in comparisons of boxes. */
const boxesPerTest = 64;
/** Each vertex may have this many near edges before the limit counts: more than in real files. */
const testsPerVertex = 64;
const testsBetweenReports = 2 ** 16;

/**
 * Calls `found` for every boundary vertex that is near a boundary edge of another triangle. It is within a distance of the edge, and
 * farther than that from the ends of the edge. Vertices ascend. Returns false if the search ended at its limit: `maxTests` comparisons of boxes.
 * @throws whatever `progress` throws.
 */
export function findJunctions(
  mesh: TriangleMesh,
  topology: MeshTopology,
  distance: number,
  maxTests: number,
  progress: Progress,
  found: (vertex: number, edge: number, apart: number) => void,
): boolean {
  const { positions } = mesh;
  const { edges, vertices } = boundary(topology);
  const hierarchy = createBoxHierarchy(boxesOfEdges(positions, topology, edges));
  const limit = maxTests / boxesPerTest + testsPerVertex * vertices.length;
  let tests = 0;
  let reportAt = 0;
  for (const [i, vertex] of vertices.entries()) {
    if (tests > limit) return false;
    if (i % 1024 === 0 || tests >= reportAt) {
      progress(i / vertices.length);
      reportAt = tests + testsBetweenReports;
    }
    for (const item of boxesAroundPointUnsorted(
      hierarchy,
      positions[3 * vertex],
      positions[3 * vertex + 1],
      positions[3 * vertex + 2],
      distance,
    )) {
      tests++;
      const triangle = Math.floor(topology.edgeSides[topology.edgeFirst[edges[item]]] / 3);
      // A corner of the triangle itself is close to the edge of a sliver.
      if (topology.corners.subarray(3 * triangle, 3 * triangle + 3).includes(vertex)) continue;
      const apart = distanceBetweenEnds(positions, topology, edges[item], vertex, distance);
      if (apart <= distance) found(vertex, edges[item], apart);
    }
  }
  return true;
}

/** Returns the edges where a surface ends, and their vertices; ascending. */
function boundary(topology: MeshTopology): { readonly edges: Uint32Array; readonly vertices: Uint32Array } {
  const edges: number[] = [];
  const isOnBoundary = new Uint8Array(topology.welded.length);
  for (let edge = 0; edge < edgeCount(topology); edge++) {
    if (!endsSurface(topology, edge)) continue;
    edges.push(edge);
    isOnBoundary[topology.edgeVertices[2 * edge]] = isOnBoundary[topology.edgeVertices[2 * edge + 1]] = 1;
  }
  const vertices: number[] = [];
  for (let vertex = 0; vertex < isOnBoundary.length; vertex++) if (isOnBoundary[vertex] === 1) vertices.push(vertex);
  return { edges: Uint32Array.from(edges), vertices: Uint32Array.from(vertices) };
}

/** Whether all triangles at an edge have the same corners: a single triangle, or the two sides of a sheet. */
function endsSurface({ edgeFirst, edgeSides, corners }: MeshTopology, edge: number): boolean {
  const apexOf = (at: number): number => corners[3 * Math.floor(edgeSides[at] / 3) + ((edgeSides[at] + 2) % 3)];
  const first = edgeFirst[edge];
  for (let at = first + 1; at < edgeFirst[edge + 1]; at++) if (apexOf(at) !== apexOf(first)) return false;
  return true;
}

function boxesOfEdges(positions: Float64Array, { edgeVertices }: MeshTopology, edges: Uint32Array): Float64Array {
  const boxes = new Float64Array(6 * edges.length);
  for (let i = 0; i < edges.length; i++) {
    const a = 3 * edgeVertices[2 * edges[i]];
    const b = 3 * edgeVertices[2 * edges[i] + 1];
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = Math.min(positions[a + k], positions[b + k]);
      boxes[6 * i + 3 + k] = Math.max(positions[a + k], positions[b + k]);
    }
  }
  return boxes;
}

/** Returns the distance of a vertex from an edge; `Infinity` if the nearest point is within `fromEnds` of an end. */
function distanceBetweenEnds(
  positions: Float64Array,
  { edgeVertices }: MeshTopology,
  edge: number,
  vertex: number,
  fromEnds: number,
): number {
  const a = 3 * edgeVertices[2 * edge];
  const b = 3 * edgeVertices[2 * edge + 1];
  const p = 3 * vertex;
  const dx = positions[b] - positions[a];
  const dy = positions[b + 1] - positions[a + 1];
  const dz = positions[b + 2] - positions[a + 2];
  const x = positions[p] - positions[a];
  const y = positions[p + 1] - positions[a + 1];
  const z = positions[p + 2] - positions[a + 2];
  const length = Math.hypot(dx, dy, dz);
  const along = (x * dx + y * dy + z * dz) / length;
  if (!(along > fromEnds && length - along > fromEnds)) return Infinity;
  return Math.hypot(x - (along / length) * dx, y - (along / length) * dy, z - (along / length) * dz);
}
