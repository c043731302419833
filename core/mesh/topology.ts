import { isFiniteTriangle, triangleCount, vertexCount, type TriangleMesh } from './triangle-mesh.ts';
import { weldVertices } from './weld-vertices.ts';

/** The states of a triangle in the topology. Only `plain` triangles have edges. */
export const triangleStates = {
  plain: 0,
  /** Uses a non-finite vertex. */
  nonFinite: 1,
  /** Uses a position more than once. */
  repeatedVertex: 2,
} as const;

/** Marks a missing edge or triangle. */
export const none = 0xffff_ffff;

/**
 * The adjacency of the triangles of a mesh, with vertices at exactly equal positions welded: flat arrays of V vertices, T triangles and E
 * edges.
 *
 * A side is 3·triangle + i, and runs from corner i to the next one. An edge is a pair of welded vertices with any number of
 * sides. Edges ascend by their vertices, the sides of an edge ascend.
 */
export interface MeshTopology {
  /** (V) the lowest vertex at the same position. */
  readonly welded: Uint32Array;
  /** (3·T) welded vertex of each corner. */
  readonly corners: Uint32Array;
  /** (T) values of `triangleStates`. */
  readonly states: Uint8Array;
  /** (2·E) welded vertices, the lower first. */
  readonly edgeVertices: Uint32Array;
  /** (E + 1) start of the sides of each edge in `edgeSides`. */
  readonly edgeFirst: Uint32Array;
  readonly edgeSides: Uint32Array;
  /** (3·T) edge of each side; `none` for triangles without edges. */
  readonly sideEdges: Uint32Array;
}

/** Computes the topology in linear time and memory for any mesh. */
export function meshTopology(mesh: TriangleMesh): MeshTopology {
  return topologyOfWelded(mesh, weldVertices(mesh));
}

/** Computes the topology for given welded vertices (V). */
export function topologyOfWelded(mesh: TriangleMesh, welded: Uint32Array): MeshTopology {
  const corners = new Uint32Array(mesh.indices.length);
  // A loop is faster than `map`.
  for (let i = 0; i < corners.length; i++) corners[i] = welded[mesh.indices[i]];
  const states = triangleStatesOf(mesh, corners);
  return { welded, corners, states, ...edgesOf(vertexCount(mesh), corners, states) };
}

/** Returns the welded vertices of finite triangles, ascending. */
export function usedVertices({ welded, corners, states }: MeshTopology): Uint32Array {
  const isUsed = new Uint8Array(welded.length);
  for (let triangle = 0, corner = 0; triangle < states.length; triangle++, corner += 3) {
    if (states[triangle] === triangleStates.nonFinite) continue;
    isUsed[corners[corner]] = isUsed[corners[corner + 1]] = isUsed[corners[corner + 2]] = 1;
  }
  return welded.filter((_, vertex) => isUsed[vertex] === 1);
}

export function edgeCount(topology: MeshTopology): number {
  return topology.edgeVertices.length / 2;
}

/** Returns the number of sides of an edge: 1 on a boundary, 2 between two triangles, more on a non-manifold edge. */
export function sidesOnEdge({ edgeFirst }: MeshTopology, edge: number): number {
  return edgeFirst[edge + 1] - edgeFirst[edge];
}

/** Whether a side runs from the lower vertex of its edge to the higher one. */
export function isForward({ corners }: MeshTopology, side: number): boolean {
  return corners[side] < corners[nextSide(side)];
}

/** Whether the two triangles of an edge run along it in the same direction, so that one of them is flipped. */
export function isInconsistent(topology: MeshTopology, edge: number): boolean {
  const first = topology.edgeFirst[edge];
  return isForward(topology, topology.edgeSides[first]) === isForward(topology, topology.edgeSides[first + 1]);
}

