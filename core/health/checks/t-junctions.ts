import { edgeCount, type MeshTopology } from '../../mesh/topology.ts';
import { boxesAroundPointUnsorted } from '../study/boxes/boxes-around-point.ts';
import { createBoxHierarchy } from '../study/boxes/box-hierarchy.ts';
import type { HealthCheck } from '../health-check.ts';
import type { MeshStudy } from '../study/mesh-study.ts';

export const tJunctions: HealthCheck = {
  code: 't-junctions',
  severity: 'warning',
  title: 'T-junctions',
  meaning: 'Boundary vertices that lie on a boundary edge of another triangle, between its ends: rounding opens a crack there',
  fix: 'Split the edge at the vertex, then weld',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  off: { by: 'tolerance', at: 0, reason: 'The tolerance is 0' },
  find: (study, progress) => {
    if (study.facts.boundaryEdges === 0 && study.facts.duplicateTriangles === 0) return null;
    const {
      mesh: { positions },
      topology,
      diagonal,
      options,
    } = study;
    const { edges, vertices } = boundary(study);
    const hierarchy = createBoxHierarchy(boxesOfEdges(study, edges));
    const distance = options.tolerance * diagonal;
    const found: number[] = [];
    const distances: number[] = [];
    const triangles: number[] = [];
    let tests = 0;
    for (const [i, vertex] of vertices.entries()) {
      if (tests > options.effort * 1e6) return foundJunctions(found, distances, triangles, false);
      if (i % 1024 === 0) progress(i / vertices.length);
      let min = Infinity;
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
        const apart = distanceBetweenEnds(study, edges[item], vertex, distance);
        if (apart > distance) continue;
        min = Math.min(min, apart);
        triangles.push(triangle);
      }
      if (min === Infinity) continue;
      found.push(vertex);
      distances.push(min);
    }
    return foundJunctions(found, distances, triangles, true);
  },
};

function foundJunctions(vertices: readonly number[], distances: readonly number[], triangles: readonly number[], isComplete: boolean) {
  if (vertices.length === 0 && isComplete) return null;
  const measures = { name: 'distance', values: Float64Array.from(distances) };
  const numbers = Uint32Array.from(vertices);
  return {
    count: vertices.length,
    isAtLeast: !isComplete,
    elements: { kind: 'vertex', numbers, measures, moreTriangles: Uint32Array.from(triangles) },
  } as const;
}

/** Returns the edges where a surface ends, and their vertices; ascending. */
function boundary({ topology }: MeshStudy): { readonly edges: Uint32Array; readonly vertices: Uint32Array } {
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

function boxesOfEdges({ mesh: { positions }, topology: { edgeVertices } }: MeshStudy, edges: Uint32Array): Float64Array {
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
  { mesh: { positions }, topology: { edgeVertices } }: MeshStudy,
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
