import { isFiniteTriangle, triangleCount, vertexCount, type TriangleMesh } from './triangle-mesh.ts';
import { weldVertices } from './weld-vertices.ts';

/** What a triangle is to the topology of its mesh. Only `plain` ones have edges. */
export const triangleStates = {
  plain: 0,
  /** Uses a vertex with a coordinate that is not finite. */
  nonFinite: 1,
  /** Uses one position twice or more. */
  repeatedVertex: 2,
} as const;

/** In place of an edge or triangle where there is none. */
export const none = 0xffff_ffff;

/**
 * How the triangles of a mesh hang together, vertices at exactly equal positions taken as one: flat arrays of V vertices,
 * T triangles and E edges.
 *
 * A side is 3·triangle + i, and runs from corner i to the next one. An edge is a pair of welded vertices, whatever number
 * of sides lie on it. Edges ascend by their vertices, the sides of an edge ascend.
 */
export interface MeshTopology {
  /** (V) the lowest vertex at the same position. */
  readonly welded: Uint32Array;
  /** (3·T) welded vertex of each corner. */
  readonly corners: Uint32Array;
  /** (T) of `triangleStates`. */
  readonly states: Uint8Array;
  /** (2·E) welded vertices, the lower first. */
  readonly edgeVertices: Uint32Array;
  /** (E + 1) where the sides of each edge begin in `edgeSides`. */
  readonly edgeFirst: Uint32Array;
  readonly edgeSides: Uint32Array;
  /** (3·T) edge of each side; `none` for triangles that have none. */
  readonly sideEdges: Uint32Array;
}

/** Time and memory in proportion to the mesh, whatever it looks like. */
export function meshTopology(mesh: TriangleMesh): MeshTopology {
  return topologyOfWelded(mesh, weldVertices(mesh));
}

/** The same for vertices (V) that were welded otherwise. */
export function topologyOfWelded(mesh: TriangleMesh, welded: Uint32Array): MeshTopology {
  const corners = mesh.indices.map((vertex) => welded[vertex]);
  const states = triangleStatesOf(mesh, corners);
  return { welded, corners, states, ...edgesOf(vertexCount(mesh), corners, states) };
}

/** Welded vertices of the triangles with finite corners, ascending. */
export function usedVertices({ welded, corners, states }: MeshTopology): Uint32Array {
  const isUsed = new Uint8Array(welded.length);
  for (let corner = 0; corner < corners.length; corner++) {
    if (states[(corner / 3) | 0] !== triangleStates.nonFinite) isUsed[corners[corner]] = 1;
  }
  return welded.filter((_, vertex) => isUsed[vertex] === 1);
}

export function edgeCount(topology: MeshTopology): number {
  return topology.edgeVertices.length / 2;
}

/** How many sides lie on an edge: 1 on a boundary, 2 between two triangles, more where it is not manifold. */
export function sidesOnEdge({ edgeFirst }: MeshTopology, edge: number): number {
  return edgeFirst[edge + 1] - edgeFirst[edge];
}

/** Whether a side runs from the lower vertex of its edge to the higher one. */
export function isForward({ corners }: MeshTopology, side: number): boolean {
  return corners[side] < corners[nextSide(side)];
}

/** Whether the two triangles of an edge with two run along it in the same direction: one of them is turned over. */
export function isInconsistent(topology: MeshTopology, edge: number): boolean {
  const first = topology.edgeFirst[edge];
  return isForward(topology, topology.edgeSides[first]) === isForward(topology, topology.edgeSides[first + 1]);
}

/** The side after this one around its triangle; likewise the corner. */
export function nextSide(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

export function previousSide(side: number): number {
  return side % 3 === 0 ? side + 2 : side - 1;
}

function triangleStatesOf(mesh: TriangleMesh, corners: Uint32Array): Uint8Array {
  const states = new Uint8Array(triangleCount(mesh));
  for (let triangle = 0; triangle < states.length; triangle++) {
    const a = corners[3 * triangle], b = corners[3 * triangle + 1], c = corners[3 * triangle + 2];
    if (!isFiniteTriangle(mesh, triangle)) states[triangle] = triangleStates.nonFinite;
    else if (a === b || b === c || c === a) states[triangle] = triangleStates.repeatedVertex;
  }
  return states;
}

/**
 * Sides sorted by their higher and then by their lower vertex, each time by counting: no comparison, no hash, and the
 * same time for a vertex that a million triangles share.
 */
function edgesOf(vertices: number, corners: Uint32Array, states: Uint8Array) {
  const sides = new Uint32Array(corners.length);
  const lows = new Uint32Array(corners.length);
  const highs = new Uint32Array(corners.length);
  let count = 0;
  for (let side = 0; side < corners.length; side++) {
    if (states[(side / 3) | 0] !== triangleStates.plain) continue;
    const from = corners[side], to = corners[nextSide(side)];
    lows[side] = from < to ? from : to;
    highs[side] = from < to ? to : from;
    sides[count++] = side;
  }
  const edgeSides = sortedSides(sortedSides(sides.subarray(0, count), highs, vertices), lows, vertices);

  const sideEdges = new Uint32Array(corners.length).fill(none);
  const edgeVertices = new Uint32Array(2 * count);
  const edgeFirst = new Uint32Array(count + 1);
  let edges = 0;
  let lastLow = none, lastHigh = none;
  for (let i = 0; i < count; i++) {
    const side = edgeSides[i];
    const low = lows[side], high = highs[side];
    if (low !== lastLow || high !== lastHigh) {
      edgeVertices[2 * edges] = lastLow = low;
      edgeVertices[2 * edges + 1] = lastHigh = high;
      edgeFirst[edges++] = i;
    }
    sideEdges[side] = edges - 1;
  }
  edgeFirst[edges] = count;
  return { edgeVertices: edgeVertices.slice(0, 2 * edges), edgeFirst: edgeFirst.slice(0, edges + 1), edgeSides, sideEdges };
}

/** The sides in the order of a vertex (3·T) of theirs; those with the same one stay in order. */
function sortedSides(sides: Uint32Array, vertexOf: Uint32Array, vertices: number): Uint32Array {
  const next = new Uint32Array(vertices + 1);
  for (let i = 0; i < sides.length; i++) next[vertexOf[sides[i]] + 1]++;
  for (let vertex = 0; vertex < vertices; vertex++) next[vertex + 1] += next[vertex];
  const sorted = new Uint32Array(sides.length);
  for (let i = 0; i < sides.length; i++) sorted[next[vertexOf[sides[i]]]++] = sides[i];
  return sorted;
}