/** Returns the next side of the triangle; likewise for corners. */
export function nextSide(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

export function previousSide(side: number): number {
  return side % 3 === 0 ? side + 2 : side - 1;
}

function triangleStatesOf(mesh: TriangleMesh, corners: Uint32Array): Uint8Array {
  const states = new Uint8Array(triangleCount(mesh));
  for (let triangle = 0; triangle < states.length; triangle++) {
    const a = corners[3 * triangle];
    const b = corners[3 * triangle + 1];
    const c = corners[3 * triangle + 2];
    if (!isFiniteTriangle(mesh, triangle)) states[triangle] = triangleStates.nonFinite;
    else if (a === b || b === c || c === a) states[triangle] = triangleStates.repeatedVertex;
  }
  return states;
}

/**
 * Returns the sides, sorted by their lower vertex with a counting sort, and then by their higher vertex. A few sides are sorted by
 * insertion, very many as packed words.
 */
function edgesOf(vertices: number, corners: Uint32Array, states: Uint8Array) {
  const { sides, highs, ends } = sidesByLow(vertices, corners, states);
  const sideEdges = new Uint32Array(corners.length).fill(none);
  const edgeVertices = new Uint32Array(2 * sides.length);
  const edgeFirst = new Uint32Array(sides.length + 1);
  let edges = 0;
  for (let low = 0, from = 0; low < vertices; low++) {
    const end = ends[low];
    sortByHigh(sides, highs, from, end);
    for (let i = from; i < end; i++) {
      if (i === from || highs[i] !== highs[i - 1]) {
        edgeVertices[2 * edges] = low;
        edgeVertices[2 * edges + 1] = highs[i];
        edgeFirst[edges++] = i;
      }
      sideEdges[sides[i]] = edges - 1;
    }
    from = end;
  }
  edgeFirst[edges] = sides.length;
  return { edgeVertices: edgeVertices.slice(0, 2 * edges), edgeFirst: edgeFirst.slice(0, edges + 1), edgeSides: sides, sideEdges };
}

/** Returns the sides of plain triangles sorted by their lower vertex, their higher vertices, and (V) the end of the sides of each vertex. */
function sidesByLow(vertices: number, corners: Uint32Array, states: Uint8Array) {
  const ends = new Uint32Array(vertices + 1);
  let count = 0;
  for (let triangle = 0, side = 0; triangle < states.length; triangle++, side += 3) {
    if (states[triangle] !== triangleStates.plain) continue;
    const a = corners[side];
    const b = corners[side + 1];
    const c = corners[side + 2];
    ends[(a < b ? a : b) + 1]++;
    ends[(b < c ? b : c) + 1]++;
    ends[(c < a ? c : a) + 1]++;
    count += 3;
  }
  // Starts that advance to ends while sides are written.
  for (let vertex = 0; vertex < vertices; vertex++) ends[vertex + 1] += ends[vertex];
  const sides = new Uint32Array(count);
  const highs = new Uint32Array(count);
  for (let triangle = 0, side = 0; triangle < states.length; triangle++, side += 3) {
    if (states[triangle] !== triangleStates.plain) continue;
    for (let i = 0; i < 3; i++) {
      const from = corners[side + i];
      const to = corners[side + (i === 2 ? 0 : i + 1)];
      const at = ends[from < to ? from : to]++;
      sides[at] = side + i;
      highs[at] = from < to ? to : from;
    }
  }
  return { sides, highs, ends };
}

/** Limit of the insertion sort. */
const maxInserted = 32;

/** Sorts [from, end) of both by `highs`; stable. Hot. */
function sortByHigh(sides: Uint32Array, highs: Uint32Array, from: number, end: number): void {
  if (end - from > maxInserted) return sortManyByHigh(sides, highs, from, end);
  for (let i = from + 1; i < end; i++) {
    const high = highs[i];
    const side = sides[i];
    let at = i;
    for (; at > from && highs[at - 1] > high; at--) {
      highs[at] = highs[at - 1];
      sides[at] = sides[at - 1];
    }
    highs[at] = high;
    sides[at] = side;
  }
}

function sortManyByHigh(sides: Uint32Array, highs: Uint32Array, from: number, end: number): void {
  const keys = new Float64Array(end - from);
  // Sides already ascend, so positions distinguish them. Exact up to 2⁵³: 2²⁷ triangles around one of 2²⁶ vertices.
  for (let i = from; i < end; i++) keys[i - from] = highs[i] * keys.length + (i - from);
  keys.sort();
  const inOrder = sides.slice(from, end);
  for (let i = from; i < end; i++) {
    const key = keys[i - from];
    highs[i] = Math.floor(key / keys.length);
    sides[i] = inOrder[key % keys.length];
  }
}
