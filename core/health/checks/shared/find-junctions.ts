import { edgeCount, previousSide, type MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { boxesAroundPointUnsorted, type BoxWork } from '../../study/boxes/boxes-around-point.ts';
import { createBoxHierarchy } from '../../study/boxes/box-hierarchy.ts';

/** Work of testing a box against a point, in comparisons of boxes, and of testing an edge in tests of boxes. */
const boxesPerTest = 64;
const testsPerEdge = 4;
/** Each vertex may have this many tests of boxes before the limit counts: more than in real files. */
const testsPerVertex = 256;
const testsBetweenReports = 2 ** 16;
/** A search whose work would be this many times its limit is not continued. */
const hopeless = 4;

/**
 * Calls `found` for every boundary vertex that is near a boundary edge of another triangle. It is within a distance of the edge, and
 * farther than that from the ends of the edge. Vertices ascend. Returns false if the search ended at its limit: `maxTests` comparisons of boxes.
 * @param mayCoincide whether triangles may have equal corners. @throws whatever `progress` throws.
 */
export function findJunctions(
  mesh: TriangleMesh,
  topology: MeshTopology,
  distance: number,
  maxTests: number,
  progress: Progress,
  found: (vertex: number, edge: number, apart: number) => void,
  mayCoincide = true,
): boolean {
  const { positions } = mesh;
  const { edges, vertices } = boundary(topology, mayCoincide);
  const hierarchy = createBoxHierarchy(boxesOfEdges(positions, topology, edges));
  const lengths = Float64Array.from(edges, (edge) => edgeLength(positions, topology, edge));
  const free = maxTests / boxesPerTest;
  const limit = free + testsPerVertex * vertices.length;
  const work: BoxWork = { tests: 0 };
  let reportAt = 0;
  for (const [i, vertex] of vertices.entries()) {
    // A search that is going to pass its limit by far is partial anyway: it need not take as long as the limit allows.
    if (work.tests > limit || (work.tests > free && work.tests * vertices.length > hopeless * limit * i)) return false;
    if (work.tests >= reportAt) {
      progress(i / vertices.length);
      reportAt = work.tests + testsBetweenReports;
    }
    const at = 3 * vertex;
    const near = boxesAroundPointUnsorted(hierarchy, positions[at], positions[at + 1], positions[at + 2], distance, work);
    work.tests += testsPerEdge * near.length;
    for (const item of near) {
      const edge = edges[item];
      const apart = distanceBetweenEnds(positions, topology, edge, lengths[item], vertex, distance);
      // A corner of the triangle itself is close to the edge of a sliver.
      if (apart <= distance && !isCorner(topology, topology.edgeSides[topology.edgeFirst[edge]], vertex)) found(vertex, edge, apart);
    }
  }
  return true;
}

/** Returns the edges where a surface ends, and their vertices; ascending. */
function boundary(topology: MeshTopology, mayCoincide: boolean): { readonly edges: Uint32Array; readonly vertices: Uint32Array } {
  const edges: number[] = [];
  const isOnBoundary = new Uint8Array(topology.welded.length);
  const { edgeFirst } = topology;
  const all = edgeCount(topology);
  for (let edge = 0, end = 0; edge < all; edge++) {
    const first = end;
    end = edgeFirst[edge + 1];
    if (end > first + 1 && !(mayCoincide && endsSurface(topology, edge))) continue;
    edges.push(edge);
    isOnBoundary[topology.edgeVertices[2 * edge]] = isOnBoundary[topology.edgeVertices[2 * edge + 1]] = 1;
  }
  const vertices: number[] = [];
  for (let vertex = 0; vertex < isOnBoundary.length; vertex++) if (isOnBoundary[vertex] === 1) vertices.push(vertex);
  return { edges: Uint32Array.from(edges), vertices: Uint32Array.from(vertices) };
}

/** Whether all triangles at an edge have the same corners: a single triangle, or the two sides of a sheet. */
function endsSurface({ edgeFirst, edgeSides, corners }: MeshTopology, edge: number): boolean {
  const first = edgeFirst[edge];
  const end = edgeFirst[edge + 1];
  if (end === first + 1) return true;
  const apex = corners[previousSide(edgeSides[first])];
  for (let at = first + 1; at < end; at++) if (corners[previousSide(edgeSides[at])] !== apex) return false;
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

function edgeLength(positions: Float64Array, { edgeVertices }: MeshTopology, edge: number): number {
  const a = 3 * edgeVertices[2 * edge];
  const b = 3 * edgeVertices[2 * edge + 1];
  return Math.hypot(positions[b] - positions[a], positions[b + 1] - positions[a + 1], positions[b + 2] - positions[a + 2]);
}

/** Whether a vertex is a corner of the triangle of a side. */
function isCorner({ corners }: MeshTopology, side: number, vertex: number): boolean {
  const at = side - (side % 3);
  return corners[at] === vertex || corners[at + 1] === vertex || corners[at + 2] === vertex;
}

/**
 * Returns the distance of a vertex from an edge of this length; `Infinity` if the nearest point is within `fromEnds` of an end. Hot where
 * edges are crowded.
 */
function distanceBetweenEnds(
  positions: Float64Array,
  { edgeVertices }: MeshTopology,
  edge: number,
  length: number,
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
  const along = (x * dx + y * dy + z * dz) / length;
  if (!(along > fromEnds && length - along > fromEnds)) return Infinity;
  return Math.hypot(x - (along / length) * dx, y - (along / length) * dy, z - (along / length) * dz);
}
