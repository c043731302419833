import { edgeCount, nextSide, previousSide, type MeshTopology } from '../../../mesh/topology.ts';

/** Boundary edges in consecutive order. */
export interface BoundaryLoops {
  /** (L + 1) start of each loop in `edges`. */
  readonly first: Uint32Array;
  readonly edges: Uint32Array;
  /** (L) 1 if the loop is closed: a hole. 0 if it ends at an edge with more than two triangles. */
  readonly isClosed: Uint8Array;
}

interface GrowingLoops {
  readonly first: number[];
  readonly edges: number[];
  readonly isClosed: number[];
}

/**
 * Returns the boundaries of a mesh as loops that visit no vertex twice. Linear time.
 *
 * At a vertex the walk rotates through the triangles to the next boundary edge, so sheets that touch in a vertex stay separate. If the walk
 * returns to a vertex, the edges in between are a loop of their own.
 */
export function findBoundaryLoops(topology: MeshTopology): BoundaryLoops {
  const loops: GrowingLoops = { first: [], edges: [], isClosed: [] };
  const isDone = new Uint8Array(edgeCount(topology));
  const locationOf = new Int32Array(topology.welded.length).fill(notOnWay);
  const { edgeFirst } = topology;
  for (let edge = 0, end = 0; edge < isDone.length; edge++) {
    const first = end;
    end = edgeFirst[edge + 1];
    if (end !== first + 1 || isDone[edge] === 1) continue;
    const low = topology.edgeVertices[2 * edge];
    const high = topology.edgeVertices[2 * edge + 1];
    const way = [edge];
    const last = follow(topology, way, high, isDone);
    if (last !== null) {
      // The walk ended at a non-manifold edge: continue before its start.
      way.reverse();
      follow(topology, way, low, isDone);
    }
    splitWay(topology, way, last ?? low, locationOf, loops);
  }
  loops.first.push(loops.edges.length);
  return { first: Uint32Array.from(loops.first), edges: Uint32Array.from(loops.edges), isClosed: Uint8Array.from(loops.isClosed) };
}

/**
 * Returns the vertices of a closed loop in the direction that fills it: against the sides of most triangles at it. From the lowest vertex on.
 */
export function loopVertices(topology: MeshTopology, { first, edges }: BoundaryLoops, loop: number): readonly number[] {
  const [from, end] = [first[loop], first[loop + 1]];
  const vertices: number[] = [];
  // The first edge leads to the vertex that it shares with the second one.
  let vertex = otherEnd(topology, edges[from], sharedVertex(topology, edges[from], edges[from + 1]));
  let along = 0;
  for (let i = from; i < end; i++) {
    vertices.push(vertex);
    along += topology.corners[topology.edgeSides[topology.edgeFirst[edges[i]]]] === vertex ? 1 : -1;
    vertex = otherEnd(topology, edges[i], vertex);
  }
  if (along > 0) vertices.reverse();
  const lowest = vertices.indexOf(vertices.reduce((min, one) => Math.min(min, one)));
  return [...vertices.slice(lowest), ...vertices.slice(0, lowest)];
}

function sharedVertex({ edgeVertices }: MeshTopology, a: number, b: number): number {
  const [low, high] = [edgeVertices[2 * b], edgeVertices[2 * b + 1]];
  return edgeVertices[2 * a] === low || edgeVertices[2 * a] === high ? edgeVertices[2 * a] : edgeVertices[2 * a + 1];
}

const notOnWay = -1;

/** Appends the edges that follow the last one from its end at `vertex`. Returns `null` for a closed walk, else the vertex where it ends. */
function follow(topology: MeshTopology, way: number[], vertex: number, isDone: Uint8Array): number | null {
  const [start] = way;
  let edge = way[way.length - 1];
  let end = vertex;
  for (;;) {
    isDone[edge] = 1;
    const next = rotateAround(topology, edge, end);
    if (next === null) return end;
    if (next === start) return null;
    way.push(next);
    edge = next;
    end = otherEnd(topology, edge, end);
  }
}

/** Returns the boundary edge at the other end of the triangle fan around a vertex; `null` at an edge with more than two triangles. */
function rotateAround({ corners, edgeFirst, edgeSides, sideEdges }: MeshTopology, edge: number, vertex: number): number | null {
  let side = edgeSides[edgeFirst[edge]];
  for (;;) {
    // The other side of the triangle at the vertex: the previous one if this side starts there, else the next one.
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

/** Splits a walk that starts at `start` into loops wherever it returns to a vertex. `locationOf` (V) is restored. */
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
