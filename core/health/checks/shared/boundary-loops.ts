import { edgeCount, nextSide, previousSide, sidesOnEdge, type MeshTopology } from '../../../mesh/topology.ts';

/** Boundary edges in the order in which they follow each other. */
export interface BoundaryLoops {
  /** (L + 1) where each loop begins in `edges`. */
  readonly first: Uint32Array;
  readonly edges: Uint32Array;
  /** (L) 1 where the last edge meets the first: a hole. 0 where an edge with more than two triangles breaks it off. */
  readonly isClosed: Uint8Array;
}

interface GrowingLoops {
  readonly first: number[];
  readonly edges: number[];
  readonly isClosed: number[];
}

/**
 * The boundaries of a mesh as loops that visit no vertex twice.
 *
 * At a vertex the next edge is found by turning around it through the triangles, so that sheets which touch in a vertex
 * keep apart; where the way comes to a vertex again, what lies between is a hole of its own. Time in proportion to the mesh.
 */
export function boundaryLoops(topology: MeshTopology): BoundaryLoops {
  const loops: GrowingLoops = { first: [], edges: [], isClosed: [] };
  const isDone = new Uint8Array(edgeCount(topology));
  const locationOf = new Int32Array(topology.welded.length).fill(notOnWay);
  for (let edge = 0; edge < isDone.length; edge++) {
    if (isDone[edge] === 1 || sidesOnEdge(topology, edge) !== 1) continue;
    const low = topology.edgeVertices[2 * edge];
    const high = topology.edgeVertices[2 * edge + 1];
    const way = [edge];
    const end = follow(topology, way, high, isDone);
    if (end !== null) {
      // Broken off at its end: it goes on before its beginning.
      way.reverse();
      follow(topology, way, low, isDone);
    }
    splitWay(topology, way, end ?? low, locationOf, loops);
  }
  loops.first.push(loops.edges.length);
  return { first: Uint32Array.from(loops.first), edges: Uint32Array.from(loops.edges), isClosed: Uint8Array.from(loops.isClosed) };
}

const notOnWay = -1;

/** Appends what follows the last edge beyond its end at `vertex`: `null` when it comes back to the first, else where it breaks off. */
function follow(topology: MeshTopology, way: number[], vertex: number, isDone: Uint8Array): number | null {
  const [start] = way;
  let edge = way[way.length - 1];
  let end = vertex;
  for (;;) {
    isDone[edge] = 1;
    const next = turnAround(topology, edge, end);
    if (next === null) return end;
    if (next === start) return null;
    way.push(next);
    edge = next;
    end = otherEnd(topology, edge, end);
  }
}

/** The boundary edge on the other rim of the fan of triangles around a vertex; `null` where more than two share an edge. */
function turnAround({ corners, edgeFirst, edgeSides, sideEdges }: MeshTopology, edge: number, vertex: number): number | null {
  let side = edgeSides[edgeFirst[edge]];
  for (;;) {
    // The other side of the triangle at the vertex: the one before if this side begins there, else the next one.
    const other = corners[side] === vertex ? previousSide(side) : nextSide(side);
    const across = sideEdges[other];
    const at = edgeFirst[across];
    const sides = edgeFirst[across + 1] - at;
    if (sides === 1) return across;
    if (sides > 2) return null;
    side = edgeSides[at] === other ? edgeSides[at + 1] : edgeSides[at];
  }
}

function otherEnd({ edgeVertices }: MeshTopology, edge: number, vertex: number): number {
  return edgeVertices[2 * edge] === vertex ? edgeVertices[2 * edge + 1] : edgeVertices[2 * edge];
}

/** Cuts a way that begins at `start` into loops wherever it comes to a vertex again. `placeOf` (V) is left as it was. */
function splitWay(topology: MeshTopology, way: readonly number[], start: number, locationOf: Int32Array, loops: GrowingLoops): void {
  const edges: number[] = [];
  const vertices = [start];
  locationOf[start] = 0;
  for (const edge of way) {
    const vertex = otherEnd(topology, edge, vertices[vertices.length - 1]);
    edges.push(edge);
    const location = locationOf[vertex];
    if (location === notOnWay) {
      locationOf[vertex] = vertices.length;
      vertices.push(vertex);
      continue;
    }
    addLoop(loops, edges.splice(location), 1);
    for (const passed of vertices.splice(location + 1)) locationOf[passed] = notOnWay;
  }
  if (edges.length > 0) addLoop(loops, edges, 0);
  for (const passed of vertices) locationOf[passed] = notOnWay;
}

function addLoop(loops: GrowingLoops, edges: readonly number[], isClosed: number): void {
  loops.first.push(loops.edges.length);
  for (const edge of edges) loops.edges.push(edge);
  loops.isClosed.push(isClosed);
}
