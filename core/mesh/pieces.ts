import { isForward, none, sidesOnEdge, triangleStates, type MeshTopology } from './topology.ts';
import { triangleSets, type TriangleSets } from './triangle-sets.ts';

/** Triangles joined by edges that two of them share, and how they are wound. */
export interface Pieces {
  readonly sets: TriangleSets;
  /** (T) 1 for triangles that are wound against the greater part of their piece; 0 everywhere in pieces that have no sides. */
  readonly isTurned: Uint8Array;
  /** (P) 1 where its triangles can be wound alike: the piece has two sides. A Möbius strip has one. */
  readonly isOrientable: Uint8Array;
  /** (P) 1 where every edge has two triangles. */
  readonly isClosed: Uint8Array;
}

/** Pieces are numbered by their least triangle. Flood fill: time in proportion to the mesh. */
export function pieces(topology: MeshTopology): Pieces {
  const { states } = topology;
  const setOf = new Uint32Array(states.length).fill(none);
  const isTurned = new Uint8Array(states.length);
  const queue = new Uint32Array(states.length);
  const isOrientable: number[] = [];
  const isClosed: number[] = [];
  for (let start = 0; start < states.length; start++) {
    if (states[start] !== triangleStates.plain || setOf[start] !== none) continue;
    const found = fill(topology, start, isOrientable.length, setOf, isTurned, queue);
    isOrientable.push(found.isOrientable ? 1 : 0);
    isClosed.push(found.isClosed ? 1 : 0);
    settleTurned(queue.subarray(0, found.count), isTurned, found.isOrientable);
  }
  const sets = triangleSets(isOrientable.length, setOf);
  return { sets, isTurned, isOrientable: Uint8Array.from(isOrientable), isClosed: Uint8Array.from(isClosed) };
}

/** Puts all of a piece into the queue, each triangle turned or not as the one before it says. */
function fill(topology: MeshTopology, start: number, piece: number, setOf: Uint32Array, isTurned: Uint8Array, queue: Uint32Array) {
  const { edgeFirst, edgeSides, sideEdges } = topology;
  let count = 0;
  let isOrientable = true;
  let isClosed = true;
  queue[count++] = start;
  setOf[start] = piece;
  for (let at = 0; at < count; at++) {
    const triangle = queue[at];
    for (let side = 3 * triangle; side < 3 * triangle + 3; side++) {
      const edge = sideEdges[side];
      if (sidesOnEdge(topology, edge) !== 2) {
        isClosed = false;
        continue;
      }
      const first = edgeFirst[edge];
      const other = edgeSides[first] === side ? edgeSides[first + 1] : edgeSides[first];
      const neighbour = (other / 3) | 0;
      const turned = isForward(topology, side) === isForward(topology, other) ? 1 - isTurned[triangle] : isTurned[triangle];
      if (setOf[neighbour] === none) {
        setOf[neighbour] = piece;
        isTurned[neighbour] = turned;
        queue[count++] = neighbour;
      } else if (isTurned[neighbour] !== turned) isOrientable = false;
    }
  }
  return { count, isOrientable, isClosed };
}

/** The fewer are the turned ones. */
function settleTurned(triangles: Uint32Array, isTurned: Uint8Array, isOrientable: boolean): void {
  let turned = 0;
  for (let i = 0; i < triangles.length; i++) turned += isTurned[triangles[i]];
  if (isOrientable && 2 * turned <= triangles.length) return;
  for (let i = 0; i < triangles.length; i++) isTurned[triangles[i]] = isOrientable ? 1 - isTurned[triangles[i]] : 0;
}
