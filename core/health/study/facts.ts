import { addToSum, createSum, sumOf } from '../../math/compensated-sum.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { meshBounds, type Bounds } from '../../mesh/bounds.ts';
import type { CoincidentTriangles } from '../../mesh/coincident-triangles.ts';
import { edgeCount, isInconsistent, sidesOnEdge, triangleStates, usedVertices, type MeshTopology } from '../../mesh/topology.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../mesh/triangle-sets.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { triangleArea } from '../../shape/triangle-area.ts';
import type { LoadedStudy } from './loaded-study.ts';

/**
 * Counts and measures of a mesh. Vertices at exactly equal positions count once. Triangles with a non-finite vertex count in `triangles`
 * only. Triangles that use a position twice have no edges.
 */
export interface MeshFacts {
  readonly triangles: number;
  /** Number of different positions that triangles use. */
  readonly weldedVertices: number;
  readonly edges: number;
  /** Edges with one triangle. */
  readonly boundaryEdges: number;
  /** Edges with more than two triangles. */
  readonly nonManifoldEdges: number;
  /** Edges with two triangles of opposite winding. */
  readonly inconsistentEdges: number;
  /** Triangles with the same three positions as an earlier one, in any order. */
  readonly duplicateTriangles: number;
  readonly repeatedVertexTriangles: number;
  /** Triangles with three different corners, exactly on one line. */
  readonly zeroAreaTriangles: number;
  /** Sets of triangles connected by shared positions. */
  readonly components: number;
  /** Mesh units squared. */
  readonly area: number;
  /** About the mean of the positions, so that it is also useful for open meshes; mesh units cubed. */
  readonly signedVolume: number;
  /** Bounds of the finite triangles; `null` without any. */
  readonly boundsMin: Vec3 | null;
  readonly boundsMax: Vec3 | null;
  /** Vertices with a coordinate that is not a finite number, used or not. */
  readonly nonFiniteVertices: number;
}

/** Returns the facts from the kernel. Measures out of its range are computed here. */
export function loadedFacts(
  mesh: TriangleMesh,
  { topology, isFlat, components, counts, bounds, measures: measured }: LoadedStudy,
  coincident: CoincidentTriangles,
): MeshFacts {
  const { edges, boundaryEdges, nonManifoldEdges, inconsistentEdges } = counts;
  const { area, signedVolume } = measured() ?? measures(mesh, topology, isFlat, meanPosition(mesh, usedVertices(topology)));
  return {
    triangles: triangleCount(mesh),
    weldedVertices: counts.usedVertices,
    edges,
    boundaryEdges,
    nonManifoldEdges,
    inconsistentEdges,
    duplicateTriangles: duplicatesOf(coincident),
    repeatedVertexTriangles: counts.repeatedTriangles,
    components: components.count,
    zeroAreaTriangles: counts.flatTriangles,
    area,
    signedVolume,
    boundsMin: bounds?.min ?? null,
    boundsMax: bounds?.max ?? null,
    nonFiniteVertices: counts.nonFiniteVertices,
  };
}

/** Returns the bounds; `null` without finite triangles. */
export function factBounds({ boundsMin, boundsMax }: MeshFacts): Bounds | null {
  return boundsMin === null || boundsMax === null ? null : { min: boundsMin, max: boundsMax };
}

function duplicatesOf({ triangles, first }: CoincidentTriangles): number {
  return triangles.length - (first.length - 1);
}

/** Computes the facts in linear time. `isFlat` (T) from `flatTriangles`. */
export function meshFacts(
  mesh: TriangleMesh,
  topology: MeshTopology,
  isFlat: Uint8Array,
  coincident: CoincidentTriangles,
  components: TriangleSets,
): MeshFacts {
  const bounds = meshBounds(mesh);
  const used = usedVertices(topology);
  return {
    triangles: triangleCount(mesh),
    weldedVertices: used.length,
    ...edgeFacts(topology),
    duplicateTriangles: duplicatesOf(coincident),
    repeatedVertexTriangles: countOf(topology.states, triangleStates.repeatedVertex),
    components: components.count,
    ...measures(mesh, topology, isFlat, meanPosition(mesh, used)),
    boundsMin: bounds?.min ?? null,
    boundsMax: bounds?.max ?? null,
    nonFiniteVertices: nonFiniteVertexCount(mesh),
  };
}

function countOf(values: Uint8Array, meant: number): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] === meant) count++;
  return count;
}

function edgeFacts(topology: MeshTopology) {
  let boundaryEdges = 0;
  let nonManifoldEdges = 0;
  let inconsistentEdges = 0;
  const edges = edgeCount(topology);
  for (let edge = 0; edge < edges; edge++) {
    const sides = sidesOnEdge(topology, edge);
    if (sides === 1) boundaryEdges++;
    if (sides > 2) nonManifoldEdges++;
    if (sides === 2 && isInconsistent(topology, edge)) inconsistentEdges++;
  }
  return { edges, boundaryEdges, nonManifoldEdges, inconsistentEdges };
}

function meanPosition({ positions }: TriangleMesh, vertices: Uint32Array): Vec3 {
  const x = createSum();
  const y = createSum();
  const z = createSum();
  for (let i = 0; i < vertices.length; i++) {
    const at = 3 * vertices[i];
    addToSum(x, positions[at]);
    addToSum(y, positions[at + 1]);
    addToSum(z, positions[at + 2]);
  }
  const count = Math.max(1, vertices.length);
  return [sumOf(x) / count, sumOf(y) / count, sumOf(z) / count];
}

function measures(mesh: TriangleMesh, { states }: MeshTopology, isFlat: Uint8Array, centre: Vec3) {
  const [x, y, z] = centre;
  const area = createSum();
  const volume = createSum();
  const t = new Float64Array(9);
  let zeroAreaTriangles = 0;
  for (let triangle = 0; triangle < states.length; triangle++) {
    if (states[triangle] !== triangleStates.plain) continue;
    if (isFlat[triangle] === 1) {
      zeroAreaTriangles++;
      continue;
    }
    readCorners(mesh, triangle, t);
    addToSum(area, triangleArea(t));
    const ax = t[0] - x;
    const ay = t[1] - y;
    const az = t[2] - z;
    const bx = t[3] - x;
    const by = t[4] - y;
    const bz = t[5] - z;
    const cx = t[6] - x;
    const cy = t[7] - y;
    const cz = t[8] - z;
    addToSum(volume, ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
  }
  return { zeroAreaTriangles, area: sumOf(area), signedVolume: sumOf(volume) / 6 };
}

function nonFiniteVertexCount(mesh: TriangleMesh): number {
  const { positions } = mesh;
  let count = 0;
  for (let vertex = 0; vertex < vertexCount(mesh); vertex++) {
    const at = 3 * vertex;
    // A finite number minus itself is 0; NaN and infinities give NaN.
    const check = positions[at] - positions[at] + (positions[at + 1] - positions[at + 1]) + (positions[at + 2] - positions[at + 2]);
    if (check !== 0) count++;
  }
  return count;
}
